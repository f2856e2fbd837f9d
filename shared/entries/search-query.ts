import { isCorrection } from './correction.ts';
import { type EntryFields, sectionNames } from './entry.ts';
import { foldedForSearch, hasWords } from './search.ts';

/** What an entry is asked. `mark` says what others did to it, where that is known. */
export type Asked = Pick<EntryFields, 'category' | 'section' | 'key' | 'source' | 'date' | 'confidence' | 'flags'> & {
  readonly mark?: string | null;
};
type Passes = (entry: Asked) => boolean;

/** What can stand after `is:`. */
const states = {
  pinned: ({ flags }) => flags.pinned,
  confirmed: ({ flags }) => flags.confirmed,
  corrected: isCorrection,
  protected: ({ flags }) => flags.until !== null,
  new: ({ mark }) => mark === 'new',
  changed: ({ mark }) => mark === 'changed' || mark === 'superseded',
  undated: ({ date }) => date === null,
  certain: ({ confidence }) => confidence === 'certain',
  likely: ({ confidence }) => confidence === 'likely',
  tentative: ({ confidence }) => confidence === 'tentative',
} as const satisfies Readonly<Record<string, Passes>>;
export type StateName = keyof typeof states;
export const stateNames = Object.keys(states) as readonly StateName[];
const passesOf = new Map<string, Passes>(Object.entries(states));

/** A year, a month or a day. */
const dateLike = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;

/** What is asked by the name before a colon, given a folded value; null for a value that means nothing there. */
const fields = {
  is: (value) => passesOf.get(value) ?? null,
  in: (value) => (entry) => foldedForSearch(placeOf(entry)).includes(value),
  from: (value) =>
    value === 'me' ? isCorrection : ({ source }) => source !== null && foldedForSearch(source).includes(value),
  about:
    (value) =>
    ({ flags }) =>
      flags.about !== null && foldedForSearch(flags.about.name).includes(value),
  key:
    (value) =>
    ({ key }) =>
      key !== null && foldedForSearch(key).includes(value),
  before: (value) => (dateLike.test(value) ? ({ date }) => date !== null && date < value : null),
  after: (value) => (dateLike.test(value) ? ({ date }) => date !== null && date >= value : null),
} as const satisfies Readonly<Record<string, (value: string) => Passes | null>>;
export type FieldName = keyof typeof fields;
export const fieldNames = Object.keys(fields) as readonly FieldName[];
const fieldOf = new Map<string, (value: string) => Passes | null>(Object.entries(fields));

const placeOf = ({ category, section }: Asked): string => (category === null ? section : sectionNames[category]);

/** What a search asks for, as it is written: words, "a phrase", -without, is:pinned, from:NAME, before:2026-03. */
export type Search = {
  /** Words and phrases that must all occur, folded. */
  readonly words: readonly string[];
  /** Words and phrases that must not. */
  readonly without: readonly string[];
  /** What an entry must be beside that. */
  readonly conditions: readonly Passes[];
};

/** A part of a search: whether it is turned round, a name before a colon, and a text, in quotes or not. */
const part = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))?/giu;

/** What is not understood as more is looked for as a word; what is not finished yet leaves nothing out. */
export function readSearch(query: string): Search {
  const words: string[] = [];
  const without: string[] = [];
  const conditions: Passes[] = [];
  for (const [whole, minus = '', name, quoted, plain = ''] of query.matchAll(part)) {
    const value = foldedForSearch(quoted ?? plain)
      .trim()
      .replace(/\s+/g, ' ');
    const field = fieldOf.get(name?.toLowerCase() ?? '');
    if (field && value === '') {
      continue;
    }
    const passes = field?.(value) ?? null;
    if (passes) {
      conditions.push(minus === '' ? passes : (entry) => !passes(entry));
      continue;
    }
    // Of what means nothing by its name, the name is a word, too.
    const text = name === undefined ? value : foldedForSearch(minus === '' ? whole : whole.slice(1));
    if (text !== '') {
      (minus === '' ? words : without).push(text);
    }
  }
  return { words, without, conditions };
}

export const asksNothing = ({ words, without, conditions }: Search): boolean =>
  words.length + without.length + conditions.length === 0;

/** @param text what of the entry is searched, folded */
export const isFound = (text: string, entry: Asked, { words, without, conditions }: Search): boolean =>
  hasWords(text, words) && !without.some((word) => text.includes(word)) && conditions.every((passes) => passes(entry));

const inWord = /[\p{L}\p{N}\p{M}]/u;

/** Whether every word occurs by itself, rather than within a longer one. @param text folded, as the words are */
export const hasWholeWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (!inWord.test(text[at - 1] ?? '') && !inWord.test(text[at + word.length] ?? '')) {
        return true;
      }
    }
    return false;
  });
