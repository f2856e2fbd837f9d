import { LRUCache } from 'lru-cache';
import type { ConversationReader, WholeItems, WholeSource } from '#engine/ports.ts';
import type { ConversationFormatId, ConversationItem } from '#shared/contract/features/conversations.ts';
import { maxWholeBytes } from '#shared/conversations/formats/whole-formats.ts';
import { itemsBefore, itemsFrom } from './packed-items.ts';
import { lengthOf, type PackedConversation } from './read-whole.ts';

/** What was read last is held up to so many bytes. */
const maxHeld = maxWholeBytes;
/** So long after it was last asked for, in milliseconds. */
const heldMs = 60_000;
/** Characters after which items are enough, however many were asked for. */
const maxLength = 1024 * 1024;

/** What reads, wherever that is done. */
type Reads = {
  read(format: ConversationFormatId, source: WholeSource): Promise<readonly PackedConversation[] | null>;
  readonly part: ConversationReader['part'];
  readonly unpackZstd: ConversationReader['unpackZstd'];
  close(): Promise<void>;
};

/** Holds what was read, packed as it was handed over. */
export function createReader(reads: Reads): ConversationReader {
  const held = new LRUCache<string, ReadonlyMap<string | null, PackedConversation>>({ maxSize: maxHeld });
  let forgetting: NodeJS.Timeout | undefined;
  function forgetLater(): void {
    clearTimeout(forgetting);
    forgetting = setTimeout(() => held.clear(), heldMs).unref();
  }
  function heldOf(key: string, inner: string | null): PackedConversation | undefined {
    forgetLater();
    return held.get(key)?.get(inner);
  }
  return {
    async read(key, format, source) {
      const all = await reads.read(format, source);
      if (all === null) {
        return null;
      }
      const bytes = all.reduce((sum, one) => sum + bytesOf(one), 1);
      forgetLater();
      held.set(key, new Map(all.map((one) => [one.summary.inner, one])), { size: Math.min(maxHeld, bytes) });
      return all.map(({ summary }) => summary);
    },
    async itemsFrom(key, inner, from, limit) {
      const items = heldOf(key, inner)?.items;
      return items === undefined ? null : { items: fitting(itemsFrom(items, from), limit), first: from };
    },
    async itemsBefore(key, inner, before, limit) {
      const items = heldOf(key, inner)?.items;
      if (items === undefined) {
        return null;
      }
      const end = Math.min(before, items.count);
      const shown = fitting(itemsBefore(items, end), limit).reverse();
      return { items: shown, first: end - shown.length } satisfies WholeItems;
    },
    async odd(key, inner, number) {
      const conversation = heldOf(key, inner);
      return conversation === undefined ? null : { text: conversation.odd[number] ?? null };
    },
    part: reads.part,
    unpackZstd: reads.unpackZstd,
    async close() {
      clearTimeout(forgetting);
      held.clear();
      await reads.close();
    },
  };
}

const bytesOf = ({ items, odd }: PackedConversation): number =>
  items.pages.reduce((sum, { bytes }) => sum + bytes.length, 0) + odd.reduce((sum, text) => sum + text.length, 0);

/** The first of some items, one at least. */
function fitting(items: Iterable<ConversationItem>, limit: number): ConversationItem[] {
  const shown: ConversationItem[] = [];
  let length = 0;
  for (const item of items) {
    length += lengthOf(item);
    if (shown.length === limit || (shown.length > 0 && length > maxLength)) {
      break;
    }
    shown.push(item);
  }
  return shown;
}
