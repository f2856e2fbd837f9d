import { expect, test } from 'vitest';
import { searchWords } from '#shared/entries/search.ts';
import { entry } from '../testing/entries.ts';
import { matchesWords, toggled } from './narrowing.ts';

test('search takes words in any order and case, over key, value and source', () => {
  const one = entry('x', { key: 'coffee', value: 'Black, no sugar', source: 'observer' });
  expect(matchesWords(one, searchWords('  BLACK coffee '))).toBe(true);
  expect(matchesWords(one, searchWords('observer'))).toBe(true);
  expect(matchesWords(one, searchWords('black tea'))).toBe(false);
  expect(matchesWords(one, searchWords(''))).toBe(true);
});

test('a choice is added, and taken away again', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
  expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
});
