import { expect, test } from 'vitest';
import type { EntryView } from '../features/memory.ts';
import { applySplices } from './entry-splices.ts';

/** An entry of which only the id matters. */
const entry = (id: string) => ({ id }) as EntryView;

const ids = (text: string) => [...text].map((id) => entry(id));
const read = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id).join('');

test.each([
  ['nothing', 'abc', [], 'abc'],
  ['an addition', 'abc', [{ index: 3, remove: 0, insert: ids('d') }], 'abcd'],
  ['a replacement', 'abc', [{ index: 1, remove: 1, insert: ids('xy') }], 'axyc'],
  [
    'several in turn, each on the result of the last',
    'abc',
    [
      { index: 0, remove: 1, insert: [] },
      { index: 1, remove: 1, insert: ids('z') },
    ],
    'bz',
  ],
])('applies %s', (_, before, splices, after) => {
  expect(read(applySplices(ids(before), splices))).toBe(after);
});

test('leaves the given list unchanged', () => {
  const before = ids('abc');
  applySplices(before, [{ index: 0, remove: 3, insert: [] }]);
  expect(read(before)).toBe('abc');
});

test('takes a splice of 100,000 entries', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => entry(`n${index}`));
  const after = applySplices(ids('abc'), [{ index: 1, remove: 1, insert: many }]);
  expect([after.length, after[0]?.id, after[1]?.id, after.at(-1)?.id]).toEqual([100_002, 'a', 'n0', 'c']);
});
