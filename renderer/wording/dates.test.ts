import { expect, test } from 'vitest';
import { ageInWords, dateInWords, dayInWords, daysBetween, momentInWords, timeInWords } from './dates.ts';

test.each([
  ['2026-11-21', 'today'],
  ['2026-11-20', 'yesterday'],
  ['2026-11-18', '3 days ago'],
  ['2026-11-14', '1 week ago'],
  ['2026-10-21', '1 month ago'],
  ['2026-01-16', '10 months ago'],
  ['2025-11-21', '1 year ago'],
  ['2024-01-02', '2 years ago'],
  ['2026-11-22', 'tomorrow'],
  ['2026-11-23', 'in the future'],
  ['2028-01-01', 'in the future'],
  ['2026-13-40', '2026-13-40'],
  [null, 'date unknown'],
])('%s is %s', (date, expected) => {
  expect(ageInWords(date, '2026-11-21')).toBe(expected);
});

test('counts days right when clocks change', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2026-02-30x', '2026-03-01')).toBeNull();
});

test('shows an impossible date as written', () => {
  expect(dateInWords('2026-13-40')).toBe('2026-13-40');
  expect(dateInWords(null)).toBe('Date unknown');
});

test.each([
  ['2026-11-21', 'Today'],
  ['2026-11-20', 'Yesterday'],
  ['2026-11-19', dateInWords('2026-11-19')],
  ['2026-11-22', dateInWords('2026-11-22')],
])('words the heading for the day %s as %s', (date, expected) => {
  expect(dayInWords(date, '2026-11-21')).toBe(expected);
});

test('formats dates and moments the same under any system setting', () => {
  const at = new Date(2026, 8, 3, 14, 5).getTime();
  expect([dateInWords('2026-09-03'), momentInWords(at), timeInWords(at)]).toEqual([
    '3 Sep 2026',
    '3 Sep 2026, 14:05',
    '14:05',
  ]);
});
