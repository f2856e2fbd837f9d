import { expect, test } from 'vitest';
import { cutTo } from './cut-to.ts';

test.each([
  ['', ''],
  ['kennel', 'kennel'],
  ['kennels', 'kenne…'],
])('cuts “%s” to six characters: “%s”', (text, expected) => {
  expect(cutTo(text, 6)).toBe(expected);
});
