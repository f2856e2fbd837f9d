import { expect, test } from 'vitest';
import { applyEdits } from './edits.ts';
import { editsWithout } from './json-without.ts';

test.each<[what: string, text: string, path: (string | number)[], left: string]>([
  ['the first of a list', '[ "tea", "coffee" ]\n', [0], '[ "coffee" ]\n'],
  ['the last of a list, after a mark at the start', '\uFEFF["tea","coffee"]', [1], '\uFEFF["tea"]'],
  ['the only one', '[\n  "tea"\n]\n', [0], '[\n  \n]\n'],
  [
    'a name, beside a number longer than numbers are',
    '{"a": 12345678901234567890.10, "b": 2}',
    ['b'],
    '{"a": 12345678901234567890.10}',
  ],
  ['a name that stands there twice', '{"a": 1, "a": 2}', ['a'], '{"a": 1}'],
  ['what is not there', '[1]', [3], '[1]'],
  ['deep inside', '{"a": {"b": [1, 2, 3]}}', ['a', 'b', 1], '{"a": {"b": [1, 3]}}'],
])('takes out %s and leaves the rest as it is written', (_, text, path, left) => {
  expect(applyEdits(text, editsWithout(text, path))).toBe(left);
});
