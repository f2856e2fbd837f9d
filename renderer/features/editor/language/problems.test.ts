import { EditorState, type Extension } from '@codemirror/state';
import { expect, test } from 'vitest';
import { repairFrontmatter } from '#shared/formats/context/frontmatter-edits.ts';
import { readContext } from '#shared/formats/context/read-document.ts';
import { applyEdits } from '#shared/text/edits.ts';
import { readingOf } from '../../../memory-text/reading.ts';
import { editorState, today } from '../../../testing/editor-state.ts';
import { fixesOf, nearestConfidences, nearestDate } from './fixes.ts';
import { fixAt, problemsOf } from './problems.ts';

const top = '---\nlast_updated: 2026-01-01\nversion: 3\ntoken_estimate: 12\n---\n';

/** Applies the first fix of the first problem of a kind. @returns the text, and the names of all fixes */
function fixed(text: string, code: string): { after: string; names: string[] } {
  const reading = readingOf(editorState(text));
  const diagnostic = reading.document.diagnostics.find((candidate) => candidate.code === code);
  const fixes = diagnostic ? fixesOf(reading, diagnostic) : [];
  const first = fixes[0];
  return {
    after: first ? applyEdits(reading.document.text, [...first.edits]) : '',
    names: fixes.map(({ name }) => name),
  };
}

test.each([
  ['date_impossible', '- [2026-02-30¦likely] 😀: b', '- [2026-02-28|likely] 😀: b'],
  ['confidence_unknown', '- [2026-02-03¦ likley ¦x] a: b', '- [2026-02-03| likely |x] a: b'],
  ['confidence_unknown', '- [2026-02-03¦high] a: b', '- [2026-02-03|certain] a: b'],
  ['value_empty', '- a:\n- b: c\n', '- b: c\n'],
  ['value_empty', '- b: c\n- a:', '- b: c'],
  ['value_empty', '- b: c\n- a:\n', '- b: c\n'],
  ['unclosed_block', '- b: c\n<!-- note\n- d: e\n', '- b: c\n<!-- note -->\n- d: e\n'],
  ['unclosed_block', '- b: c\n```\n- d: e\n', '- b: c\n- d: e\n'],
])('the fix of %s removes it (%#)', (code, text, expected) => {
  const { after } = fixed(top + text, code);
  expect(after).toBe(top + expected);
  expect(readContext(after).diagnostics.map((diagnostic) => diagnostic.code)).not.toContain(code);
});

test.each([
  ['frontmatter_missing', '## Facts\n- a: b 😀\n'],
  ['frontmatter_unclosed', '---\nversion: 3\n\n## Facts\n- a: b 😀\n'],
  ['frontmatter_broken', '---\nlast_updated: 2026-01-01\nversion: [15\n---\n- a: b 😀\n'],
  ['frontmatter_value_missing', '---\nversion: 3\n---\n- a: b 😀\n'],
  ['frontmatter_value_invalid', '---\nlast_updated: 2026-02-30\nversion: 3\ntoken_estimate: 12\n---\n- a: b 😀\n'],
])('repairs %s as the format does, with edits of the frontmatter only', (code, text) => {
  const reading = readingOf(editorState(text));
  const diagnostic = reading.document.diagnostics.find((candidate) => candidate.code === code);
  const [fix] = diagnostic ? fixesOf(reading, diagnostic) : [];
  expect(applyEdits(text, [...(fix?.edits ?? [])])).toBe(repairFrontmatter(readContext(text), today));
  expect(Math.max(...(fix?.edits ?? []).map(({ to }) => to))).toBeLessThanOrEqual(text.indexOf('- a'));
});

test('explains a differing estimate, which needs no fix', () => {
  const problem = problemsOf(editorState(`${top}- a: b\n`)).find(({ severity }) => severity === 'hint');
  expect([problem?.message, problem?.actions]).toEqual([
    'The file says 12 tokens; the current count is 14. Saving corrects it.',
    [],
  ]);
});

test('marks the wrong word', () => {
  const state = editorState(`${top}- [2026-02-30¦sure¦x] 日本: b\n`);
  expect(problemsOf(state).map(({ from, to }) => state.sliceDoc(from, to))).toEqual(['12', '2026-02-30', 'sure']);
});

test('marks missing frontmatter in the first line', () => {
  expect(problemsOf(editorState('## Facts\n- a: b\n'))[0]).toMatchObject({ from: 0, to: 8 });
});

test('reports problems of a read-only text without fixes', () => {
  const text = `${top}- [2026-02-30] a: b\n`;
  const actions = (more: Extension) =>
    problemsOf(editorState(text, 2000, 'context', more)).map((problem) => problem.actions?.length);
  expect([actions([]), actions(EditorState.readOnly.of(true))]).toEqual([
    [0, 1],
    [0, 0],
  ]);
});

test('the shortcut repairs the problem nearest to the cursor in its line, and none in another line', () => {
  expect(fixAt(editorState(`${top}- [2026-02-30¦likley] a: b|\n`))?.name).toBe('Change to likely');
  expect(fixAt(editorState(`${top}-| [2026-02-30¦likley] a: b\n`))?.name).toContain('28');
  expect(fixAt(editorState(`${top}- [2026-02-30] a: b\n- c: |d\n`))).toBeNull();
});

test.each([
  ['2026-02-30', '2026-02-28'],
  ['2028-02-31', '2028-02-29'],
  ['2026-04-31', '2026-04-30'],
  ['2026-13-40', '2026-12-31'],
  ['2026-00-00', '2026-01-01'],
  ['0000-05-05', '0001-05-05'],
])('%s becomes %s', (written, expected) => {
  expect(nearestDate(written)).toBe(expected);
});

test.each([
  ['certian', ['certain']],
  ['LIKELY!', ['likely']],
  ['low', ['tentative']],
  ['xyz', ['certain', 'likely', 'tentative']],
])('suggests for %s %j', (written, expected) => {
  expect(nearestConfidences(written)).toEqual(expected);
});
