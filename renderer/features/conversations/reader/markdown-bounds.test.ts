import { expect, test } from 'vitest';
import { isBounded } from './markdown.tsx';

test('quotes, lists and length are bounded before anything is parsed', () => {
  const nested = (sign: string, times: number): string => `${`${sign} `.repeat(times)}said`;
  for (const sign of ['>', '-', '*', '+', '1.', '2)']) {
    expect(isBounded(nested(sign, 5)), sign).toBe(true);
    expect(isBounded(`first\n${nested(sign, 30)}\nlast`), sign).toBe(false);
  }
  expect(isBounded('>'.repeat(30))).toBe(false);
  expect(isBounded('a'.repeat(12_000))).toBe(true);
  expect(isBounded('a'.repeat(12_001))).toBe(false);
  // What is indented deep in code is no list.
  expect(isBounded(`${' '.repeat(80)}return 1;`)).toBe(true);
  expect(isBounded('a - b - c')).toBe(true);
});
