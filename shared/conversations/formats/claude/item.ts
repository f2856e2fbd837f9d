import type { Block, ConversationItem, ItemMark, Usage } from '#shared/contract/features/conversations.ts';
import { type JsonRecord, newItem } from '../format.ts';
import { countOf, recordOf, stringOf, timeOf } from '../json-fields.ts';
import { blocksOf } from '../messages/message-item.ts';
import { splitPutIn } from './put-in.ts';

/** Item of a line that says something; null of any other. @param at where the line begins, in bytes */
export function itemOf(record: JsonRecord, at: number): ConversationItem | null {
  const { type } = record;
  const message = recordOf(record['message']);
  const queued = queuedIn(record);
  if ((type !== 'user' && type !== 'assistant') || message === null) {
    const blocks = blocksOf(queued);
    return blocks.length === 0 ? null : saidByPerson(record, at, blocks);
  }
  const blocks = blocksOf(message['content']);
  if (type === 'user') {
    return saidByPerson(record, at, blocks);
  }
  return newItem({
    ...placeOf(record, at),
    author: 'assistant',
    model: stringOf(message['model']),
    blocks,
    usage: usageOf(message['usage']),
    marks: marksOf(record),
  });
}

/** What the person said in a message that is queued or leaves the queue as an attachment, a text or blocks. */
function queuedIn(record: JsonRecord): unknown {
  const attachment = record['type'] === 'attachment' ? recordOf(record['attachment']) : null;
  if (attachment?.['type'] === 'queued_command') {
    return attachment['prompt'];
  }
  return record['type'] === 'queue-operation' && record['operation'] === 'enqueue' ? record['content'] : null;
}

const placeOf = (record: JsonRecord, at: number) => ({
  at,
  id: stringOf(record['uuid']),
  parent: parentOf(record),
  time: timeOf(record['timestamp']),
});

/** Item of a `user` line: what a person said, what a tool answered, or what the program puts in by itself. */
function saidByPerson(record: JsonRecord, at: number, said: readonly Block[]): ConversationItem {
  const isProgram = record['isMeta'] === true || record['isCompactSummary'] === true;
  const isTool = record['toolUseResult'] !== undefined || said.some(({ kind }) => kind === 'result');
  return splitPutIn(
    newItem({
      ...placeOf(record, at),
      author: isProgram ? 'program' : isTool ? 'tool' : 'person',
      blocks: isProgram || isTool ? [...said] : said.map(withCommand),
      marks: marksOf(record),
    }),
  );
}

/** A text that gives the program an order, as the person typed it. */
function withCommand(block: Block): Block {
  const text = block.kind === 'text' ? block.text.trimStart() : '';
  if (!/^<(?:command-name|command-message|bash-input)>/.test(text)) {
    return block;
  }
  const inside = (name: string) => new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text)?.[1]?.trim() ?? '';
  const shell = inside('bash-input');
  const typed = shell === '' ? `${inside('command-name')} ${inside('command-args')}`.trim() : `!${shell}`;
  return typed === '' ? block : { kind: 'text', text: typed };
}

/** Across a compaction the line before it is the logical parent alone. */
export const parentOf = (record: JsonRecord): string | null =>
  stringOf(record['parentUuid']) ?? stringOf(record['logicalParentUuid']);

const marked: readonly (readonly [field: string, mark: ItemMark])[] = [
  ['isSidechain', 'side'],
  ['isCompactSummary', 'summary'],
  ['isMeta', 'injected'],
  ['isApiErrorMessage', 'error'],
  ['isQueued', 'queued'],
];

const marksOf = (record: JsonRecord): ItemMark[] =>
  marked.flatMap(([field, mark]) => (record[field] === true ? [mark] : []));

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
