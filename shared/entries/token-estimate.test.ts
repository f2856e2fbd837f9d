import { expect, test } from 'vitest';
import { countWords, estimateOfWords } from './token-estimate.ts';

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
