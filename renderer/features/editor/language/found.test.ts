import { SearchQuery } from '@codemirror/search';
import { expect, test } from 'vitest';
import { editorState } from '../../../testing/editor-state.ts';
import { findMatches, matchesInWords } from './find-panel.ts';

const found = (text: string, search: string, options = {}) => {
  const state = editorState(text);
  return matchesInWords(
    findMatches(state, new SearchQuery({ search, literal: true, ...options })),
    state.selection.main,
  );
};

test('words the position among the matches', () => {
  expect(found('on |on| on', 'on')).toBe('2 of 3');
  expect(found('😀 ON on|', 'on')).toBe('2 found');
  expect(found('ON on', 'on', { caseSensitive: true })).toBe('1 found');
  expect(found('on', 'off')).toBe('None');
  expect(found('a'.repeat(1500), 'a')).toBe('over 1,000 found');
});

test('finds nothing for an invalid pattern rather than failing', () => {
  expect(found('on', '(', { regexp: true })).toBe('None');
});
