import { expect, test } from 'vitest';
import { shortName } from './find-entry.ts';

test.each([
  ['- [2026-01-01|likely] likes tea', 'likes tea'],
  ['* [link](a.md)', '[link](a.md)'],
  ['2) [x] rent', 'rent'],
  ['> Ask first\n> always', 'Ask first'],
  ['| both | 2020 |', 'both | 2020 |'],
  ['```sh\nnpm test\n```', 'npm test'],
  ['3.5 degrees', '3.5 degrees'],
])('names an entry written as %j by its text', (raw, name) => {
  expect(shortName({ key: null, raw })).toBe(name);
});
