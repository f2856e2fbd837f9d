import { visit } from 'jsonc-parser';
import { foldedForSearch, hasWords } from '../../entries/search.ts';
import { jsonNesting, maxNesting } from '../../text/nesting.ts';

/** A value in a text of JSON, and where it stands. */
export type ValueAt = {
  /** The names that lead to it, as `data.outputs.list[0]`; empty for all of the text. */
  readonly at: string;
  readonly said: string;
  /** From 1 on. */
  readonly line: number;
};

/** The texts, numbers and truths in a text of JSON, as far as it is some; one that is nested too deeply is one value. */
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

/** Values in which all words occur, or in the names that lead to them. */
export function valuesWith(text: string, words: readonly string[]): readonly ValueAt[] {
  // Most texts hold none of them, and need no further reading; what is escaped may read otherwise.
  return text.includes('\\') || hasWords(foldedForSearch(text), words)
    ? valuesInJson(text).filter(({ at, said }) => hasWords(foldedForSearch(`${at} ${said}`), words))
    : [];
}

const inWords = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (before, name) => (typeof name === 'number' ? `${before}[${name}]` : before === '' ? name : `${before}.${name}`),
    '',
  );
