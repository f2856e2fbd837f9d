import { expect, test } from 'vitest';
import { noFlags } from '#shared/entries/entry.ts';
import { entry } from '../../testing/entries.ts';
import { suggestionsFor } from './search-suggestions.ts';

const entries = [
  entry('a', { category: 'fact', key: 'cat', source: 'weekly_review', date: '2026-03-04' }),
  entry('b', { category: 'fact', key: 'category', source: 'observer', date: '2026-11-02' }),
  entry('c', {
    category: null,
    section: 'Odds',
    key: 'concat',
    source: 'observer',
    flags: { ...noFlags, pinned: true },
  }),
];
const names = (query: string) => suggestionsFor(query, entries).map(({ name }) => name);
const first = (query: string) => suggestionsFor(query, entries)[0]?.query;

test.each([
  ['', []],
  ['f', []],
  ['coffee', []],
  ['fr', ['from:']],
  ['pi', []],
  ['pin', ['is:pinned']],
  ['tea -be', ['before:']],
  ['from:', ['from:observer', 'from:"weekly review"']],
  ['from:week', ['from:"weekly review"']],
  ['from:"weekly r', ['from:"weekly review"']],
  ['from:observer tea', []],
  ['in:', ['in:Facts', 'in:Odds']],
  ['key:cat', ['key:cat', 'key:category', 'key:concat']],
  ['is:', ['is:pinned', 'is:undated', 'is:tentative']],
  ['after:2026', ['after:2026', 'after:2026-11', 'after:2026-03']],
  ['odd:x', []],
])('%s leads to %j', (query, expected) => {
  expect(names(query)).toEqual(expected);
});

test('what is taken follows what stood before, and a name waits for its value', () => {
  expect(first('tea fr')).toBe('tea from:');
  expect(first('tea -from:week')).toBe('tea -from:"weekly review" ');
  expect(first('is:p')).toBe('is:pinned ');
});
