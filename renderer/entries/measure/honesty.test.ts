import { expect, test } from 'vitest';
import { isFarOff } from './fullness.ts';

test.each([
  [100, 100, false],
  [75, 100, false],
  [74, 100, true],
  [125, 100, false],
  [126, 100, true],
  [10, 0, false],
])('an estimate of %i beside %i counted is far off: %s', (estimate, real, expected) => {
  expect(isFarOff(estimate, real)).toBe(expected);
});
