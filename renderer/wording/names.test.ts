import { expect, test } from 'vitest';
import { shortened } from './names.ts';

const family = '👨\u200d👩\u200d👧\u200d👦';

test.each([
  ['short', 10, 'short'],
  ['exactly 10', 10, 'exactly 10'],
  ['a bit too long', 6, 'a bit…'],
  ['東京タワー', 4, '東京タ…'],
  [family.repeat(3), 3, family.repeat(3)],
  [family.repeat(3), 2, `${family}…`],
])('“%s” in at most %i', (text, most, short) => {
  expect(shortened(text, most)).toBe(short);
});
