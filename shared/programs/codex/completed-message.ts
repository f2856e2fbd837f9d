import type { JsonRecord } from '../../conversations/formats/format.ts';
import { recordsOf, stringOf } from '../../conversations/formats/json-fields.ts';

const authors = { UserMessage: 'person', AgentMessage: 'assistant' } as const;

/** Reads the message in the item of an `item_completed` event; null for any other item. */
export function completedMessage(item: JsonRecord | null) {
  const author = authors[item?.['type'] as keyof typeof authors];
  const texts = recordsOf(item?.['content']).map(({ text }) => stringOf(text) ?? '');
  return author === undefined ? null : { author, text: texts.join('\n') };
}

/** Items that only repeat the records beside them. */
const repeating = new Set([
  'Reasoning',
  'CommandExecution',
  'FileChange',
  'McpToolCall',
  'WebSearch',
  'ContextCompaction',
]);

export const knowsCompleted = (item: JsonRecord | null): boolean =>
  completedMessage(item) !== null || repeating.has(stringOf(item?.['type']) ?? '');
