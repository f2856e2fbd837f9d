import { expect, test } from 'vitest';
import { isCorrection } from './correction.ts';

test.each([
  ['user_correction', true],
  ['user_correction: changed lbs to kg', true],
  ['user_corrections', false],
  ['observer', false],
  [null, false],
])('source %j: a correction is %s', (source, expected) => {
  expect(isCorrection({ source })).toBe(expected);
});
