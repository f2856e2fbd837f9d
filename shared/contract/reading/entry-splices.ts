import type { EntryView, Splice } from '../features/memory.ts';

/** Applies splices to the entries, each to the result of the last. `follow` receives what each removed and inserted. */
export function applySplices(
  entries: readonly EntryView[],
  splices: readonly Splice[],
  follow?: (removed: readonly EntryView[], inserted: readonly EntryView[]) => void,
): EntryView[] {
  const list = [...entries];
  for (const { index, remove, insert } of splices) {
    if (insert.length < 10_000) {
      const removed = list.splice(index, remove, ...insert);
      follow?.(removed, insert);
    } else {
      // Spreading this many arguments would overflow the stack.
      const tail = list.splice(index);
      follow?.(tail.slice(0, remove), insert);
      for (const part of [insert, tail.slice(remove)]) {
        for (const entry of part) {
          list.push(entry);
        }
      }
    }
  }
  return list;
}
