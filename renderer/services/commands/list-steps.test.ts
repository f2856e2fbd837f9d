import { expect, test } from 'vitest';
import { stepOf } from './list-steps.ts';

test.each([
  ['down', 0, { to: 1, extend: false }],
  ['down', 4, { to: 4, extend: false }],
  ['down', null, { to: 0, extend: false }],
  ['up', 3, { to: 2, extend: false }],
  ['up', 0, { to: 0, extend: false }],
  ['up', null, { to: 0, extend: false }],
  ['first', 3, { to: 0, extend: false }],
  ['last', null, { to: 4, extend: false }],
  ['extend-down', 1, { to: 2, extend: true }],
  ['extend-up', 1, { to: 0, extend: true }],
  ['toggle', 1, null],
  ['delete', 1, null],
] as const)('%s from row %s of 5', (command, at, step) => {
  expect(stepOf(command, at, 5)).toEqual(step);
});
