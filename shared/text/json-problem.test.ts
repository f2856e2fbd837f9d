import { expect, test } from 'vitest';
import { jsonProblem } from './json-problem.ts';
import { maxNesting } from './nesting.ts';

const otherwise = 'It isn’t valid JSON.';

test.each(['{}', '[1, "two", null]', '"text"', '\uFEFF{"a": 1}'])('finds no problem in %s', (text) => {
  expect(jsonProblem(text, otherwise)).toBeNull();
});

test.each([
  ['["Likes tea.", "No coriander.', 15, 'This text has no closing quotation mark.'],
  ['["Likes tea."', 12, 'A ] is missing here.'],
  ['[1,]', 3, 'A value is expected here.'],
  ['{"a": 1} // b', 9, 'Comments can’t stand in JSON.'],
  ['{"a": tea}', 6, 'This isn’t a value. Text needs quotation marks.'],
  ['3rd', 1, 'This isn’t a value. Text needs quotation marks.'],
  ['{"a": [1] tea', 10, 'This isn’t a value. Text needs quotation marks.'],
  ['{"a": 1}\nx', 9, 'There is extra text after the end. Remove it.'],
  ['\uFEFF{"a": 1}x', 9, 'There is extra text after the end. Remove it.'],
  ['{"a": 1}}', 8, 'There is extra text after the end. Remove it.'],
  ['\uFEFF{"a": }', 7, 'A value is expected here.'],
])('names the place where %s stops being JSON', (text, from, message) => {
  expect(jsonProblem(text, otherwise)).toMatchObject({ from, message });
});

test.each(['', '['.repeat(maxNesting + 1)])('names the whole text if no place is known (%#)', (text) => {
  expect(jsonProblem(text, otherwise)).not.toBeNull();
});
