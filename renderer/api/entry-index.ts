import type { EntryView, Splice } from '#shared/contract/features/memory.ts';
import { applySplices } from '#shared/contract/reading/entry-splices.ts';
import { matchEntries } from '#shared/entries/match-entries.ts';

const indexes = new WeakMap<readonly EntryView[], Map<string, EntryView>>();

/** Entry by id. The entries are indexed once, however many lookups follow. */
export function entryIn(entries: readonly EntryView[], id: string | null): EntryView | undefined {
  if (id === null) {
    return undefined;
  }
  let index = indexes.get(entries);
  if (!index) {
    index = new Map(entries.map((entry) => [entry.id, entry]));
    indexes.set(entries, index);
  }
  return index.get(id);
}

/** Entries after a change. The index moves on to them, at the cost of the change alone. */
export function splicedEntries(entries: readonly EntryView[], splices: readonly Splice[]): readonly EntryView[] {
  const index = indexes.get(entries);
  if (!index) {
    return applySplices(entries, splices);
  }
  // The index now belongs to the new entries; the old ones would be indexed again.
  indexes.delete(entries);
  const after = applySplices(entries, splices, (removed, inserted) => {
    for (const entry of removed) {
      // A moved entry may have been inserted in its new place before it is removed from the old.
      if (index.get(entry.id) === entry) {
        index.delete(entry.id);
      }
    }
    for (const entry of inserted) {
      index.set(entry.id, entry);
    }
  });
  indexes.set(after, index);
  return after;
}

/** Maps old ids to new ones after another engine has numbered the entries; without those that kept theirs or are gone. */
export function carryIds(before: readonly EntryView[], after: readonly EntryView[]): ReadonlyMap<string, string> {
  const carried = new Map<string, string>();
  const textOf = new Map(after.map((entry) => [entry.id, entry.raw]));
  if (before.every((entry) => textOf.get(entry.id) === entry.raw)) {
    return carried;
  }
  const match = matchEntries(before, after);
  for (const pair of [...match.kept, ...match.changed]) {
    if (pair.before.id !== pair.after.id) {
      carried.set(pair.before.id, pair.after.id);
    }
  }
  return carried;
}
