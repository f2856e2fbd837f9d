import { expect, test } from 'vitest';
import { unmasked } from './mend.ts';

test.each([
  ['use ••• for now', 'use ghp_1 for now', 'ghp_1'],
  ['•••', 'ghp_1', 'ghp_1'],
  ['a ••• b ••• c', 'a 1 b 234 c', '234'],
  ['cost (•••)?', 'cost (x)?', 'x'],
  ['use ••• for now', 'use another for later', null],
  ['use ••• for now', 'use ••• for now', null],
  ['nothing masked', 'nothing masked', null],
])('reads from %j masking %j the secret %j', (now, before, secret) => {
  expect(unmasked(now, before)).toBe(secret);
});
