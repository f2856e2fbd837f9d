import { expect, test } from 'vitest';
import { findRoundedNumber } from './json-numbers.ts';
import { isLossless } from './json-values.ts';

test('detects numbers that change when read and written', () => {
  const kept = [
    '0',
    '-0',
    '0.0',
    '1.0',
    '-12.50',
    '1e3',
    '1E+2',
    '0.1',
    '0.10000000000000001',
    '9007199254740992',
    '1e300',
  ];
  const rounded = [
    '12345678901234567890',
    '9007199254740993',
    '1e400',
    '-1e400',
    '1e-400',
    '3.141592653589793238',
    '18446744073709551616',
  ];
  expect(kept.filter((each) => !isLossless(each))).toEqual([]);
  expect(rounded.filter(isLossless)).toEqual([]);
  expect(findRoundedNumber('{"a": [1, "12345678901234567890"], "b": 2}')).toBeNull();
  expect(findRoundedNumber('{"a": [1, -1e400], "b": 12345678901234567890}')).toBe('-1e400');
});
