import type { EntryFields } from './entry.ts';

/** In one case, and with letters and their accents in one piece. */
export const foldedForSearch = (text: string): string => text.normalize('NFC').toLowerCase();

/** The words of a search. */
export const searchWords = (query: string): string[] => foldedForSearch(query).split(/\s+/).filter(Boolean);

/** What an entry is searched in: its line as it stands in the file, its key as it is read, who or what it is about, and the heading it is shown under. */
export function searchedText(entry: Pick<EntryFields, 'category' | 'section' | 'key' | 'value' | 'flags'>): string {
  const { category, section, key, value, flags } = entry;
  const line = key === null ? value : `${key}: ${value}`;
  // A key is read with blanks in place of what joins its words.
  const asRead = key?.includes('_') ? ` ${key.replaceAll('_', ' ')}` : '';
  const about = flags.about === null ? '' : ` ${flags.about.name}`;
  return foldedForSearch(`${line}${asRead}${about}${category === null ? ` ${section}` : ''}`);
}

/** Whether every word occurs somewhere, in any order. @param text folded, as the words are */
export const hasWords = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word));
