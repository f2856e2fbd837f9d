import type { Ports } from '../ports.ts';

/** Facts about an erased text: enough to recognise it, not to reveal it. */
export type Fingerprint = {
  readonly id: string;
  readonly words: number;
  /** Hash of its words and the salt. */
  readonly hash: string;
};

export type RecognisedText = { readonly id: string; readonly from: number; readonly to: number };

type Word = { readonly text: string; readonly from: number; readonly to: number };
type HashServices = Pick<Ports, 'hash' | 'encodeText'>;

/** Scripts without blanks between words: each of their characters counts as a word. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]`;
const wordPattern = new RegExp(`${unspaced}|(?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}])+`, 'gu');

/** Words for comparison, in lower case: blanks, punctuation, quotes and brackets make no difference. */
function wordsOf(text: string): Word[] {
  return [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    text: word.normalize('NFKC').toLowerCase(),
    from: index,
    to: index + word.length,
  }));
}

const signsOf = (text: string): Word[] =>
  [...text.matchAll(/\S/gu)].map(({ 0: sign, index }) => ({ text: sign, from: index, to: index + sign.length }));

const hashOf = ({ hash, encodeText }: HashServices, salt: string, words: readonly Word[]): string =>
  hash(encodeText(`${salt}\n${words.map(({ text }) => text).join(' ')}`));

export function fingerprintOf(ports: HashServices, salt: string, text: string): Omit<Fingerprint, 'id'> {
  const words = wordsOf(text);
  const counted = words.length > 0 ? words : signsOf(text);
  // Negative for signs, which are compared with signs only.
  return { words: words.length > 0 ? words.length : -counted.length, hash: hashOf(ports, salt, counted) };
}

/** Places in a text whose words match an erased text's fingerprint. @param within the part that may have changed */
export function recognise(
  ports: HashServices,
  salt: string,
  fingerprints: readonly Fingerprint[],
  text: string,
  within: { readonly from: number; readonly to: number } = { from: 0, to: text.length },
): RecognisedText[] {
  const recognised: RecognisedText[] = [];
  for (const count of new Set(fingerprints.map(({ words }) => words))) {
    const ids = new Map(fingerprints.filter(({ words }) => words === count).map(({ hash, id }) => [hash, id]));
    const words = count > 0 ? wordsOf(text) : signsOf(text);
    const length = Math.abs(count);
    for (let at = 0; at + length <= words.length; at++) {
      const [first, last] = [words[at], words[at + length - 1]];
      if (!first || !last || last.to < within.from || first.from > within.to) {
        continue;
      }
      const id = ids.get(hashOf(ports, salt, words.slice(at, at + length)));
      if (id !== undefined) {
        recognised.push({ id, from: first.from, to: last.to });
      }
    }
  }
  return recognised;
}
