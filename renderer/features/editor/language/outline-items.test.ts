import { expect, test } from 'vitest';
import { editorState } from '../../../testing/editor-state.ts';
import { currentItem, editorOutline, filterOutline, outlinePlace } from './outline-items.ts';

const text =
  '- first\n# Top\n## Facts ##\n- city: Lisbon\n  since 2024\n### Deeper\n- 😀 prose\n## Insights\n- city: |Porto\n';
const names = (marked = text, filter = '') =>
  filterOutline(editorOutline(editorState(marked)), filter).map((item) =>
    item.kind === 'heading'
      ? `${'#'.repeat(item.level)} ${item.title} ${item.entries}`
      : `${item.key ?? ''}=${item.text}`,
  );

test('lists headings and entries in file order, with counts', () => {
  expect(names()).toEqual([
    '=first',
    '# Top 0',
    '## Facts 1',
    'city=Lisbon',
    '### Deeper 1',
    '=😀 prose',
    '## Insights 1',
    'city=Porto',
  ]);
});

test('gives each item a unique identity, which survives a change above', () => {
  const ids = editorOutline(editorState(text)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(editorOutline(editorState(`- new\n${text}`)).map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
});

test('finds the item at the cursor, even before the text is read again', () => {
  const state = editorState(text);
  const at = (current: typeof state) =>
    editorOutline(current)[currentItem(editorOutline(current), outlinePlace(current))]?.id;
  const typed = state.update({ changes: { from: 0, insert: '- 😀 a long new line above everything\n' } }).state;
  expect([at(state), at(typed)]).toEqual(['city\n1', 'city\n1']);
});

test('filters items and keeps their headings', () => {
  expect(names(text, 'PROSE')).toEqual(['### Deeper 1', '=😀 prose']);
  expect(names(text, 'facts')).toEqual(['## Facts 1']);
  expect(names(text, 'city')).toEqual(['## Facts 1', 'city=Lisbon', '## Insights 1', 'city=Porto']);
  expect(names(text, 'nowhere')).toEqual([]);
});
