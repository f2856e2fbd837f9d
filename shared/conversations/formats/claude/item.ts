import type { Block, ConversationItem, ItemMark, Usage } from '#shared/contract/features/conversations.ts';
import type { JsonRecord } from '../format.ts';
import { countOf, listOf, recordOf, stringOf, timeOf } from '../json-fields.ts';

/** A line that says something; null for any other. @param at where the line begins, in bytes */
export function itemOf(record: JsonRecord, at: number): ConversationItem | null {
  const type = record['type'];
  const message = recordOf(record['message']);
  if ((type !== 'user' && type !== 'assistant') || message === null) {
    return null;
  }
  const blocks = blocksOf(message['content']);
  return {
    at,
    kind: 'message',
    author: type === 'assistant' ? 'assistant' : authorOf(record, blocks),
    id: stringOf(record['uuid']),
    parent: parentOf(record),
    time: timeOf(record['timestamp']),
    model: stringOf(message['model']),
    blocks,
    usage: usageOf(message['usage']),
    marks: marksOf(record),
    compaction: null,
    turns: null,
  };
}

/** Across a compaction the line before it is the logical parent alone. */
export const parentOf = (record: JsonRecord): string | null =>
  stringOf(record['parentUuid']) ?? stringOf(record['logicalParentUuid']);

/** Whether a person wrote it: a `user` line is also what tools answer, and what the program puts in by itself. */
export const isHuman = (record: JsonRecord): boolean =>
  record['type'] === 'user' && authorOf(record, blocksOf(recordOf(record['message'])?.['content'])) === 'person';

function authorOf(record: JsonRecord, blocks: readonly Block[]): ConversationItem['author'] {
  if (record['isMeta'] === true || record['isCompactSummary'] === true) {
    return 'program';
  }
  return record['toolUseResult'] !== undefined || blocks.some(({ kind }) => kind === 'result') ? 'tool' : 'person';
}

function marksOf(record: JsonRecord): ItemMark[] {
  const marks: ItemMark[] = [];
  if (record['isSidechain'] === true) {
    marks.push('side');
  }
  if (record['isCompactSummary'] === true) {
    marks.push('summary');
  }
  if (record['isMeta'] === true) {
    marks.push('injected');
  }
  if (record['isApiErrorMessage'] === true) {
    marks.push('error');
  }
  return marks;
}

export function blocksOf(content: unknown): Block[] {
  return typeof content === 'string' ? [{ kind: 'text', text: content }] : listOf(content).flatMap(blockOf);
}

function blockOf(value: unknown): Block[] {
  const block = recordOf(value);
  if (block === null) {
    return [];
  }
  const text = stringOf(block['text']) ?? '';
  switch (block['type']) {
    case 'text':
      return [{ kind: 'text', text }];
    case 'thinking':
      return [{ kind: 'thinking', text: stringOf(block['thinking']) ?? text }];
    case 'tool_use': {
      const { id, name, input } = block;
      return [
        { kind: 'call', id: stringOf(id), name: stringOf(name) ?? '', input: JSON.stringify(input ?? null, null, 2) },
      ];
    }
    case 'tool_result':
      return [
        {
          kind: 'result',
          id: stringOf(block['tool_use_id']),
          text: textOf(block['content']),
          isError: block['is_error'] === true,
        },
      ];
    default:
      return [{ kind: 'other', type: String(block['type']), text }];
  }
}

/** What a tool answered, as text: images and the like by their kind. */
const textOf = (content: unknown): string =>
  blocksOf(content)
    .map((block) =>
      'text' in block && block.text !== '' ? block.text : `[${block.kind === 'other' ? block.type : block.kind}]`,
    )
    .join('\n');

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
