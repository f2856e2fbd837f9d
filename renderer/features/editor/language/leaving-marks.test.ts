import { expect, test } from 'vitest';
import { readAtOnce, readingOf } from '../../../memory-text/reading.ts';
import { editorState } from '../../../testing/editor-state.ts';
import { entryInWords, entrySentence } from './entry-tooltip.ts';
import { leavingLines } from './leaving-marks.ts';

const text = [
  '## Patterns (likely)',
  '- [2020-01-01] old_pattern: one two three four five',
  '## Insights (tentative)',
  '- [2026-03-01] 新しい: one two three four five',
  '- [2026-01-01¦tentative¦x¦pinned] kept: one two three four five',
  '- [2026-02-01] older: one two three four five',
].join('\n');

const lines = (limit: number) => {
  const state = editorState(text, limit);
  return leavingLines(state).map(({ from, rank }) => [state.doc.lineAt(from).number, rank]);
};

test('marks over the limit only the entries that would be archived', () => {
  // Each entry that may leave has 8 words, about 10 tokens.
  expect(readingOf(editorState(text)).tokens).toBe(49);
  expect(lines(48)).toEqual([[6, 1]]);
  expect(lines(38)).toEqual([
    [4, 2],
    [6, 1],
  ]);
  expect(lines(1)).toEqual([
    [2, 3],
    [4, 2],
    [6, 1],
  ]);
});

test('marks below the limit the entry that would leave next, once it is near', () => {
  expect(lines(50)).toEqual([[6, 1]]);
  expect(lines(1000)).toEqual([]);
});

test('keeps marks on their lines while typing, and updates them after a reading', () => {
  const state = editorState(text, 48);
  const typed = state.update({ changes: { from: 0, insert: '😀\n' } }).state;
  expect(leavingLines(typed).map(({ from }) => typed.doc.lineAt(from).number)).toEqual([7]);
  const read = typed.update({ effects: readAtOnce.of(null) }).state;
  expect(leavingLines(read).map(({ from }) => read.doc.lineAt(from).number)).toEqual([7]);
});

test('words the facts of an entry plainly', () => {
  const reading = readingOf(editorState(text, 38));
  const words = reading.document.entries.map((entry) => entryInWords(entry, reading));
  expect(words[3]).toMatchObject({
    category: 'Insight',
    confidence: 'tentative',
    confidenceInWords: 'Tentative, like its section',
  });
  expect(words[3]?.details.slice(1)).toEqual(['Source unknown', '10 tokens', 'Archived next (1st of 2)']);
  expect(words[2]?.details.slice(1)).toEqual(['From x', '10 tokens', 'Pinned: never archived automatically']);
  expect(words[2] && entrySentence(words[2])).toContain('Insight. Tentative. Learned ');
});

test('names a source program as people do', () => {
  const reading = readingOf(editorState('## Facts\n- [2026-01-16¦likely¦claude-code] tea: green\n', 38));
  const words = reading.document.entries.map((entry) => entryInWords(entry, reading));
  expect(words[0]?.details).toContain('From Claude Code');
});
