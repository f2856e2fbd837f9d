import { expect, test } from 'vitest';
import { cutTo } from './cut-to.ts';

test.each([
  ['', ''],
  ['kennel', 'kennel'],
  ['kennels', 'kenne…'],
])('“%s” cut to six characters is “%s”', (text, expected) => {
  expect(cutTo(text, 6)).toBe(expected);
});
