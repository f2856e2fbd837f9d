import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { perObject } from '#shared/text/per-object.ts';

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

/** Same object each time for an entry, so that its row need not be drawn again. */
export const reviewItem = perObject((entry: EntryView): ListItem => ({ kind: 'entry', key: entry.id, entry }));

export function rowPlace(rows: readonly ListItem[], key: string | null): number | null {
  const place = key === null ? -1 : rows.findIndex((row) => row.key === key);
  return place < 0 ? null : place;
}

export const entryIdsIn = (rows: readonly ListItem[]): readonly string[] =>
  rows.flatMap((row) => (row.kind === 'entry' ? [row.key] : []));
