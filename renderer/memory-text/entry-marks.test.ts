import { expect, test } from 'vitest';
import { editorState } from '../testing/editor-state.ts';
import { entryMarks } from './entry-marks.ts';
import { readingOf } from './reading.ts';

function shown(marked: string, from = 0, to?: number): string[] {
  const state = editorState(marked);
  return entryMarks(state, from, to ?? state.doc.length)
    .filter((mark) => mark.to > mark.from && mark.name !== 'cm-entry-bracket')
    .map((mark) => `${mark.name.replaceAll('cm-', '')}: ${state.sliceDoc(mark.from, mark.to)}`);
}

test.each([
  ['😀 before\n- [2026-01-02¦Likely¦post_query¦pinned] mood: 😀'],
  ['日本語\n- [2026-01-02¦Likely¦post_query¦pinned] mood: 値'],
  ['שלום\n- [2026-01-02¦Likely¦post_query¦pinned] mood: ערך'],
])('finds the place of each part of an entry (%j)', (text) => {
  expect(shown(text)).toEqual([
    'entry-date: 2026-01-02',
    'entry-confidence likely: Likely',
    'entry-source: post_query',
    'entry-flag: pinned',
    'entry-key: mood',
  ]);
});

test('reads keys of any script, and blanks around bracket fields', () => {
  expect(shown('- [ 2026-01-02 ¦ ¦ x ] 日本語のキー: 値')).toEqual([
    'entry-date: 2026-01-02',
    'entry-source: x',
    'entry-key: 日本語のキー',
  ]);
});

test('finds no parts in prose, links and checkboxes', () => {
  expect(shown('- Picks up kids at 3:30\n- [link](https://a.b)\n- [ ] to do')).toEqual([]);
});

test('gives no colour to a word that is no confidence', () => {
  expect(shown('- [2026-01-02¦sure] a: b')).toEqual([
    'entry-date: 2026-01-02',
    'entry-confidence: sure',
    'entry-key: a',
  ]);
});

test('marks the visible middle of a code block as code', () => {
  const text = `- a: b\n\`\`\`\n${'- [2026-01-01] x: y\n'.repeat(5)}\`\`\`\n- c: d\n`;
  const state = editorState(text);
  const inside = state.doc.line(5).from;
  expect(shown(text, inside)).toEqual(['entry-key: c']);
});

test('marks the visible middle of an entry as its text', () => {
  const text = '- a: b\n  - nested: no\n  - [2026-01-01] other: no\n- c: d\n';
  expect(shown(text, editorState(text).doc.line(3).from)).toEqual(['entry-key: c']);
});

test('keeps parts right before the text is read again', () => {
  const typed = editorState('## Facts\n- a: b\n- c: d\n').update({
    changes: [
      { from: 0, insert: '# New 😀\n' },
      { from: 9, insert: '- [2026-01-02] ' },
      { from: 11, insert: 'lo' },
    ],
  }).state;
  expect(typed.doc.line(3).text).toBe('- [2026-01-02] - loa: b');
  const marks = entryMarks(typed, typed.doc.line(3).from, typed.doc.length);
  expect(readingOf(typed).document.entries).toHaveLength(2);
  expect(marks.filter(({ name }) => name === 'cm-entry-key').map(({ from, to }) => typed.sliceDoc(from, to))).toEqual([
    '- loa',
    'c',
  ]);
});

test('indents wrapped rows of a long line below its text, unless it runs right to left', () => {
  const lines = (text: string) =>
    entryMarks(editorState(text), 0, text.length).filter(({ name }) => name === 'cm-entry-line');
  expect(lines('- a: b\n  - nested')).toHaveLength(1);
  expect(lines('-  two blanks')).toHaveLength(0);
  expect(lines('- שלום')).toHaveLength(0);
});

test('in free markdown marks a key in bold or in a table without its syntax, and indents only items', () => {
  const text = 'A text: b\n\n- **Name:** Ann\n\n¦ a ¦ b ¦\n¦---¦---¦\n¦ **Bob** ¦ lead ¦\n';
  const state = editorState(text, 2000, 'markdown');
  const marks = entryMarks(state, 0, state.doc.length);
  const marked = (name: string) =>
    marks.filter((mark) => mark.name === name).map(({ from, to }) => state.sliceDoc(from, to));
  expect(marked('cm-entry-key')).toEqual(['A text', 'Name', 'Bob']);
  expect(marked('cm-entry-line')).toHaveLength(1);
});
