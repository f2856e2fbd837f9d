import { expect, test } from 'vitest';
import { addDays, isCalendarDate } from './dates.ts';

test.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['1900-02-29', false],
  ['2000-02-29', true],
  ['2026-04-31', false],
  ['2026-99-99', false],
  ['2026-00-10', false],
  ['2026-1-1', false],
  ['not-a-date', false],
])('tells whether %s is a day: %s', (text, expected) => {
  expect(isCalendarDate(text)).toBe(expected);
});

test('adds days over the end of a year', () => {
  expect(addDays('2026-12-20', 30)).toBe('2027-01-19');
});
