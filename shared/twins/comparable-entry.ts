import type { EntryFields } from '../entries/entry.ts';

export type ComparableEntry = Pick<EntryFields, 'category' | 'key' | 'value'>;

/** Length below which a value says too little without its key: “yes” is no statement. */
const fewestCharacters = 16;

/** Normalises a text for comparison: without case, emphasis, and the full stop at the end. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/(?:\s?[.!;,。])$/, '');

/** Normalises a key: `unit_preference`, `Unit preference` and `unit-preference` are one. */
export const plainKey = (key: string): string => plain(key).replaceAll(/[\s_-]+/g, ' ');

/** Returns the compared text of an entry: its value, with its key before it if that is short. */
export function plainText({ key, value }: ComparableEntry): string {
  const normalised = plain(value);
  return key === null || normalised.length >= fewestCharacters ? normalised : `${plainKey(key)}: ${normalised}`;
}

export const plainValue = ({ value }: Pick<ComparableEntry, 'value'>): string => plain(value);

const numberWords =
  'one two three four five six seven eight nine ten eleven twelve dozen twenty thirty hundred thousand';
const days = 'mon tue wed thu fri sat sun';
const months = 'jan feb mar apr may jun jul aug sep oct nov dec';
const endings = '(?:day|sday|nesday|rsday|urday|uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?s?';
const words = (list: string, after: string): string => `\\b(?:${list.replaceAll(' ', '|')})${after}\\b`;
/** “May” and “march” are also ordinary words: they are months beside a number. */
const numberPattern = new RegExp(
  [String.raw`\d+(?:[.,:/-]\d+)*`, words(numberWords, ''), words(days, endings), words(months, endings)].join('|'),
  'g',
);

/** Lists the numbers, weekdays and months of a text (in English): texts that differ in one say two things. */
export const numbersIn = (text: string): string =>
  (text.match(numberPattern) ?? []).map((found) => (/^\d/.test(found) ? found : found.slice(0, 3))).join(' ');
