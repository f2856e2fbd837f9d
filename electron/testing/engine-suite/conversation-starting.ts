import type { Params } from '#shared/contract/contract.ts';
import { type CreateWorld, startOn } from './starting.ts';

export type NewMessages = Params<'conversationStore.add'>['messages'];

export const conversation = 'main';
export const said = (content: string): NewMessages[number] => ({ role: 'user', content });
/** Fields that agent programs add to a message beside the usual ones. */
export const messages: NewMessages = [
  said('What is in the log?'),
  {
    role: 'assistant',
    content: [{ type: 'text', text: 'I look \u2028 – ☃' }],
    tool_calls: [{ id: 'a', tool: 'read', arguments: { path: 'log' } }],
    usage: { input_tokens: 12 },
    timestamp: '2026-11-21T09:00:00Z',
  },
  { role: 'tool', content: 'nothing\n', tool_call_id: 'a' },
  { role: 'developer', content: null, of: [1, { two: true }] },
];
export const linesOf = (all: NewMessages): string => all.map((message) => `${JSON.stringify(message)}\n`).join('');
export const many = (count: number): NewMessages => Array.from({ length: count }, (_, n) => said(`number ${n}`));

/** A workspace, and calls on one conversation in it. @param text null for no memory */
export async function startConversation(createWorld: CreateWorld, text?: null) {
  const start = await startOn(createWorld, text);
  const { world, call, workspace } = start;
  const path = `${world.root}/logs/conversations/${conversation}.jsonl`;
  const named = { workspace, conversation };
  return {
    ...start,
    path,
    add: (...added: NewMessages) => call('conversationStore.add', { ...named, messages: added }),
    read: () => call('conversationStore.messages', { ...named }),
    forRequest: (how: Partial<Params<'conversationStore.forRequest'>> = {}) =>
      call('conversationStore.forRequest', { ...named, ...how }),
    initialize: () => call('conversationStore.initialize', named),
    clear: (assistant?: string) => call('conversationStore.clear', { ...named, ...(assistant && { assistant }) }),
    kept: async () => {
      const { lines } = await call('history.list', { workspace });
      return lines.flatMap((line) => (line.type === 'version' && line.file.includes('conversations') ? line : []));
    },
  };
}
