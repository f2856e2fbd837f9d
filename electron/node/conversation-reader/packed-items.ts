import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ConversationItem } from '#shared/contract/features/conversations.ts';

/** Items in order, as compressed JSON: bytes outside the heap, which threads hand over instead of copying. */
export type PackedItems = { readonly count: number; readonly pages: readonly Page[] };
/** Consecutive items. `first` is the number of the first one. */
type Page = { readonly first: number; readonly bytes: Uint8Array };

/** Items packed together, few enough to unpack one quickly. */
const maxItems = 50;
const maxLength = 64 * 1024;

const decoder = new TextDecoder();

export function packItems(items: readonly ConversationItem[]): PackedItems {
  const pages: Page[] = [];
  let texts: string[] = [];
  let length = 0;
  for (const [number, item] of items.entries()) {
    const text = JSON.stringify(item);
    texts.push(text);
    length += text.length;
    if (texts.length === maxItems || length >= maxLength || number === items.length - 1) {
      pages.push({ first: number + 1 - texts.length, bytes: deflateRawSync(`[${texts.join(',')}]`, { level: 1 }) });
      texts = [];
      length = 0;
    }
  }
  return { count: items.length, pages };
}

/** Unpacks the items from a number on, as they are asked for. */
export function* itemsFrom({ pages }: PackedItems, from: number): Generator<ConversationItem> {
  const begin = pages.findLastIndex(({ first }) => first <= from);
  for (const page of begin < 0 ? [] : pages.slice(begin)) {
    yield* unpacked(page).slice(Math.max(0, from - page.first));
  }
}

/** Unpacks the items before a number, the last one first. */
export function* itemsBefore({ pages }: PackedItems, before: number): Generator<ConversationItem> {
  for (const page of pages.filter(({ first }) => first < before).toReversed()) {
    yield* unpacked(page)
      .slice(0, before - page.first)
      .toReversed();
  }
}

const unpacked = ({ bytes }: Page): ConversationItem[] =>
  JSON.parse(decoder.decode(inflateRawSync(bytes))) as ConversationItem[];
