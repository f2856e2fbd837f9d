import type { EntryView } from '#shared/contract/features/memory.ts';
import { perObject } from '#shared/text/per-object.ts';

/** The words of a search. */
export const searchWords = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

/** What an entry is searched in. Folded once: to fold it again with each key is most of what a search would cost. */
const foldedText = perObject((entry: EntryView): string =>
  `${entry.key ?? ''} ${entry.value} ${entry.source ?? ''}`.toLowerCase(),
);

/** Every word must occur somewhere in the entry, in any order and case. */
export function matchesWords(entry: EntryView, words: readonly string[]): boolean {
  return words.length === 0 || hasWords(foldedText(entry), words);
}

/** @param text in lower case, as the words are */
export const hasWords = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));

export function toggled<T>(choices: readonly T[], choice: T): T[] {
  return choices.includes(choice) ? choices.filter((other) => other !== choice) : [...choices, choice];
}
