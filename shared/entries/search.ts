import type { EntryFields } from './entry.ts';

/** Folds a text to one case, with letters and their accents composed. */
export const foldedForSearch = (text: string): string => text.normalize('NFC').toLowerCase();

export const searchWords = (query: string): string[] => foldedForSearch(query).split(/\s+/).filter(Boolean);

/** Joins the searched texts of an entry: its line, its key as it is read, its subject, and the heading it is under. */
export function searchedText(entry: Pick<EntryFields, 'category' | 'section' | 'key' | 'value' | 'flags'>): string {
  const { category, section, key, value, flags } = entry;
  const line = key === null ? value : `${key}: ${value}`;
  // A key is read with blanks in place of the characters that join its words.
  const asRead = key?.includes('_') ? ` ${key.replaceAll('_', ' ')}` : '';
  const about = flags.about === null ? '' : ` ${flags.about.name}`;
  return foldedForSearch(`${line}${asRead}${about}${category === null ? ` ${section}` : ''}`);
}

/** True if every word occurs somewhere, in any order. @param text folded, as the words are */
export const hasWords = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));
