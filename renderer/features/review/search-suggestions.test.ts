import { expect, test } from 'vitest';
import { noFlags } from '#shared/entries/entry.ts';
import { readSearch } from '#shared/entries/search-query.ts';
import { passesSearch } from '../../entries/narrowing.ts';
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
])('suggests for %s %j', (query, expected) => {
  expect(names(query)).toEqual(expected);
});

test.each([
  'post_query',
  'weekly_review',
  'a__b',
  'two  blanks',
  'no\u00a0break',
  'claude-code',
  'Claude-AI: chat',
  'notes: “draft” x',
  '«x» y',
  'me',
  'You',
  '_',
  'MEMORY.md',
  'İstanbul',
])('suggests a search that finds the source “%s”', (source) => {
  const one = entry('x', { key: 'k', source });
  for (const { query } of [...suggestionsFor('from:', [one]), ...suggestionsFor(`from:${source.slice(0, 4)}`, [one])]) {
    expect(passesSearch(one, readSearch(query)), query).toBe(true);
  }
});

test.each(['post_q', 'weekly_r', 'claude-c'])('also suggests a source by its name in the file: %s', (typed) => {
  const sources = ['post_query', 'weekly_review', 'claude-code'].map((source) => entry(source, { key: 'k', source }));
  expect(suggestionsFor(`from:${typed}`, sources)).toHaveLength(1);
});

test('adds a suggestion after the text before, and leaves a filter open for its value', () => {
  expect(first('tea fr')).toBe('tea from:');
  expect(first('tea -from:week')).toBe('tea -from:"weekly review" ');
  expect(first('is:p')).toBe('is:pinned ');
});
