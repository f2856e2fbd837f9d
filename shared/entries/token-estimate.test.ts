import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countWords, estimateOfWords, shareEstimate } from './token-estimate.ts';

test.each([
  ['', 0],
  ['  \n ', 0],
  ['one', 1],
  ['a\u001cb\u0085c\u00a0d\u3000e', 5],
  ['\uFEFF---', 1],
  ['a\u200bb', 1],
  ['a\u180eb', 1],
])('counts the words of %j as Python does', (text, words) => {
  expect(countWords(text)).toBe(words);
});

test('cuts the estimate off rather than rounding it', () => {
  expect([0, 1, 3, 10, 1538, 1539].map(estimateOfWords)).toEqual([0, 1, 3, 13, 1999, 2000]);
});

test('shares add up to the whole and are never negative', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500), { minLength: 1 }), (parts) => {
      const shares = shareEstimate(parts);
      const words = parts.reduce((sum, part) => sum + part, 0);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(estimateOfWords(words));
      expect(shares.every((share) => share >= 0)).toBe(true);
    }),
  );
});
