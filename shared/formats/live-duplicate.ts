import type { Category } from '../entries/entry.ts';
import { perObject } from '../text/per-object.ts';
import type { MemoryDocument, ParsedEntry } from './document.ts';

/** Entries of a document by section and key, the first of those that share both. Thousands may return at once. */
const byKey = perObject(
  (document: MemoryDocument): ReadonlyMap<string, ParsedEntry> =>
    new Map(
      document.entries
        .toReversed()
        .flatMap((one) => (one.key === null ? [] : [[nameOf(one.category, one.key), one] as const])),
    ),
);

const nameOf = (category: string | null, key: string): string => `${category}/${key}`;

/** Finds the live entry a returning one would contradict: the same category and key. */
export function liveDuplicate(
  document: MemoryDocument,
  entry: ParsedEntry,
  category: Category | null,
): ParsedEntry | undefined {
  return entry.key === null ? undefined : byKey(document).get(nameOf(category, entry.key));
}
