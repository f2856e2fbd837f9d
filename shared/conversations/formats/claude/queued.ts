import type { PlacedRecord } from '../format.ts';
import { recordOf, stringOf } from '../json-fields.ts';
import { blocksOf, textOf } from '../messages/message-item.ts';

/** Records within which a queued message comes again as an attachment or a message, once it leaves the queue. */
const reach = 8;

/**
 * Follows what the person said while the assistant worked. It waits in a queue, and leaves it for an attachment, a message, or
 * nothing at all: then the record by which it leaves is the only one that is given on, with the text as its `content`.
 */
export function createQueueFilter() {
  const queue: string[] = [];
  const saidLast: string[] = [];
  let held: PlacedRecord[] = [];

  const leaving = ({ record, at }: PlacedRecord): PlacedRecord | null => {
    const content = stringOf(record['content']);
    if (record['operation'] === 'enqueue' && content !== null) {
      queue.push(content);
      return null;
    }
    const place = content === null ? 0 : queue.indexOf(content);
    const [first] = place < 0 ? [] : queue.splice(place, 1);
    const text = content ?? first;
    return record['operation'] === 'remove' && text !== undefined ? { record: { ...record, content: text }, at } : null;
  };

  return {
    read(placed: PlacedRecord): readonly PlacedRecord[] {
      if (placed.record['type'] === 'queue-operation') {
        const left = leaving(placed);
        held.push(...(left === null || saidLast.includes(left.record['content'] as string) ? [] : [left]));
        return [];
      }
      const said = saidIn(placed);
      if (said !== null) {
        saidLast.push(said);
        saidLast.splice(0, saidLast.length - reach);
        held = held.filter(({ record }) => record['type'] !== 'queue-operation' || record['content'] !== said);
      }
      held.push(placed);
      const isWaiting = held[0]?.record['type'] === 'queue-operation' && held.length <= reach;
      return isWaiting ? [] : this.end();
    },
    end(): readonly PlacedRecord[] {
      const all = held;
      held = [];
      return all;
    },
  };
}

function saidIn({ record }: PlacedRecord): string | null {
  const content = record['type'] === 'user' ? recordOf(record['message'])?.['content'] : promptOf(record);
  return content === undefined || content === null ? null : textOf(blocksOf(content));
}

/** Prompt of an attachment that the person had queued, text or blocks; null of any other. */
export function promptOf(record: PlacedRecord['record']): unknown {
  const attachment = record['type'] === 'attachment' ? recordOf(record['attachment']) : null;
  return attachment?.['type'] === 'queued_command' ? (attachment['prompt'] ?? null) : null;
}
