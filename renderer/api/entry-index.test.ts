import { expect, test } from 'vitest';
import type { Splice } from '#shared/contract/features/memory.ts';
import { entry } from '../testing/entries.ts';
import { entryIn, splicedEntries } from './entry-index.ts';

const before = ['a', 'b', 'c'].map((id) => entry(id));

test.each<[string, Splice[]]>([
  ['changed in its place', [{ index: 1, remove: 1, insert: [entry('b', { value: 'other' })] }]],
  ['removed', [{ index: 0, remove: 2, insert: [] }]],
  ['added', [{ index: 3, remove: 0, insert: [entry('d')] }]],
  [
    'moved down',
    [
      { index: 0, remove: 1, insert: [] },
      { index: 2, remove: 0, insert: [entry('a')] },
    ],
  ],
  [
    'moved up',
    [
      { index: 0, remove: 0, insert: [entry('c')] },
      { index: 3, remove: 1, insert: [] },
    ],
  ],
])('finds entries by id before and after one was %s', (_, splices) => {
  expect(entryIn(before, 'b')).toBe(before[1]);
  const after = splicedEntries(before, splices);
  for (const id of ['a', 'b', 'c', 'd']) {
    expect(entryIn(after, id)).toBe(after.find((one) => one.id === id));
    expect(entryIn(before, id)).toBe(before.find((one) => one.id === id));
  }
});
