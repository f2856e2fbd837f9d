import { visit } from 'jsonc-parser';
import { foldedForSearch, hasWords } from '../../entries/search.ts';
import { jsonNesting, maxNesting } from '../../text/nesting.ts';

/** Value in a JSON text, and its place. */
export type ValueAt = {
  /** Names that lead to it, as `data.outputs.list[0]`; empty for the whole text. */
  readonly at: string;
  readonly said: string;
  /** Line number, from 1. */
  readonly line: number;
};

/** Lists the texts, numbers and booleans in a JSON text, as far as it is valid; all of one nested too deeply. */
export function valuesInJson(text: string): ValueAt[] {
  if (text.length > maxNesting && jsonNesting(text) > maxNesting) {
    return [{ at: '', said: text, line: 1 }];
  }
  const values: ValueAt[] = [];
  visit(text, {
    onLiteralValue: (value, _offset, _length, startLine, _startCharacter, path) => {
      if (value !== null) {
        values.push({ at: inWords(path()), said: String(value), line: startLine + 1 });
      }
    },
  });
  return values;
}

/** Finds values in which all words occur, or in the names that lead to them. */
export function valuesWith(text: string, words: readonly string[]): readonly ValueAt[] {
  // Most texts hold none of them, and need no further reading; escaped text may read otherwise.
  return text.includes('\\') || hasWords(foldedForSearch(text), words)
    ? valuesInJson(text).filter(({ at, said }) => hasWords(foldedForSearch(`${at} ${said}`), words))
    : [];
}

const inWords = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (before, name) => (typeof name === 'number' ? `${before}[${name}]` : before === '' ? name : `${before}.${name}`),
    '',
  );
