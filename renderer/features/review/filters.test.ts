import { expect, test } from 'vitest';
import { entry } from '../../testing/entries.ts';
import { ageBandOf, type Filters, filterEntries, noFilters, sortEntries, sourceKindOf } from './filters.ts';

const today = '2026-11-21';
const entries = [
  entry('a', { category: 'preference', confidence: 'certain', source: 'user_correction: was lbs', date: '2026-11-20' }),
  entry('b', { category: 'fact', confidence: 'certain', source: 'observer', date: '2026-01-02', mark: 'new' }),
  entry('c', { category: null, confidence: 'tentative', date: '2024-01-02' }),
  entry('d', {
    category: 'insight',
    confidence: 'tentative',
    source: 'post_query',
    flags: { pinned: true, until: null, byHand: false, confirmed: false, undated: false, about: null, other: [] },
  }),
];
const sifted = (filters: Filters, kept: string | null = null) => filterEntries(entries, filters, today, kept);
const shown = (filters: Partial<Filters>) =>
  sifted({ ...noFilters, ...filters })
    .passing.map(({ id }) => id)
    .join('');

test.each<[Partial<Filters>, string]>([
  [{}, 'abcd'],
  [{ categories: ['unsorted'] }, 'c'],
  [{ categories: ['preference', 'fact'] }, 'ab'],
  [{ confidences: ['tentative'] }, 'cd'],
  [{ sources: ['corrected'] }, 'a'],
  [{ sources: ['assistant'] }, 'bd'],
  [{ sources: ['unknown'] }, 'c'],
  [{ age: 'week' }, 'a'],
  [{ age: 'older' }, 'c'],
  [{ marks: true }, 'b'],
  [{ pinned: true }, 'd'],
  [{ confidences: ['tentative'], sources: ['unknown'] }, 'c'],
])('%o shows %s', (filters, expected) => {
  expect(shown(filters)).toBe(expected);
});

test('counts the results of each choice, given the other choices', () => {
  const { counts } = sifted({ ...noFilters, confidences: ['certain'] });
  expect(counts.confidences).toEqual({ certain: 2, likely: 0, tentative: 2 });
  expect(counts.categories).toEqual({ preference: 1, pattern: 0, fact: 1, insight: 0, unsorted: 0 });
  expect([counts.marks, counts.pinned]).toEqual([1, 0]);
});

test('puts an impossible date in no age group', () => {
  expect(ageBandOf(entry('x', { date: '2026-13-40' }), today)).toBeNull();
});

test('takes a source that only begins like a correction for none', () => {
  expect(sourceKindOf(entry('x', { source: 'user_corrections_import' }))).toBe('assistant');
});

test.each([
  ['newest', 'abcd'],
  ['oldest', 'cbad'],
] as const)('sorts %s first, with an unknown date last', (sort, expected) => {
  expect(
    sortEntries(entries, sort, [])
      .map(({ id }) => id)
      .join(''),
  ).toBe(expected);
});

test('keeps an entry that is being edited under any filter', () => {
  expect(sifted({ ...noFilters, pinned: true }, 'a').passing.map(({ id }) => id)).toEqual(['a', 'd']);
});
