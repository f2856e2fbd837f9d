import type { Range } from '../../entries/entry.ts';
import { folded, foldedWithPlaces, type Word, wordsOf } from './fold.ts';

/** Terms that must all match. `words`: whole words, long ones also as beginnings; `anywhere`: also within words. */
export type Query =
  | { readonly match: 'words'; readonly terms: readonly WordTerm[] }
  | { readonly match: 'anywhere'; readonly terms: readonly string[] };

/** Words that follow each other; the last may be the beginning of one. */
type WordTerm = { readonly words: readonly string[]; readonly isPrefix: boolean };

const leastOfPrefix = 3;
const maxTerms = 32;

/** Parses a query; null if it is empty. A term without any letter or digit can only be searched for anywhere. */
export function parseQuery(text: string, match: Query['match']): Query | null {
  const parts = [...text.matchAll(/"([^"]*)"?|[^\s"]+/g)].slice(0, maxTerms);
  const said = parts
    .map(({ 0: part, 1: quoted }) => ({ text: (quoted ?? part).trim(), isQuoted: quoted !== undefined }))
    .filter((part) => part.text !== '');
  const terms = said.flatMap((part) => termOf(part));
  if (match === 'words' && terms.length > 0) {
    return { match, terms };
  }
  return said.length === 0 ? null : { match: 'anywhere', terms: said.map((part) => folded(part.text)) };
}

function termOf(part: { readonly text: string; readonly isQuoted: boolean }): WordTerm[] {
  const words = wordsOf(folded(part.text)).map((word) => word.text);
  const last = words.at(-1);
  const isPrefix = !part.isQuoted && last !== undefined && [...last].length >= leastOfPrefix;
  return last === undefined ? [] : [{ words, isPrefix }];
}

/** Finds the terms in some texts, as ranges of each; null if a term is in none. */
export function findIn(texts: readonly string[], query: Query): Range[][] | null {
  const found = texts.map((): Range[] => []);
  const plain = texts.map((text) => foldedWithPlaces(text));
  const words = query.match === 'words' ? plain.map(({ text }) => wordsOf(text)) : [];
  for (const term of query.terms) {
    let isThere = false;
    for (const [index, { text, placeOf }] of plain.entries()) {
      const ranges = typeof term === 'string' ? rangesOf(text, term) : rangesOfWords(words[index] ?? [], term);
      isThere ||= ranges.length > 0;
      found[index]?.push(...ranges.map(({ from, to }) => ({ from: placeOf(from), to: placeOf(to) })));
    }
    if (!isThere) {
      return null;
    }
  }
  return found.map(inOrder);
}

/** Limit on the marks in a text. */
const maxRanges = 200;

function rangesOf(text: string, term: string): Range[] {
  const ranges: Range[] = [];
  for (let at = text.indexOf(term); at >= 0 && ranges.length < maxRanges; at = text.indexOf(term, at + term.length)) {
    ranges.push({ from: at, to: at + term.length });
  }
  return ranges;
}

function rangesOfWords(all: readonly Word[], { words, isPrefix }: WordTerm): Range[] {
  const ranges: Range[] = [];
  const fits = (word: Word | undefined, index: number): boolean =>
    isPrefix && index === words.length - 1
      ? word?.text.startsWith(words[index] ?? '') === true
      : word?.text === words[index];
  for (let at = 0; at + words.length <= all.length && ranges.length < maxRanges; at++) {
    if (words.every((_, index) => fits(all[at + index], index))) {
      ranges.push({ from: all[at]?.from ?? 0, to: all[at + words.length - 1]?.to ?? 0 });
    }
  }
  return ranges;
}

/** Sorts ranges by their start, and merges those that overlap. */
function inOrder(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of [...ranges].sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last !== undefined && range.from < last.to) {
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    } else {
      merged.push(range);
    }
  }
  return merged;
}
