import { expect, test } from 'vitest';
import { fileText } from '../../../memory-text/file-text.ts';
import { readAtOnce } from '../../../memory-text/reading.ts';
import { editorState } from '../../../testing/editor-state.ts';
import { bufferOf } from '../buffer.ts';
import { cutIn } from './cut-line.ts';
import { editorStatus } from './status.ts';

const lines = (count: number): string => '- [Tea](tea.md) — green\n'.repeat(count);

test('marks the line where the assistant stops reading, and moves with typing', () => {
  const state = editorState(lines(210), 2000, 'claude');
  const cut = cutIn(state);
  expect(cut).toMatchObject({ side: -1, words: 'Claude Code stops reading here (line 200)' });
  expect(state.doc.lineAt(cut?.at ?? 0).number).toBe(201);
  const typed = state.update({ changes: { from: 0, insert: '# Notes\n' } }).state;
  expect(typed.doc.lineAt(cutIn(typed)?.at ?? 0).number).toBe(202);
  const read = typed.update({ effects: readAtOnce.of(null) }).state;
  expect(read.doc.lineAt(cutIn(read)?.at ?? 0).number).toBe(201);
  expect(editorStatus(state).fill).toEqual({ unit: 'lines', limit: 200, used: 210 });
});

test('marks nothing if all is read or the memory has no limit', () => {
  expect(cutIn(editorState(lines(200), 2000, 'claude'))).toBeNull();
  expect(cutIn(editorState(lines(400), 2000, 'markdown'))).toBeNull();
  expect(editorStatus(editorState(lines(400))).fill).toBeNull();
});

test('marks below a first line that is too long', () => {
  const state = editorState(`${'long '.repeat(6000)}\n- tea\n`, 2000, 'claude');
  expect(cutIn(state)).toEqual({ at: 30_000, side: 1, words: 'Claude Code stops reading here (line 1)' });
});

test('counts line ends as in the file', () => {
  const line = `- ${'x'.repeat(197)}`;
  const text = Array.from({ length: 125 }, () => line).join('\r\n');
  const file = fileText(null, text);
  const state = editorState(file.doc.toString(), 2000, 'claude', bufferOf(file));
  // Lines of 199 bytes: 125 fit with LF, and 124 with CR LF.
  expect(editorStatus(state).fill).toEqual({ unit: 'bytes', limit: 25_000, used: 125 * 201 - 2 });
  expect(state.doc.lineAt(cutIn(state)?.at ?? 0).number).toBe(125);
  expect(cutIn(editorState(file.doc.toString(), 2000, 'claude'))).toBeNull();
});
