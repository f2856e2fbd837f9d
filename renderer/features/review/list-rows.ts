import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { lastFrom } from '#shared/text/last-from.ts';
import { perObject } from '#shared/text/per-object.ts';
import type { HeadingPlace, ListRows } from '../../list/list-rows.ts';
import { eachOf, type Sliced } from '../../ui/sliced.ts';

/** A row of the Review list. */
export type ListItem =
  | {
      readonly kind: 'group' | 'subgroup';
      readonly key: string;
      readonly title: string;
      readonly count: number;
      readonly folded: boolean;
    }
  | { readonly kind: 'entry'; readonly key: string; readonly entry: EntryView }
  | { readonly kind: 'waterline'; readonly key: string; readonly text: string }
  | { readonly kind: 'not-understood'; readonly key: string; readonly line: number; readonly text: string }
  | { readonly kind: 'archived'; readonly key: string; readonly entry: ArchivedEntry }
  | { readonly kind: 'more-archived'; readonly key: string; readonly count: number };

/** A part of the list: a single row, or the rows of many entries, one below the other. */
export type ListPart = ListItem | { readonly kind: 'entries'; readonly entries: readonly EntryView[] };

/** Rows of the Review list. */
export type ReviewRows = ListRows<ListItem> & {
  /** Keys of all rows, top to bottom. */
  readonly keys: readonly string[];
  /** Ids of the entries among the rows, top to bottom. */
  readonly order: readonly string[];
};

/** Same object each time an entry's row is looked at, so that the row need not be drawn again. */
const itemOf = perObject((entry: EntryView): ListItem => ({ kind: 'entry', key: entry.id, entry }));

export function* rowsOf(parts: readonly ListPart[]): Sliced<ReviewRows> {
  /** Row at which each part begins. */
  const starts: number[] = [];
  const keys: string[] = [];
  const order: string[] = [];
  const headings: HeadingPlace[] = [];
  for (const part of parts) {
    starts.push(keys.length);
    if (part.kind === 'entries') {
      yield* eachOf(part.entries, ({ id }) => {
        keys.push(id);
        order.push(id);
      });
      continue;
    }
    if (part.kind === 'group' || part.kind === 'subgroup') {
      headings.push({ index: keys.length, level: part.kind === 'group' ? 2 : 3 });
    }
    keys.push(part.key);
  }
  const { length } = keys;
  return {
    length,
    at(index) {
      if (index < 0 || index >= length) {
        return undefined;
      }
      // Last part that begins at or before a row, and has one.
      const part = lastFrom(starts, index, (start) => start);
      const { [part]: found } = parts;
      if (found?.kind !== 'entries') {
        return found;
      }
      const entry = found.entries[index - (starts[part] ?? 0)];
      return entry && itemOf(entry);
    },
    keys,
    // Searches all rows: for a few keys, that costs far less than a map.
    placeOf(key) {
      const place = keys.indexOf(key);
      return place < 0 ? undefined : place;
    },
    idAt: (index) => keys[index] ?? index,
    order,
    headings,
  };
}
