import { expect, test } from 'vitest';
import { bytesInWords, changesInWords, counted, entriesInWords, rankInWords, shareInWords } from './counts.ts';

test('writes counts as people do', () => {
  expect([entriesInWords(1), entriesInWords(1742), counted(0, 'token', 'tokens')]).toEqual([
    '1 entry',
    '1,742 entries',
    '0 tokens',
  ]);
});

test.each([
  [{ added: 1200, changed: 1, removed: 2 }, '1,200 added, 1 changed, 2 removed'],
  [{ added: 0, changed: 0, removed: 1 }, '1 removed'],
  [{ added: 0, changed: 0, removed: 0 }, ''],
])('%o is “%s”', (changes, expected) => {
  expect(changesInWords(changes)).toBe(expected);
});

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [11, '11th'],
  [22, '22nd'],
])('%d is %s', (rank, expected) => {
  expect(rankInWords(rank)).toBe(expected);
});

test.each([
  [0, 2000, '0%'],
  [3, 2000, 'under 1%'],
  [1742, 2000, '87%'],
  [2100, 2000, '105%'],
  [25_000, 2000, '1,250%'],
  [5, 0, '0%'],
])('%d of %d is %s', (part, whole, expected) => {
  expect(shareInWords(part, whole)).toBe(expected);
});

test.each([
  [1, 'under 1 KB'],
  [999, 'under 1 KB'],
  [24_300, '24 KB'],
  [999_600, '1.0 MB'],
  [1_250_000, '1.3 MB'],
  [999_950_000, '1.0 GB'],
  [2_147_483_648, '2.1 GB'],
])('%d bytes are %s', (bytes, expected) => {
  expect(bytesInWords(bytes)).toBe(expected);
});
