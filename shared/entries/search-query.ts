import { withProgramNamed } from '../connections/program-ids.ts';
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

/** As what is asked for is read, whatever blanks are typed. */
const flat = (text: string): string => foldedForSearch(text).replace(/\s+/g, ' ');

/** A year, a month or a day. */
const dateLike = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;

/** What is asked by the name before a colon, given a folded value; null for a value that means nothing there. */
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

/** A source as it is shown, so that it is found by what one reads. */
export const asShown = (source: string): string =>
  source === 'post_query'
    ? 'After a question'
    : withProgramNamed(source)
        .replace(/[_\s]+/g, ' ')
        .trim();

const placeOf = ({ category, section }: Asked): string => (category === null ? section : sectionNames[category]);

/** What a search asks for, as it is written: words, "a phrase", one|another, -without, is:pinned, from:NAME, before:2026-03. */
export type Search = {
  /** Words and phrases that must all occur, folded. */
  readonly words: readonly string[];
  /** Of each of these, one word must occur; a short one by itself, or it would be found in too many others. */
  readonly either: readonly (readonly string[])[];
  /** Words and phrases that must not. */
  readonly without: readonly string[];
  /** What an entry must be beside that. */
  readonly conditions: readonly Passes[];
};

/** A part of a search: whether it is turned round, a name before a colon, and a text, in quotes or not. */
const part = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))?/giu;

/** Keyboards that write for people make the quotes that open and close. */
const withPlainQuotes = (query: string): string => query.replaceAll(/[“”„«»]/gu, '"');

/** What is not understood as more is looked for as a word; what is not finished yet leaves nothing out. */
export function readSearch(query: string): Search {
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
    // Of what means nothing by its name, the name is a word, too.
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

/** Names before a colon whose value means nothing there, so that they are looked for as words: `is:blue`, `before:June`. */
export const unreadIn = (query: string): readonly FieldName[] =>
  [...withPlainQuotes(query).matchAll(part)].flatMap(([, , name, quoted, plain = '']) => {
    const field = fieldNames.find((one) => one === name?.toLowerCase());
    const value = foldedForSearch(quoted ?? plain).trim();
    return field !== undefined && value !== '' && fields[field](value) === null ? [field] : [];
  });

export const asksNothing = ({ words, either, without, conditions }: Search): boolean =>
  words.length + either.length + without.length + conditions.length === 0;

/** All words in a text that a search is for, to be marked there. */
export const wordsIn = ({ words, either }: Search): readonly string[] => [...words, ...either.flat()];

/** Whether a text says what a search asks a text to say. @param text folded */
export const isSaid = (text: string, { words, either, without }: Search): boolean =>
  hasWords(text, words) &&
  either.every((choices) => choices.some((word) => hasChoice(text, word))) &&
  !without.some((word) => text.includes(word));

/** So long a word may be the beginning of another: “recipe” of “recipes”, but not “tea” of “teacher”. */
const longWord = 5;

const hasChoice = (text: string, word: string): boolean =>
  word.length < longWord ? hasWord(text, word) || hasWord(text, `${word}s`) : hasWord(text, word, true);

/** @param text what of the entry is searched, folded */
export const isFound = (text: string, entry: Asked, search: Search): boolean =>
  isSaid(text, search) && search.conditions.every((passes) => passes(entry));

/** In scripts without blanks between words each character may begin one. */
const inWord = /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}]/u;

/** Whether a word occurs by itself, or at the beginning of a longer one where it may go on. @param text folded, as the word is */
function hasWord(text: string, word: string, mayGoOn = false): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!inWord.test(text[at - 1] ?? '') && (mayGoOn || !inWord.test(text[at + word.length] ?? ''))) {
      return true;
    }
  }
  return false;
}

/** Whether every word occurs by itself, rather than within a longer one. @param text folded, as the words are */
export const hasWholeWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => hasWord(text, word));
