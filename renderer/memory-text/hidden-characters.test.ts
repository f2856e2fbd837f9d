import { expect, test } from 'vitest';
import { hiddenIn } from './hidden-characters.ts';

test.each([
  ['plain\ttext 👩‍👩‍👧 値 שלום é', []],
  ['a\u200bb', [[1, 2, 'U+200B']]],
  ['😀\u202e x', [[2, 3, 'U+202E']]],
  [
    '\u{e0041}z\u0000',
    [
      [0, 2, 'U+E0041'],
      [3, 4, 'U+0000'],
    ],
  ],
])('%j hides %j', (line, expected) => {
  expect(hiddenIn(line, 100).map(({ from, to, code }) => [from - 100, to - 100, code])).toEqual(expected);
});
