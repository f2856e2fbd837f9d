import type { Block, ConversationItem, ItemMark, Usage } from '#shared/contract/features/conversations.ts';
import { type JsonRecord, newItem } from '../format.ts';
import { countOf, recordOf, stringOf, timeOf } from '../json-fields.ts';
import { blocksOf } from '../messages/message-item.ts';

/** A line that says something; null for any other. @param at where the line begins, in bytes */
export function itemOf(record: JsonRecord, at: number): ConversationItem | null {
  const type = record['type'];
  const message = recordOf(record['message']);
  if ((type !== 'user' && type !== 'assistant') || message === null) {
    return null;
  }
  const blocks = blocksOf(message['content']);
  return newItem({
    at,
    author: type === 'assistant' ? 'assistant' : authorOf(record, blocks),
    id: stringOf(record['uuid']),
    parent: parentOf(record),
    time: timeOf(record['timestamp']),
    model: stringOf(message['model']),
    blocks,
    usage: usageOf(message['usage']),
    marks: marksOf(record, blocks),
  });
}

/** Across a compaction the line before it is the logical parent alone. */
export const parentOf = (record: JsonRecord): string | null =>
  stringOf(record['parentUuid']) ?? stringOf(record['logicalParentUuid']);

/** Whether a person wrote it: a `user` line is also what tools answer, and what the program puts in by itself. */
export const isHuman = (record: JsonRecord): boolean =>
  record['type'] === 'user' && authorOf(record, blocksOf(recordOf(record['message'])?.['content'])) === 'person';

/** Whether a person gave the program an order, such as one to begin anew, instead of saying something. */
export const isCommand = (record: JsonRecord): boolean =>
  commanded.test(firstText(blocksOf(recordOf(record['message'])?.['content'])));

const commanded = /^<(?:command-name|command-message|bash-input)>/;
/** What the program writes in the person’s name: what came of an order, what was broken off. */
const written =
  /^(?:<(?:local-command-stdout|local-command-stderr|local-command-caveat|bash-stdout|bash-stderr|task-notification|system-reminder)>|\[Request interrupted by user)/;

const firstText = (blocks: readonly Block[]): string => (blocks[0]?.kind === 'text' ? blocks[0].text.trimStart() : '');

function authorOf(record: JsonRecord, blocks: readonly Block[]): ConversationItem['author'] {
  if (record['isMeta'] === true || record['isCompactSummary'] === true || written.test(firstText(blocks))) {
    return 'program';
  }
  return record['toolUseResult'] !== undefined || blocks.some(({ kind }) => kind === 'result') ? 'tool' : 'person';
}

function marksOf(record: JsonRecord, blocks: readonly Block[]): ItemMark[] {
  const marks: ItemMark[] = [];
  if (record['isSidechain'] === true) {
    marks.push('side');
  }
  if (record['isCompactSummary'] === true) {
    marks.push('summary');
  }
  if (record['isMeta'] === true || (record['type'] === 'user' && written.test(firstText(blocks)))) {
    marks.push('injected');
  }
  if (record['isApiErrorMessage'] === true) {
    marks.push('error');
  }
  return marks;
}

function usageOf(value: unknown): Usage | null {
  const usage = recordOf(value);
  if (usage === null) {
    return null;
  }
  return {
    input: countOf(usage['input_tokens']) ?? 0,
    cacheRead: countOf(usage['cache_read_input_tokens']) ?? 0,
    cacheWrite: countOf(usage['cache_creation_input_tokens']) ?? 0,
    output: countOf(usage['output_tokens']) ?? 0,
  };
}
