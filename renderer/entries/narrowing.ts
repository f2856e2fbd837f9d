import type { EntryView } from '#shared/contract/features/memory.ts';
import { foldedForSearch, hasWords, searchedText } from '#shared/entries/search.ts';
import { perObject } from '#shared/text/per-object.ts';

/** What an entry is searched in. Folded once: to fold it again with each key is most of what a search would cost. */
const foldedText = perObject((entry: EntryView): string =>
  entry.source === null ? searchedText(entry) : `${searchedText(entry)} ${foldedForSearch(entry.source)}`,
);

/** Every word must occur somewhere in the entry, in any order and case. */
export function matchesWords(entry: EntryView, words: readonly string[]): boolean {
  return words.length === 0 || hasWords(foldedText(entry), words);
}

export function toggled<T>(choices: readonly T[], choice: T): T[] {
  return choices.includes(choice) ? choices.filter((other) => other !== choice) : [...choices, choice];
}
