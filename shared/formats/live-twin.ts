import type { Category } from '../entries/entry.ts';
import type { MemoryDocument, ParsedEntry } from './document.ts';

/** The entries of a document by section and key, the first of those that share both. Thousands may return at once. */
const byKey = new WeakMap<MemoryDocument, ReadonlyMap<string, ParsedEntry>>();

const nameOf = (category: string | null, key: string): string => `${category}/${key}`;

/** The live entry a returning one would contradict: the same category and key. */
export function liveTwin(document: MemoryDocument, entry: ParsedEntry, category: Category): ParsedEntry | undefined {
  let live = byKey.get(document);
  if (!live) {
    live = new Map(
      document.entries
        .toReversed()
        .flatMap((one) => (one.key === null ? [] : [[nameOf(one.category, one.key), one] as const])),
    );
    byKey.set(document, live);
  }
  return entry.key === null ? undefined : live.get(nameOf(category, entry.key));
}
