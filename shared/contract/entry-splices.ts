import type { EntryView, Splice } from './model.ts';

/** The entries after a change, from those before it. Splices are applied in turn, each to the result of the last. */
export function applySplices(entries: readonly EntryView[], splices: readonly Splice[]): EntryView[] {
  const list = [...entries];
  for (const { index, remove, insert } of splices) {
    if (insert.length < 10_000) {
      list.splice(index, remove, ...insert);
    } else {
      // Spreading this many arguments would overflow the stack.
      const tail = list.splice(index).slice(remove);
      for (const part of [insert, tail]) {
        for (const entry of part) {
          list.push(entry);
        }
      }
    }
  }
  return list;
}
