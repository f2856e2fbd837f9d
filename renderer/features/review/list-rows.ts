import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
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

/** Same object each time for an entry, so that its row need not be drawn again. */
export const itemOf = perObject((entry: EntryView): ListItem => ({ kind: 'entry', id: entry.id, entry }));

/** Index of the row of an id; null if it has none. */
export function placeOf(rows: readonly ListItem[], id: string | null): number | null {
  const place = id === null ? -1 : rows.findIndex((row) => row.id === id);
  return place < 0 ? null : place;
}

/** Ids of the entries among rows, top to bottom. */
export const entryIdsIn = (rows: readonly ListItem[]): readonly string[] =>
  rows.flatMap((row) => (row.kind === 'entry' ? [row.id] : []));
