import type { Block, ConversationItem, ItemMark } from '#shared/contract/features/conversations.ts';
import { emptyItem, type JsonRecord } from '../../conversations/formats/format.ts';
import { recordOf, stringOf, timeOf } from '../../conversations/formats/json-fields.ts';
import { blocksOf, usageOf } from '../../conversations/formats/message-item.ts';
import { splitClaudeInput } from './put-in.ts';

/** Reads a line with content as an item; null for any other. @param at start of the line, in bytes */
export function claudeItem(record: JsonRecord, at: number): ConversationItem | null {
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
  return emptyItem({
    ...placeOf(record, at),
    author: 'assistant',
    model: stringOf(message['model']),
    blocks,
    usage: usageOf(recordOf(message['usage'])),
    marks: marksOf(record),
  });
}

/** Reads the person's text in a message that is queued or leaves the queue as an attachment, a text or blocks. */
function queuedIn(record: JsonRecord): unknown {
  const attachment = record['type'] === 'attachment' ? recordOf(record['attachment']) : null;
  if (attachment?.['type'] === 'queued_command') {
    return attachment['prompt'];
  }
  return record['type'] === 'queue-operation' && record['operation'] === 'enqueue' ? record['content'] : null;
}

/** Place and origin that every line has. */
export const placeOf = (record: JsonRecord, at: number) => ({
  at,
  id: stringOf(record['uuid']),
  parent: parentOf(record),
  time: timeOf(record['timestamp']),
});

/** Reads a `user` line: the person's text, a tool's answer, or text the program inserted by itself. */
function saidByPerson(record: JsonRecord, at: number, said: readonly Block[]): ConversationItem {
  const isProgram = record['isMeta'] === true || record['isCompactSummary'] === true;
  const isTool = record['toolUseResult'] !== undefined || said.some(({ kind }) => kind === 'result');
  return splitClaudeInput(
    emptyItem({
      ...placeOf(record, at),
      author: isProgram ? 'program' : isTool ? 'tool' : 'person',
      blocks: isProgram || isTool ? [...said] : said.map(withCommand),
      marks: marksOf(record),
    }),
  );
}

/** Restores a command to the program as the person typed it. */
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

/** Id of the line before it, which across a compaction only the logical parent gives. */
const parentOf = (record: JsonRecord): string | null =>
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
