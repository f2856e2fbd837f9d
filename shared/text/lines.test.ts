import { expect, test } from 'vitest';
import { dominantLineEnd, splitLines } from './lines.ts';

const read = (text: string) => splitLines(text).map(({ from, to, end }) => [text.slice(from, to), text.slice(to, end)]);

test.each([
  ['', []],
  ['a', [['a', '']]],
  ['a\n', [['a', '\n']]],
  [
    'a\r\nb\rc\n\nd',
    [
      ['a', '\r\n'],
      ['b', '\r'],
      ['c', '\n'],
      ['', '\n'],
      ['d', ''],
    ],
  ],
  [
    '\r\r\n',
    [
      ['', '\r'],
      ['', '\r\n'],
    ],
  ],
])('splits %j', (text, lines) => {
  expect(read(text)).toEqual(lines);
});

test.each([
  ['', '\n'],
  ['a\r\nb\r\nc\n', '\r\n'],
  ['a\rb\rc\n', '\r'],
  ['a\nb\r\n', '\n'],
])('finds the most common line end in %j', (text, expected) => {
  expect(dominantLineEnd(text, splitLines(text))).toBe(expected);
});
