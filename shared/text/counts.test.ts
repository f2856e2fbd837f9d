import { expect, test } from 'vitest';
import { countInWords, plural } from './counts.ts';

test('groups digits as Intl does', () => {
  const intl = new Intl.NumberFormat('en');
  for (const count of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890, -1, -123, -1234]) {
    expect(countInWords(count)).toBe(intl.format(count));
  }
});

test('uses the singular only for one', () => {
  expect([0, 1, 2].map((count) => plural(count, 'entry', 'entries'))).toEqual(['0 entries', '1 entry', '2 entries']);
});
