import type { EntryView } from '#shared/contract/features/memory.ts';
import { matchEntries } from '#shared/entries/match-entries.ts';

/**
 * Which entry is which after a reading by another engine, which renumbers them: the new id of each old one that is
 * still there under another id.
 */
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
