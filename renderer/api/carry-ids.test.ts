import { expect, test } from 'vitest';
import { entry } from '../testing/entries.ts';
import { carryIds } from './entry-index.ts';

test('carries nothing while the same engine reads', () => {
  const before = [entry('e1', { value: 'a' }), entry('e2', { value: 'b' })];
  expect(carryIds(before, [...before, entry('e3', { value: 'c' })]).size).toBe(0);
});

test('matches entries that another engine has renumbered', () => {
  const before = [entry('e1', { value: 'a' }), entry('e2', { value: 'b' })];
  const after = [entry('e1', { value: 'b' }), entry('e7', { value: 'a' })];
  expect([...carryIds(before, after)]).toEqual([
    ['e2', 'e1'],
    ['e1', 'e7'],
  ]);
});

test('matches an entry by its key if its text has also changed', () => {
  const before = [entry('e1', { key: 'language', value: 'English' })];
  const after = [entry('e9', { key: 'language', value: 'Dutch' })];
  expect([...carryIds(before, after)]).toEqual([['e1', 'e9']]);
});
