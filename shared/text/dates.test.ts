import { afterEach, expect, test } from 'vitest';
import { addDays, dayOfMoment, isCalendarDate } from './dates.ts';

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

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) {
    delete process.env['TZ'];
  } else {
    process.env['TZ'] = zone;
  }
});

test.each([
  ['Europe/Berlin', '2026-11-28T22:59:59Z', '2026-11-28'],
  ['Europe/Berlin', '2026-11-28T23:00:00Z', '2026-11-29'],
  // Summer time begins and ends on these days, which have 23 and 25 hours.
  ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29'],
  ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
  ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25'],
  ['Pacific/Kiritimati', '2026-11-28T10:00:00Z', '2026-11-29'],
  ['America/Los_Angeles', '2026-11-28T07:59:59Z', '2026-11-27'],
])('finds the local day in %s of %s: %s', (place, moment, day) => {
  process.env['TZ'] = place;
  expect(dayOfMoment(Date.parse(moment))).toBe(day);
});
