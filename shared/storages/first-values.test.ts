import { expect, test } from 'vitest';
import { firstValues } from './first-values.ts';

const inWords = (kept: unknown): string[] =>
  firstValues(kept).map(({ within, name, value }) => `${within === '' ? '' : `${within} › `}${name}: ${value}`);

test.each([
  ['names and values', { theme: 'dark', weeks: 8, done: false }, ['theme: dark', 'weeks: 8', 'done: false']],
  ['no more than fit', { a: 1, b: 2, c: 3, d: 4, e: 5 }, ['a: 1', 'b: 2', 'c: 3', 'd: 4']],
  [
    'what is nested, by its name and the one around it',
    { goals: { bench: { now: 84 } }, x: 1 },
    ['bench › now: 84', 'x: 1'],
  ],
  ['plain values of a list together', { days: ['Mon', 'Tue'], x: 1 }, ['days: Mon, Tue', 'x: 1']],
  ['a list without a name', ['Likes tea.', { place: 'Leith' }], [': Likes tea.', 'place: Leith']],
  ['a text alone', 'hello', [': hello']],
  ['nothing of what says nothing', { a: null, b: '', c: [], d: {}, e: ' ' }, []],
  ['nothing of null', null, []],
])('shows %s', (_, kept, expected) => {
  expect(inWords(kept)).toEqual(expected);
});

test('comes to an end, however deep or wide it is', () => {
  const deep = Array.from({ length: 10_000 }).reduce<unknown>((inside) => [inside], 'at the bottom');
  expect(inWords(deep)).toEqual([]);
  const wide = Array.from({ length: 100_000 }, () => ({}));
  expect(inWords(wide)).toEqual([]);
});
