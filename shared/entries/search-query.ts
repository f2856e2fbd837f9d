import { withProgramNamed } from '../programs/program-ids.ts';
import { isCorrection } from './correction.ts';
import { type EntryFields, sectionNames } from './entry.ts';
import { foldedForSearch, hasWords } from './search.ts';

/** Searched fields of an entry. `mark` is the change by others, if known. */
export type SearchedEntry = Pick<
  EntryFields,
  'category' | 'section' | 'key' | 'source' | 'date' | 'confidence' | 'flags'
> & {
  readonly mark?: string | null;
};
type Passes = (entry: SearchedEntry) => boolean;

/** Words possible after `is:`. */
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

/** Folds a text like a query, whatever blanks are typed. */
const flat = (text: string): string => foldedForSearch(text).replace(/\s+/g, ' ');

/** Year, month or day. */
const dateLike = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;

/** Conditions by the name before a colon, given a folded value; null for a value without a meaning there. */
const fields = {
  is: (value) => passesOf.get(value) ?? null,
  in: (value) => (entry) => flat(placeOf(entry)).includes(value),
  from: (value) =>
    value === 'me' || value === 'you'
      ? isCorrection
      : ({ source }) => source !== null && [source, asShown(source)].some((one) => flat(one).includes(value)),
  about:
    (value) =>
    ({ flags }) =>
      flags.about !== null && flat(flags.about.name).includes(value),
  key:
    (value) =>
    ({ key }) =>
      key !== null && flat(key).includes(value),
  before: (value) => (dateLike.test(value) ? ({ date }) => date !== null && date < value : null),
  after: (value) => (dateLike.test(value) ? ({ date }) => date !== null && date >= value : null),
} as const satisfies Readonly<Record<string, (value: string) => Passes | null>>;
export type FieldName = keyof typeof fields;
export const fieldNames = Object.keys(fields) as readonly FieldName[];
const fieldOf = new Map<string, (value: string) => Passes | null>(Object.entries(fields));

/** Formats a source as shown, so that it is found by the visible text. */
export const asShown = (source: string): string =>
  source === 'post_query'
    ? 'After a question'
    : withProgramNamed(source)
        .replace(/[_\s]+/g, ' ')
        .trim();

const placeOf = ({ category, section }: SearchedEntry): string =>
  category === null ? section : sectionNames[category];

/** Parsed search: words, "a phrase", one|another, -without, is:pinned, from:NAME, before:2026-03. */
export type EntrySearch = {
  /** Words and phrases that must all occur, folded. */
  readonly words: readonly string[];
  /** Groups of alternatives, one of which must occur; short ones as a whole word, or they match too much. */
  readonly either: readonly (readonly string[])[];
  /** Words and phrases that must not occur. */
  readonly without: readonly string[];
  readonly conditions: readonly Passes[];
};

/** Part of a search: a minus, a name before a colon, and a text, in quotes or not. */
const part = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))?/giu;

/** Replaces typographic quotes, which some keyboards insert. */
const withPlainQuotes = (query: string): string => query.replaceAll(/[“”„«»]/gu, '"');

/** Parses a search. A part that is not understood is searched for as a word; an unfinished one excludes nothing. */
export function readSearch(query: string): EntrySearch {
  const words: string[] = [];
  const either: string[][] = [];
  const without: string[] = [];
  const conditions: Passes[] = [];
  for (const [whole, minus = '', name, quoted, plain = ''] of withPlainQuotes(query).matchAll(part)) {
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
    // If a value means nothing there, the name is a word too.
    const text = name === undefined ? value : foldedForSearch(minus === '' ? whole : whole.slice(1));
    const choices = name === undefined && quoted === undefined ? text.split('|').filter(Boolean) : [text];
    if (minus !== '') {
      without.push(...choices.filter(Boolean));
    } else if (choices.length > 1) {
      either.push(choices);
    } else if (text !== '') {
      words.push(choices[0] ?? text);
    }
  }
  return { words, either, without, conditions };
}

/** Lists names before a colon whose value means nothing there, so that they are words: `is:blue`, `before:June`. */
export const unreadIn = (query: string): readonly FieldName[] =>
  [...withPlainQuotes(query).matchAll(part)].flatMap(([, , name, quoted, plain = '']) => {
    const field = fieldNames.find((one) => one === name?.toLowerCase());
    const value = foldedForSearch(quoted ?? plain).trim();
    return field !== undefined && value !== '' && fields[field](value) === null ? [field] : [];
  });

export const asksNothing = ({ words, either, without, conditions }: EntrySearch): boolean =>
  words.length + either.length + without.length + conditions.length === 0;

export const wordsIn = ({ words, either }: EntrySearch): readonly string[] => [...words, ...either.flat()];

/** True if a text matches the words of a search. @param text folded */
export const matchesSearch = (text: string, { words, either, without }: EntrySearch): boolean =>
  hasWords(text, words) &&
  either.every((choices) => choices.some((word) => hasChoice(text, word))) &&
  !without.some((word) => text.includes(word));

/** Length from which a word may be the beginning of another: “recipe” of “recipes”, but not “tea” of “teacher”. */
const longWord = 5;

const hasChoice = (text: string, word: string): boolean =>
  word.length < longWord ? hasWord(text, word) || hasWord(text, `${word}s`) : hasWord(text, word, true);

/** @param text searched text of the entry, folded */
export const isFound = (text: string, entry: SearchedEntry, search: EntrySearch): boolean =>
  matchesSearch(text, search) && search.conditions.every((passes) => passes(entry));

/** Each character may begin a word in scripts without blanks. */
const inWord = /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}]/u;

/** True if a word occurs by itself, or begins a longer one if `mayGoOn`. @param text folded, as the word is */
function hasWord(text: string, word: string, mayGoOn = false): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!inWord.test(text[at - 1] ?? '') && (mayGoOn || !inWord.test(text[at + word.length] ?? ''))) {
      return true;
    }
  }
  return false;
}

/** True if every word occurs by itself, rather than within a longer one. @param text folded, as the words are */
export const hasWholeWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => hasWord(text, word));
