import { expect, test } from 'vitest';
import { searchWords } from '#shared/entries/search.ts';
import { readSearch } from '#shared/entries/search-query.ts';
import { entry } from '../testing/entries.ts';
import { foldedShown, matchesWords, passesSearch, toggled } from './narrowing.ts';

test('matches words in any order and case, in key, value and source', () => {
  const one = entry('x', { key: 'coffee', value: 'Black, no sugar', source: 'observer' });
  expect(matchesWords(one, searchWords('  BLACK coffee '))).toBe(true);
  expect(matchesWords(one, searchWords('observer'))).toBe(true);
  expect(matchesWords(one, searchWords('black tea'))).toBe(false);
  expect(matchesWords(one, searchWords(''))).toBe(true);
});

test('finds a phrase across the lines of an entry', () => {
  expect(passesSearch(entry('x', { value: 'black\ncoffee' }), readSearch('"black coffee"'))).toBe(true);
});

test('searches the text of a row without its source', () => {
  const one = entry('x', { key: 'coffee', value: 'Black\nno sugar', source: 'observer' });
  expect(foldedShown(one)).toBe('coffee: black no sugar');
  expect(foldedShown(entry('x', { key: null, value: 'Tea', source: null }))).toBe('tea');
});

test('adds a choice, and removes it', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
  expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
});
