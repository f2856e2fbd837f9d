import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { writeConversations } from './many-conversations.ts';
import { sized } from './measure.ts';

/** Most conversations are short, some go on for weeks. */
const short = { conversations: sized(980, 6), megabytes: sized(500, 1), seed: 3, project: 'short' };
const long = { conversations: sized(20, 2), megabytes: sized(500, 1), seed: 4, project: 'long' };
/** Messages in each file that is read whole. */
const messagesInFile = sized(20_000, 100);

/** Conversations that a person would have to name; the others are in their programs' folders. */
export const namedIn = (home: string): readonly string[] => [join(home, 'laragent_storage'), join(home, 'export.zip')];

/** A home folder with 1,000 conversations of 1 GB, and the largest files among those that can only be read whole. */
export function writeAllConversations(home: string): void {
  const { words } = writeConversations(home, short);
  writeConversations(home, long);
  const text = (count: number, from: number): string =>
    Array.from({ length: count }, (_, n) => words[(from * 31 + n * 17) % 3_000]).join(' ');
  const [storage = '', account = ''] = namedIn(home);
  writeChats(join(home, '.gemini', 'tmp', 'app', 'chats'), text);
  mkdirSync(storage);
  const messages = Array.from({ length: messagesInFile }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: text(120, n),
  }));
  writeFileSync(join(storage, 'chatHistory_Support_1.json'), JSON.stringify(messages, null, 2));
  const conversations = Array.from({ length: sized(600, 6) }, (_, n) =>
    conversationOf(`c${n}`, (from) => text(100, n + from)),
  );
  writeFileSync(account, zipSync({ 'conversations.json': strToU8(JSON.stringify(conversations)) }, { level: 1 }));
}

/** Three chats of 20 MB, as Gemini CLI stores them. */
function writeChats(folder: string, text: (count: number, from: number) => string): void {
  mkdirSync(folder, { recursive: true });
  const timestamp = '2026-11-20T09:00:00Z';
  for (const chat of [1, 2, 3]) {
    const messages = Array.from({ length: messagesInFile }, (_, n) => ({
      id: `${n}`,
      timestamp,
      type: n % 2 === 0 ? 'user' : 'gemini',
      content: text(160, n + chat),
    }));
    const all = { sessionId: `${chat}`, startTime: timestamp, messages };
    writeFileSync(join(folder, `session-${chat}.json`), JSON.stringify(all));
  }
}

/** A conversation of an exported account, 100 messages on a line from the root. */
function conversationOf(id: string, text: (from: number) => string): object {
  const nodes = Array.from({ length: 100 }, (_, n) => {
    const message = {
      author: { role: n % 2 === 0 ? 'user' : 'assistant' },
      create_time: 1_795_165_200 + n,
      content: { content_type: 'text', parts: [text(n)] },
    };
    const [parent, children] = [n === 0 ? null : `${n - 1}`, n === 99 ? [] : [`${n + 1}`]];
    return [`${n}`, { id: `${n}`, parent, children, message }];
  });
  return {
    title: id,
    conversation_id: id,
    create_time: 1_795_165_200,
    current_node: '99',
    mapping: Object.fromEntries(nodes),
  };
}
