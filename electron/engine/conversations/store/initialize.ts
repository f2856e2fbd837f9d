import { ContextureError } from '#shared/contract/errors.ts';
import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import type { LoadNotice } from '#shared/contract/features/conversation-store.ts';
import { type Message, weighedText } from '#shared/conversations/message.ts';
import { shareTokens, type TextMeasure } from '#shared/entries/measure.ts';
import { counted, countInWords } from '#shared/text/counts.ts';

type ReadFile = { readonly path: string; readonly name: string; readonly text: string };

export type ConversationStart = {
  readonly messages: readonly Message[];
  readonly notices: readonly LoadNotice[];
  readonly tokens: { readonly total: number; readonly limit: number };
};

/** System messages that begin a conversation, one for each memory file. @throws `over_limit`, naming each file's tokens */
export function conversationStart(
  { files, read, listProblem }: { files: readonly MemoryFile[]; read: readonly ReadFile[]; listProblem: string | null },
  limit: number,
  measure: TextMeasure,
): ConversationStart {
  const messages = read.map(({ name, text }) => ({ role: 'system', content: `[Context from ${name}]\n\n${text}` }));
  const weights = messages.map((message) => measure.ofText(weighedText(message)));
  const costs = shareTokens(weights, measure);
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  if (total > limit) {
    const heavy = read.map(({ path }, index) => ({ path, tokens: costs[index] ?? 0 }));
    throw overLimitError(heavy, total, limit);
  }
  const loaded = [...costs];
  const notices = files.map((file): LoadNotice => {
    const { path, state, problem } = file;
    return state === 'read'
      ? { level: 'info', file: path, message: `Loaded, with ${counted(loaded.shift() ?? 0, 'token', 'tokens')}.` }
      : { level: levels[state], file: path, message: problem ?? '' };
  });
  const ofList =
    listProblem === null ? [] : [{ level: 'warning' as const, file: 'settings.yaml', message: listProblem }];
  return { messages, notices: [...ofList, ...notices], tokens: { total, limit } };
}

const levels: Readonly<Record<Exclude<MemoryFile['state'], 'read'>, LoadNotice['level']>> = {
  missing: 'warning',
  unapproved: 'warning',
  unreadable: 'error',
  empty: 'debug',
  repeated: 'debug',
};

function overLimitError(files: readonly { path: string; tokens: number }[], total: number, limit: number) {
  const each = files.map(({ path, tokens }) => `${path} ${countInWords(tokens)}`).join(', ');
  const message = `The memory files have ${countInWords(total)} tokens, over the ${countInWords(limit)} of max_tokens: ${each}. The conversation was not begun. Take a file off the list, shorten one, or raise max_tokens.`;
  return new ContextureError('over_limit', message, { files: [...files], tokens: total, limit });
}
