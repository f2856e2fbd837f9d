import { expect, test } from 'vitest';
import { firstValues } from './first-values.ts';

const inWords = (kept: unknown): string[] =>
  firstValues(kept).map(({ within, name, value }) => `${within === '' ? '' : `${within} › `}${name}: ${value}`);

test.each([
  ['names and values', { theme: 'dark', weeks: 8, done: false }, ['theme: dark', 'weeks: 8', 'done: false']],
  ['only the first four', { a: 1, b: 2, c: 3, d: 4, e: 5 }, ['a: 1', 'b: 2', 'c: 3', 'd: 4']],
  [
    'nested values, by their name and the one above',
    { goals: { bench: { now: 84 } }, x: 1 },
    ['bench › now: 84', 'x: 1'],
  ],
  ['plain values of a list together', { days: ['Mon', 'Tue'], x: 1 }, ['days: Mon, Tue', 'x: 1']],
  ['a list without a name', ['Likes tea.', { place: 'Leith' }], [': Likes tea.', 'place: Leith']],
  ['a text alone', 'hello', [': hello']],
  ['nothing of empty values', { a: null, b: '', c: [], d: {}, e: ' ' }, []],
  ['nothing of null', null, []],
])('shows %s', (_, kept, expected) => {
  expect(inWords(kept)).toEqual(expected);
});

test('ends for any depth and width', () => {
  const deep = Array.from({ length: 10_000 }).reduce<unknown>((inside) => [inside], 'at the bottom');
  expect(inWords(deep)).toEqual([]);
  const wide = Array.from({ length: 100_000 }, () => ({}));
  expect(inWords(wide)).toEqual([]);
});
