import type { EntryView } from '#shared/contract/features/memory.ts';
import { foldedForSearch, hasWords, searchedText } from '#shared/entries/search.ts';
import { type EntrySearch, isFound } from '#shared/entries/search-query.ts';
import { perObject } from '#shared/text/per-object.ts';

/** Line with the content of an entry's row, then its source. Folded once: that is most of what a search would cost. */
const foldedText = perObject((entry: EntryView): string => {
  const text = searchedText(entry).replaceAll('\n', ' ');
  return entry.source === null ? text : `${text}\n${foldedForSearch(entry.source)}`;
});

/** Part of it that the row shows. */
export const foldedShown = (entry: EntryView): string => foldedText(entry).split('\n', 1)[0] ?? '';

/** True if every word occurs somewhere in the entry, in any order and case. */
export function matchesWords(entry: EntryView, words: readonly string[]): boolean {
  return words.length === 0 || hasWords(foldedText(entry), words);
}

export const passesSearch = (entry: EntryView, search: EntrySearch): boolean =>
  isFound(foldedText(entry), entry, search);

export function toggled<T>(choices: readonly T[], choice: T): T[] {
  return choices.includes(choice) ? choices.filter((other) => other !== choice) : [...choices, choice];
}
