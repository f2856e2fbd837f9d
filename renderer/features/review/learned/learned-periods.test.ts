import { expect, test } from 'vitest';
import { learnedPeriods } from './learned-periods.ts';

/** A Saturday. */
const today = '2026-11-21';
const entries = [
  { category: 'fact', date: '2026-11-16' },
  { category: 'insight', date: '2026-11-21' },
  { category: null, date: '2026-11-15' },
  { category: 'fact', date: null },
  { category: 'fact', date: '2020-01-01' },
] as const;
const archived = [
  { category: 'insight', date: '2026-11-10', archivedDate: '2026-11-17' },
  { category: 'insight', date: '2019-01-01', archivedDate: '2019-05-05' },
  { category: 'insight', date: null, archivedDate: null },
] as const;

test('begins weeks on Monday, with entries learned in them and known at their end', () => {
  const weeks = learnedPeriods(entries, archived, today, 'week');
  expect(weeks).toHaveLength(26);
  expect(weeks.slice(-3).map(({ from, before, total, known }) => [from, before, total, known])).toEqual([
    ['2026-11-02', '2026-11-09', 0, 2],
    ['2026-11-09', '2026-11-16', 2, 4],
    ['2026-11-16', '2026-11-23', 2, 5],
  ]);
  expect(weeks.at(-1)?.counts).toMatchObject({ fact: 1, insight: 1, unsorted: 0 });
  expect(weeks.at(-1)?.known).toBe(entries.length);
});

test('uses the real length of each month', () => {
  const months = learnedPeriods(entries, [], '2026-03-31', 'month');
  expect(months.at(-1)).toMatchObject({ from: '2026-03-01', before: '2026-04-01' });
  expect(months.at(-2)).toMatchObject({ from: '2026-02-01', before: '2026-03-01' });
  expect(months[0]?.from).toBe('2024-04-01');
});

test('puts entries with a future date in the last period', () => {
  const weeks = learnedPeriods([{ category: 'fact', date: '2031-01-01' }], [], today, 'week');
  expect(weeks.at(-1)).toMatchObject({ total: 1, known: 1 });
});
