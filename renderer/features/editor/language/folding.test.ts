import { foldable } from '@codemirror/language';
import { expect, test } from 'vitest';
import { editorState } from '../../../testing/editor-state.ts';

const text = [
  '---',
  'version: 1',
  '---',
  '# 😀 A',
  '',
  '## B',
  '- b: 1',
  '  more',
  '',
  '### C',
  '- c: 1',
  '',
  '## D',
  '- d: 1',
].join('\n');

/** Line numbers of the range that folds under a line. */
function folds(number: number, state = editorState(text)): [number, number] | null {
  const line = state.doc.line(number);
  const range = foldable(state, line.from, line.to);
  return range && [state.doc.lineAt(range.from).number, state.doc.lineAt(range.to).number];
}

test('folds a heading up to the next of its level or above, without the blank lines between', () => {
  expect([folds(4), folds(6), folds(10), folds(13)]).toEqual([
    [4, 14],
    [6, 11],
    [10, 11],
    [13, 14],
  ]);
});

test('folds the frontmatter to its closing line', () => {
  expect(folds(1)).toEqual([1, 3]);
});

test('folds no entries, prose or headings in code', () => {
  expect(folds(7)).toBeNull();
  expect(folds(2, editorState('```\n# no\n- a\n```\n'))).toBeNull();
  expect(folds(1, editorState('# alone'))).toBeNull();
  expect(folds(1, editorState('# alone\n\n# next\n- x'))).toBeNull();
});

test('keeps folds right while typing above and in them', () => {
  const state = editorState(text);
  const typed = state.update({
    changes: [
      { from: 0, to: 0, insert: '' },
      { from: state.doc.line(5).from, insert: 'new 😀\n\n' },
    ],
  }).state;
  expect(folds(8, typed)).toEqual([8, 13]);
});
