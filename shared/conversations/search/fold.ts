/** Scripts that put no blanks between words: each of their characters counts as a word. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const apart = new RegExp(unspaced, 'gu');
const word = new RegExp(String.raw`${unspaced}|(?:(?!${unspaced})[\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}])+`, 'gu');
const isAscii = /^[\x00-\x7f]*$/;

/** Folds a text to one case, without the accents that some leave out. */
export const folded = (text: string): string =>
  isAscii.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .normalize('NFC')
        .toLowerCase();

/** Folds a text, with blanks between words if the script has none: the words for an index. */
export function foldedWords(text: string): string {
  const plain = folded(text);
  return isAscii.test(plain) ? plain : plain.replace(apart, ' $& ');
}

export type Word = { readonly text: string; readonly from: number; readonly to: number };

export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(word)].map(({ 0: found, index }) => ({ text: found, from: index, to: index + found.length }));

/** Folds a text, and maps places in the result back to the text as it was. */
export function foldedWithPlaces(text: string): { readonly text: string; readonly placeOf: (at: number) => number } {
  const plain = folded(text);
  if (plain.length === text.length) {
    return { text: plain, placeOf: (at) => at };
  }
  const places: number[] = [];
  let pieces = '';
  let at = 0;
  for (const letter of text.match(/\P{Mn}\p{Mn}*|\p{Mn}+/gu) ?? []) {
    const piece = folded(letter);
    pieces += piece;
    for (let index = 0; index < piece.length; index++) {
      places.push(at);
    }
    at += letter.length;
  }
  return { text: pieces, placeOf: (index) => places[index] ?? text.length };
}
