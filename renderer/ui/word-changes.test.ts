import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type WordPiece, wordDiff } from './word-changes.tsx';

/** Differences in short form: -removed-, +added+. */
const noted = (pieces: readonly WordPiece[]): string =>
  pieces.map(({ kind, text }) => ({ same: text, gone: `-${text}-`, come: `+${text}+` })[kind]).join('');

test.each([
  ['Runs on Sundays', 'Runs on Mondays', 'Runs on -Sundays-+Mondays+'],
  ['Runs on Sundays', 'Runs early on Sundays', 'Runs +early +on Sundays'],
  ['drinks green tea', 'drinks tea', 'drinks -green -tea'],
  ['likes very hot tea in May', 'likes rather cold tea in May', 'likes -very hot-+rather cold+ tea in May'],
  ['short answers', 'short answers', 'short answers'],
  ['', 'new', '+new+'],
  ['old', '', '-old-'],
  ['German', 'French', '-German-+French+'],
  ['the partner is Tiago', 'has a dog and the cat', '-the partner is Tiago-+has a dog and the cat+'],
  ['東京に住んでいる', '京都に住んでいる', '-東-京+都+に住んでいる'],
  ["doesn't run", "doesn't walk", "doesn't -run-+walk+"],
])('from %j to %j', (before, after, differs) => {
  expect(noted(wordDiff(before, after))).toBe(differs);
});

test('gives all of both texts, and nothing twice', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n', 'é', '東', ', ', '\u200b'), { maxLength: 30 });
  fc.assert(
    fc.property(words, words, (one, other) => {
      const [before, after] = [one.join(''), other.join('')];
      const pieces = wordDiff(before, after);
      const without = (kind: WordPiece['kind']) =>
        pieces
          .filter((piece) => piece.kind !== kind)
          .map(({ text }) => text)
          .join('');
      expect(without('come')).toBe(before);
      expect(without('gone')).toBe(after);
    }),
  );
});

test('compares texts of any length', () => {
  const long = Array.from({ length: 50_000 }, (_, index) => `word${index % 7}`).join(' ');
  expect(noted(wordDiff(`${long} end`, `${long} END`))).toBe(`${long} -end-+END+`);
  expect(wordDiff(long, long.replaceAll('word3', 'other')).length).toBeGreaterThan(1);
});
