import { LRUCache } from 'lru-cache';
import type { ConversationReader, WholeItems, WholeSource } from '#engine/ports.ts';
import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import { maxConversationBytes } from '#shared/conversations/formats/size-limits.ts';
import type { ConversationFormatId } from '#shared/programs/program-ids.ts';
import { itemsBefore, itemsFrom } from './packed-items.ts';
import { bytesOfHeld, lengthOf, type PackedConversation } from './read-whole.ts';

/** Maximum bytes held of recently read files. */
const maxHeld = maxConversationBytes;
/** Milliseconds a file is held after its last use. */
const heldMs = 60_000;
/** Characters after which no more items are returned, however many were asked for. */
const maxLength = 1024 * 1024;

type HeldItems = NonNullable<PackedConversation['held']>;

/** The calls that read, in a thread or in this one. */
type Reads = {
  read(format: ConversationFormatId, source: WholeSource, from: number): Promise<readonly PackedConversation[] | null>;
  readonly parts: ConversationReader['parts'];
  readonly unpackZstd: ConversationReader['unpackZstd'];
  close(): Promise<void>;
};

/** Creates a reader that holds what it read, packed as it was handed over. */
export function createThreadReader(reads: Reads): ConversationReader {
  const held = new LRUCache<string, ReadonlyMap<string | null, HeldItems>>({ maxSize: maxHeld });
  let forgetting: NodeJS.Timeout | undefined;
  function forgetLater(): void {
    clearTimeout(forgetting);
    forgetting = setTimeout(() => held.clear(), heldMs).unref();
  }
  function cachedItems(key: string, inner: string | null): HeldItems | undefined {
    forgetLater();
    return held.get(key)?.get(inner);
  }
  return {
    async read(key, format, source, from) {
      // Release the old copy before reading again: both at once would be twice as much.
      held.delete(key);
      const all = await reads.read(format, source, from);
      if (all === null) {
        return null;
      }
      const bytes = all.reduce((sum, one) => sum + (one.held === null ? 0 : bytesOfHeld(one.held)), 1);
      const here = all.flatMap(({ summary, held: one }) => (one === null ? [] : [[summary.inner, one] as const]));
      forgetLater();
      held.set(key, new Map(here), { size: Math.min(maxHeld, bytes) });
      return all.map(({ summary }) => summary);
    },
    async itemsFrom(key, inner, from, limit) {
      const items = cachedItems(key, inner)?.items;
      return items === undefined ? null : { items: fitting(itemsFrom(items, from), limit), first: from };
    },
    async itemsBefore(key, inner, before, limit) {
      const items = cachedItems(key, inner)?.items;
      if (items === undefined) {
        return null;
      }
      const end = Math.min(before, items.count);
      const shown = fitting(itemsBefore(items, end), limit).reverse();
      return { items: shown, first: end - shown.length } satisfies WholeItems;
    },
    async odd(key, inner, number) {
      const conversation = cachedItems(key, inner);
      return conversation === undefined ? null : { text: conversation.odd[number] ?? null };
    },
    parts: reads.parts,
    unpackZstd: reads.unpackZstd,
    async close() {
      clearTimeout(forgetting);
      held.clear();
      await reads.close();
    },
  };
}

/** Takes the first items that fit, at least one. */
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
