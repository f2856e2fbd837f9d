import { expect, test } from 'vitest';
import { editorState } from '../../../testing/editor-state.ts';
import { editorStatus } from './status.ts';

test.each([
  ['|', 1, 1],
  ['a\nb|', 2, 2],
  ['👩‍👩‍👧é|', 1, 3],
  ['- 値|です', 1, 4],
  ['- שלום|', 1, 7],
])('finds the cursor of %j in line %d, column %d', (text, line, column) => {
  expect(editorStatus(editorState(text))).toMatchObject({ line, column });
});

test('counts a selection like the whole', () => {
  expect(editorStatus(editorState('|one two\nthree| four')).selection).toEqual({ characters: 13, tokens: 3 });
  expect(editorStatus(editorState('|👩‍👩‍👧|')).selection).toEqual({ characters: 1, tokens: 1 });
  expect(editorStatus(editorState('one |two')).selection).toBeNull();
});

test('counts a word across two pieces of a long text as one', () => {
  const text = `${'word '.repeat(2000)}`;
  expect(editorStatus(editorState(`|${text}|`)).selection).toEqual({ characters: 10_000, tokens: 2600 });
});

test('counts the whole, its limit, and its problems', () => {
  expect(editorStatus(editorState('- [2026-02-30] a: b', 1500))).toMatchObject({ tokens: 5, limit: 1500, problems: 2 });
  expect(editorStatus(editorState('- [2026-02-30] a: b', 1500, 'markdown'))).toMatchObject({
    limit: null,
    problems: 0,
  });
});
