import type { EntryView, Splice } from '#shared/contract/features/memory.ts';
import { applySplices } from '#shared/contract/reading/entry-splices.ts';
import { matchEntries } from '#shared/entries/match-entries.ts';

const indexes = new WeakMap<readonly EntryView[], Map<string, EntryView>>();

/** The entry of an id among some entries, which are looked through once, however often they are asked. */
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

/** The entries after a change. What is known of those before is handed on, and costs what the change costs. */
export function splicedEntries(entries: readonly EntryView[], splices: readonly Splice[]): readonly EntryView[] {
  const index = indexes.get(entries);
  if (!index) {
    return applySplices(entries, splices);
  }
  // It is of those after from now on; those before would be looked through again.
  indexes.delete(entries);
  const after = applySplices(entries, splices, (removed, inserted) => {
    for (const entry of removed) {
      // One that moved may have been put in its new place before it is taken from the old.
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

/** After another engine has numbered the entries: the new ids of those still there that had another. */
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
