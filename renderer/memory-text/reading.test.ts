import { expect, test } from 'vitest';
import { estimate } from '#shared/entries/measure.ts';
import { editorState, today } from '../testing/editor-state.ts';
import { changeRules } from './editor-rules.ts';
import { freshReading, placeNow, placeThen, readAtOnce, readingOf, sameReading, upToDate } from './reading.ts';

const text = ['## Insights', '- [2026-01-02] a: one', '- [2026-01-01] b: two', ''].join('\n');

test('reads the text when the editor opens', () => {
  expect(readingOf(editorState(text)).document.entries.map(({ key }) => key)).toEqual(['a', 'b']);
});

test('delays reading while typing, and moves known places along', () => {
  const before = editorState(text);
  const state = before.update({ changes: { from: 0, insert: '😀 new\n' } }).state;
  const second = readingOf(state).document.entries[1];
  expect(upToDate(state)).toBe(false);
  expect(state.sliceDoc(placeNow(state, second?.range.from ?? 0)).startsWith('- [2026-01-01] b')).toBe(true);
  expect(placeThen(state, placeNow(state, 15))).toBe(15);
  expect(sameReading(before, state)).toBe(true);
});

test('adds up several changes without a reading', () => {
  const first = editorState(text).update({ changes: { from: 0, insert: 'xx' } }).state;
  const second = first.update({ changes: { from: 0, to: 1 } }).state;
  expect(placeNow(second, 5)).toBe(6);
});

test('matches the current text after another reading', () => {
  const changed = editorState(text).update({ changes: { from: 0, insert: '## Facts\n- c: three\n' } }).state;
  expect(freshReading(changed).document.entries.map(({ key }) => key)).toEqual(['c', 'a', 'b']);
  const read = changed.update({ effects: readAtOnce.of(null) }).state;
  expect(readingOf(read).document.entries).toHaveLength(3);
  expect(placeNow(read, 7)).toBe(7);
});

test('updates the order at once for another limit or day', () => {
  const state = editorState(
    text.replace('2026-01-01]', '2026-01-01|tentative|x|until=2026-11-30]'.replaceAll('|', '¦')),
  );
  expect(readingOf(state).order.map(({ key }) => key)).toEqual(['a']);
  const later = state.update({ effects: changeRules.of({ today: '2026-12-01', limit: 10, measure: estimate }) }).state;
  expect(readingOf(later).order.map(({ key }) => key)).toEqual(['b', 'a']);
  expect([readingOf(later).near, readingOf(state).near]).toEqual([true, false]);
});

test('finds headings of every level, but none in code, comments or frontmatter', () => {
  const { headings } = readingOf(
    editorState(
      '---\n# not: one\n---\n# A\n### B\n```\n# no\n```\n<!--\n## no\n-->\n## Facts\n### C\n#no\n- x\n  # no\n',
    ),
  );
  expect(headings.map(({ level }) => level)).toEqual([1, 3, 2, 3]);
});

test('finds no problems and no leaving entries in another format', () => {
  const reading = readingOf(editorState('## Insights\n- [2026-02-30] a: one', 1, 'markdown'));
  expect([reading.document.diagnostics, reading.order, reading.near]).toEqual([[], [], false]);
  expect(reading.rules.today).toBe(today);
});
