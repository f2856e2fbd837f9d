import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { lastFrom } from '#shared/text/last-from.ts';
import { perObject } from '#shared/text/per-object.ts';

/** A row of the Review list. */
export type ListItem =
  | {
      readonly kind: 'group' | 'subgroup';
      readonly id: string;
      readonly title: string;
      readonly count: number;
      readonly folded: boolean;
    }
  | { readonly kind: 'entry'; readonly id: string; readonly entry: EntryView }
  | { readonly kind: 'waterline'; readonly id: string; readonly text: string }
  | { readonly kind: 'not-understood'; readonly id: string; readonly line: number; readonly text: string }
  | { readonly kind: 'archived'; readonly id: string; readonly entry: ArchivedEntry }
  | { readonly kind: 'more-archived'; readonly id: string; readonly count: number };

/** A part of the list: a single row, or the rows of many entries, one below the other. */
export type ListPart = ListItem | { readonly kind: 'entries'; readonly entries: readonly EntryView[] };

/** Rows of the Review list; only those looked at are created. */
export type ListRows = {
  readonly length: number;
  at(index: number): ListItem | undefined;
  /** Ids of all rows, top to bottom. */
  readonly ids: readonly string[];
  /** Row of an id. Searches all rows: for a few ids, that costs far less than a map. */
  placeOf(id: string): number | undefined;
  /** Ids of the entries among the rows, top to bottom. */
  readonly order: readonly string[];
  /** The headings among the rows, top to bottom. */
  readonly headings: readonly HeadingPlace[];
};

export type HeadingPlace = { readonly index: number; readonly kind: 'group' | 'subgroup' };

/** Same object each time an entry's row is looked at, so that the row need not be drawn again. */
const itemOf = perObject((entry: EntryView): ListItem => ({ kind: 'entry', id: entry.id, entry }));

export function rowsOf(parts: readonly ListPart[]): ListRows {
  /** Row at which each part begins. */
  const starts: number[] = [];
  const ids: string[] = [];
  const order: string[] = [];
  const headings: HeadingPlace[] = [];
  for (const part of parts) {
    starts.push(ids.length);
    if (part.kind === 'entries') {
      for (const { id } of part.entries) {
        ids.push(id);
        order.push(id);
      }
      continue;
    }
    if (part.kind === 'group' || part.kind === 'subgroup') {
      headings.push({ index: ids.length, kind: part.kind });
    }
    ids.push(part.id);
  }
  const { length } = ids;
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
    ids,
    placeOf(id) {
      const place = ids.indexOf(id);
      return place < 0 ? undefined : place;
    },
    order,
    headings,
  };
}
