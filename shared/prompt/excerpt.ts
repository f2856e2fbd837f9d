import { foldedForSearch } from '../entries/search.ts';
import { oneLine } from './line-text.ts';

/** Characters shown before the first word, and in all. */
const before = 60;
const most = 200;

/** Cuts a long text around the first of some words in it, on one line. @param words folded */
export function excerpt(text: string, words: readonly string[]): string {
  const folded = foldedForSearch(text);
  const first = Math.min(...words.map((word) => folded.indexOf(word)).filter((index) => index >= 0), text.length);
  const from = text.length <= most || first === text.length ? 0 : Math.max(0, first - before);
  const shown = text.slice(from, from + most - 2);
  return oneLine(
    text.length <= most ? text : `${from > 0 ? '…' : ''}${shown}${from + shown.length < text.length ? '…' : ''}`,
  );
}
