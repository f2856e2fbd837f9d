import { charactersIn, countInWords } from '../text/counts.ts';
import { splitLines } from '../text/lines.ts';
import { perObject } from '../text/per-object.ts';
import type { EntryFields } from './entry.ts';
import { countWords, estimateOfWords } from './token-estimate.ts';

/** Measures of tokens: our own format's estimate of words × 1.3, or the count of a real tokenizer. */
export const tokenMeasures = ['estimate', 'count'] as const;
export type TokenMeasure = (typeof tokenMeasures)[number];
/** Measures including characters, for assistants that count those. */
export const measureNames = [...tokenMeasures, 'characters'] as const;
export type MeasureName = (typeof measureNames)[number];

/** Names the unit of an amount: 1 → "token", 2 → "characters". */
export function unitInWords(measure: MeasureName, amount: number): string {
  const unit = measure === 'characters' ? 'character' : 'token';
  return amount === 1 ? unit : `${unit}s`;
}

/** Formats an amount: 1742 → "1,742 characters". */
export const amountInWords = (amount: number, measure: MeasureName): string =>
  `${countInWords(amount)} ${unitInWords(measure, amount)}`;

/** Measure of size: weights, which add up, and their tokens. The size rules know nothing else. */
export type Measure<E> = {
  readonly name: MeasureName;
  /** Returns the weight of an entry's lines: removing the entry frees exactly that. */
  readonly weightOf: (entry: E) => number;
  readonly tokensOf: (weight: number) => number;
  /** Returns the least weight that comes to so many tokens. */
  readonly weightFor: (tokens: number) => number;
};

export type WeighedEntry = Pick<EntryFields, 'raw' | 'key' | 'value' | 'words' | 'bracketWords' | 'flags'>;

type MeasuredText = { readonly text: string; readonly words: number; readonly entries: readonly WeighedEntry[] };

export type TextMeasure = Measure<WeighedEntry> & {
  /** Returns the part of an entry's weight that is not its key and value. */
  readonly overheadOf: (entry: WeighedEntry) => number;
  readonly ofDocument: (document: MeasuredText) => number;
  readonly ofText: (text: string) => number;
  /** Measure that also weighs entries about someone else, if this one doesn't. */
  readonly whole?: TextMeasure;
};

type Scale = Pick<Measure<unknown>, 'name' | 'tokensOf' | 'weightFor'>;

const scales: Readonly<Record<MeasureName, Scale>> = {
  estimate: { name: 'estimate', tokensOf: estimateOfWords, weightFor: (tokens) => Math.ceil(tokens / 1.3) },
  count: { name: 'count', tokensOf: (weight) => weight, weightFor: Math.ceil },
  characters: { name: 'characters', tokensOf: (weight) => weight, weightFor: Math.ceil },
};

/** Estimate of the format: a weight is a number of words. */
export const estimate: TextMeasure = {
  ...scales.estimate,
  weightOf: ({ words }) => words,
  overheadOf: ({ bracketWords }) => bracketWords,
  ofDocument: ({ words }) => words,
  ofText: countWords,
};

/** Makes the measure in characters, a line end as one. @param between number of characters between two entries */
export function characterMeasure(between: number): TextMeasure {
  const count = (text: string): number => charactersIn(text.replaceAll('\r\n', '\n'));
  return {
    ...scales.characters,
    weightOf: ({ raw }) => count(raw) + between,
    overheadOf: (entry) => count(entry.raw) + between - count(keyAndValue(entry)),
    ofDocument: perObject(({ text }) => count(text)),
    ofText: count,
  };
}

/** Makes the same measure without entries about someone else, which are recalled when needed and so are free. */
export const leavingOut = perObject((whole: TextMeasure): TextMeasure => {
  const isOut = ({ flags }: WeighedEntry): boolean => flags.about !== null;
  return {
    ...whole,
    whole,
    weightOf: (entry) => (isOut(entry) ? 0 : whole.weightOf(entry)),
    overheadOf: (entry) => (isOut(entry) ? 0 : whole.overheadOf(entry)),
    ofDocument: perObject((document) =>
      document.entries.reduce(
        (left, entry) => left - (isOut(entry) ? whole.weightOf(entry) : 0),
        whole.ofDocument(document),
      ),
    ),
  };
});

/** Makes the measure of entries that were weighed already, as an interface has them. */
export const measureOfWeighed = (name: MeasureName): Measure<{ readonly weight: number }> => ({
  ...scales[name],
  weightOf: ({ weight }) => weight,
});

export const weightOfAll = (entries: readonly { readonly weight: number }[]): number =>
  entries.reduce((sum, { weight }) => sum + weight, 0);

/** Length of a stretch counted in one go, in UTF-16 units: a tokenizer takes ever longer for a word without an end. */
const longestPiece = 500;

/**
 * Makes the measure of a tokenizer. Lines are counted separately, each ended by LF, so that they add up; blank ones
 * cost nothing, as tokenizers take line ends in a row for one token. Off by a token here and there.
 * @param tokensOfLine counts a line that is not blank, or a piece of a long one, its end included
 */
export function countingMeasure(tokensOfLine: (line: string) => number): TextMeasure {
  const ofText = (text: string): number => {
    let weight = 0;
    for (const { from, to } of splitLines(text)) {
      weight += chunksOf(text.slice(from, to)).reduce((sum, piece) => sum + tokensOfLine(piece), 0);
    }
    return weight;
  };
  const weightOf = ({ raw }: WeighedEntry): number => ofText(raw);
  return {
    ...scales.count,
    ofText,
    weightOf,
    overheadOf: (entry) => Math.max(0, weightOf(entry) - ofText(keyAndValue(entry))),
    ofDocument: perObject(({ text }) => ofText(text)),
  };
}

export const keyAndValue = ({ key, value }: Pick<EntryFields, 'key' | 'value'>): string =>
  key === null ? value : `${key}: ${value}`;

/** Prepares a line for counting: ended by LF, in pieces if it is long, and left out if it is blank. */
function chunksOf(line: string): string[] {
  const text = line.replace(/^\uFEFF/, '');
  if (text.trim() === '') {
    return [];
  }
  const ended = `${text}\n`;
  return ended.length <= longestPiece
    ? [ended]
    : Array.from({ length: Math.ceil(ended.length / longestPiece) }, (_, index) =>
        ended.slice(index * longestPiece, (index + 1) * longestPiece),
      );
}

/** Lists all pieces {@link countingMeasure} counts of a text, so that it can be counted beforehand. */
export const countedPieces = (text: string): string[] =>
  splitLines(text).flatMap(({ from, to }) => chunksOf(text.slice(from, to)));

/** Divides the tokens among weights so that they add up exactly: each gets its gain in the running total. */
export function shareTokens(weights: readonly number[], { tokensOf }: Pick<Measure<unknown>, 'tokensOf'>): number[] {
  let running = 0;
  return weights.map((weight) => {
    const before = tokensOf(running);
    running += weight;
    return tokensOf(running) - before;
  });
}

/** Finds the offset up to which a text stays within a number of tokens; its length if all of it does. */
export function fitsWithin(text: string, tokens: number, measure: TextMeasure): number {
  let before = 0;
  for (const { from, to, end } of splitLines(text)) {
    const after = before + measure.ofText(text.slice(from, to));
    if (measure.tokensOf(after) > tokens) {
      return from + within(text.slice(from, to), (part) => measure.tokensOf(before + measure.ofText(part)) <= tokens);
    }
    before = after;
    if (end === text.length) {
      break;
    }
  }
  return text.length;
}

function within(line: string, fits: (part: string) => boolean): number {
  const starts = [...line.matchAll(/[\S\uFEFF]+/g)].map(({ index }) => index);
  let [fitting, tooLong] = [0, starts.length];
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1;
    [fitting, tooLong] = fits(line.slice(0, starts[middle])) ? [middle, tooLong] : [fitting, middle];
  }
  return starts[fitting] ?? 0;
}
