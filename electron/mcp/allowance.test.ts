import { expect, test } from 'vitest';
import { createAllowance, maxInCall, maxInConnection } from './allowance.ts';

test('limits the text added by one call', () => {
  const allowance = createAllowance();
  expect(() => allowance.check(maxInCall)).not.toThrow();
  expect(() => allowance.check(maxInCall + 1)).toThrow('That is 50,001 characters, and one call may put down 50,000');
});

test('limits the text of all calls of a connection, without refused ones', () => {
  const allowance = createAllowance();
  for (let used = 0; used < maxInConnection; used += maxInCall) {
    allowance.check(maxInCall);
    allowance.check(maxInCall);
    allowance.take(maxInCall);
  }
  expect(() => allowance.check(1)).toThrow('This connection has put down 200,000 characters');
  expect(() => createAllowance().check(1)).not.toThrow();
});
