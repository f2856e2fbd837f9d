import { LRUCache } from 'lru-cache';
import type { ConversationReader, WholeItems, WholeSource, WholeSummary } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ConversationFormatId, ConversationItem } from '#shared/contract/features/conversations.ts';
import { lastTimeOf, type WholeConversation, type WholeFormat } from '#shared/conversations/formats/format.ts';
import { maxWholeBytes, wholeFormats } from '#shared/conversations/formats/whole-formats.ts';
import { textOfBlock } from '#shared/conversations/reading/outline-item.ts';
import { readDatabase } from './read-database.ts';
import { unpackZip, unpackZstd } from './unpack.ts';

/** What was read last is held up to so many characters. */
const maxHeld = maxWholeBytes;
/** Characters after which items are enough, however many were asked for: they cross to another thread. */
const maxLength = 1024 * 1024;

type Held = { readonly conversation: WholeConversation; readonly summary: WholeSummary };

/** The reader, in the thread that calls it. */
export function createReader(): ConversationReader {
  const held = new LRUCache<string, ReadonlyMap<string | null, Held>>({ maxSize: maxHeld });
  const itemsOf = (key: string, inner: string | null) => held.get(key)?.get(inner)?.conversation.items;
  return {
    async read(key, id, source) {
      const conversations = await conversationsIn(source, id);
      if (conversations === null) {
        return null;
      }
      const all = conversations.map((conversation) => ({ conversation, summary: summaryOf(conversation) }));
      const length = all.reduce((sum, { summary }) => sum + summary.length, 1);
      held.set(key, new Map(all.map((one) => [one.conversation.inner, one])), { size: Math.min(maxHeld, length) });
      return all.map(({ summary }) => summary);
    },
    async itemsFrom(key, inner, from, limit) {
      const items = itemsOf(key, inner);
      return items === undefined ? null : { items: fitting(items.slice(from, from + limit)), first: from };
    },
    async itemsBefore(key, inner, before, limit) {
      const items = itemsOf(key, inner);
      if (items === undefined) {
        return null;
      }
      const end = Math.min(before, items.length);
      const shown = fitting(items.slice(Math.max(0, end - limit), end).reverse()).reverse();
      return { items: shown, first: end - shown.length } satisfies WholeItems;
    },
    part: partOf,
    async odd(key, inner, number) {
      const conversation = held.get(key)?.get(inner)?.conversation;
      return conversation === undefined ? null : { text: conversation.odd[number]?.text ?? null };
    },
    unpackZstd: (bytes) => unpackZstd(bytes, maxWholeBytes),
    async close() {
      held.clear();
    },
  };
}

const formatOf = (id: ConversationFormatId, source: WholeSource) =>
  wholeFormats.find((one) => one.id === id && one.reads === ('database' in source ? 'tables' : 'whole'));

const encoder = new TextEncoder();

async function partOf(id: ConversationFormatId, source: WholeSource, inner: string): Promise<Uint8Array | null> {
  const format = formatOf(id, source);
  if (format?.reads === 'tables' && 'database' in source) {
    const part = format.partOf(readDatabase(source.database, format.tables, maxWholeBytes), inner);
    return part === null ? null : encoder.encode(part);
  }
  for (const text of format?.reads === 'whole' && 'bytes' in source ? await textsIn(source) : []) {
    const part = format?.reads === 'whole' ? format.partOf?.(text, inner) : null;
    if (part) {
      return encoder.encode(part);
    }
  }
  return null;
}

async function conversationsIn(
  source: WholeSource,
  id: ConversationFormatId,
): Promise<readonly WholeConversation[] | null> {
  const format = formatOf(id, source);
  if (format?.reads === 'tables' && 'database' in source) {
    return format.read(readDatabase(source.database, format.tables, maxWholeBytes));
  }
  return format?.reads === 'whole' && 'bytes' in source ? inTexts(await textsIn(source), format) : null;
}

function inTexts(texts: readonly string[], format: WholeFormat): readonly WholeConversation[] | null {
  const found = texts.map((text) => format.read(text));
  return found.length === 0 || found.includes(null) ? null : found.flatMap((some) => some ?? []);
}

const isConversations = (name: string): boolean => /(?:^|\/)conversations(?:-\d+)?\.json$/.test(name);
const decoder = new TextDecoder('utf-8', { fatal: true });

async function textsIn({ bytes, isZip }: Extract<WholeSource, { isZip: boolean }>): Promise<readonly string[]> {
  const all = isZip ? await unpackZip(bytes, isConversations, maxWholeBytes) : [bytes];
  try {
    return all.map((one) => decoder.decode(one));
  } catch (error) {
    throw new ContextureError('not_text', 'It is not text in UTF-8.', {}, { cause: error });
  }
}

function summaryOf({ items, odd, ...about }: WholeConversation): WholeSummary {
  const length = items.reduce((sum, item) => sum + lengthOf(item), 0);
  return { ...about, lastSaidAt: lastTimeOf(items), count: items.length, length, odd: odd.map(({ why }) => why) };
}

const lengthOf = ({ blocks }: ConversationItem): number =>
  blocks.reduce((sum, block) => sum + textOfBlock(block).length, 0);

/** The first of some items, one at least. */
function fitting(items: readonly ConversationItem[]): ConversationItem[] {
  let length = 0;
  const end = items.findIndex((item) => {
    length += lengthOf(item);
    return length > maxLength;
  });
  return items.slice(0, end < 0 ? items.length : Math.max(1, end));
}
