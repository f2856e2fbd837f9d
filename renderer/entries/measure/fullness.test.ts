import { expect, test } from 'vitest';
import { measureOfWeighed } from '#shared/entries/measure.ts';
import { entry } from '../../testing/entries.ts';
import { fullnessOf, nextBySegment, widthsOf } from './fullness.ts';

test.each([
  [0, 'roomy'],
  [1499, 'roomy'],
  [1500, 'filling'],
  [1799, 'filling'],
  [1800, 'filling'],
  [2000, 'filling'],
  [2001, 'over'],
] as const)('%d of 2,000 is %s', (total, expected) => {
  expect(fullnessOf(total, 2000)).toBe(expected);
});

test('the bar is as long as the limit, or as the used amount if larger', () => {
  expect(widthsOf([500, 250], 750, 1000)).toEqual([50, 25]);
  expect(widthsOf([1500, 500], 2000, 1000)).toEqual([75, 25]);
  expect(widthsOf([0], 0, 0)).toEqual([0]);
});

test('sums what leaves next by segment, without brackets', () => {
  const leaving = [entry('a', { weight: 12, overhead: 2 }), entry('b', { category: 'pattern', weight: 5 })];
  expect([...nextBySegment(leaving, measureOfWeighed('estimate'))]).toEqual([
    ['insight', 13],
    ['pattern', 6],
  ]);
});
