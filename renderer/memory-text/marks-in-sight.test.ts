import type { ChangeSpec, EditorState } from '@codemirror/state';
import { Decoration, type DecorationSet } from '@codemirror/view';
import { expect, test } from 'vitest';
import { editorState } from '../testing/editor-state.ts';
import { entryMarks } from './entry-marks.ts';
import { type MarksIn, marksAfter } from './marks-in-sight.ts';

const text = '# Top\n## Facts\n- [2026-01-02¦likely] mood: good\n- pets: two cats\n\nprose\n* tea: green\n';

const marksIn: MarksIn = (state, from, to) =>
  entryMarks(state, from, to).map((mark) =>
    mark.from === mark.to
      ? Decoration.line({ class: mark.name }).range(mark.from)
      : Decoration.mark({ class: mark.name }).range(mark.from, mark.to),
  );

const all = (state: EditorState): DecorationSet => Decoration.set(marksIn(state, 0, state.doc.length));

function shown(marks: DecorationSet): string[] {
  const found: string[] = [];
  marks.between(0, Number.POSITIVE_INFINITY, (from, to, { spec }) => {
    found.push(`${from}–${to} ${spec.class}`);
  });
  return found;
}

function at(state: EditorState, words: string): number {
  return state.doc.toString().indexOf(words);
}

test.each<[what: string, change: (state: EditorState) => ChangeSpec]>([
  ['a letter in a key', (state) => ({ from: at(state, 'ood: good'), insert: 'x' })],
  ['a letter in a value', (state) => ({ from: at(state, 'cats'), insert: 'x' })],
  ['the colon of a key', (state) => ({ from: at(state, ': two'), to: at(state, ': two') + 1 })],
  ['the end of a bracket', (state) => ({ from: at(state, '] mood'), to: at(state, '] mood') + 1 })],
  ['a line end in an entry', (state) => ({ from: at(state, 'good'), insert: '\n' })],
  ['a line end before an entry', (state) => ({ from: at(state, '- pets'), insert: '\n' })],
  ['two lines made one', (state) => ({ from: at(state, '\n- pets'), to: at(state, '- pets') })],
  ['a new entry', (state) => ({ from: at(state, '- pets'), insert: '- [2026-03-04|certain] a: b\n' })],
  ['an entry gone', (state) => ({ from: at(state, '- pets'), to: at(state, '\nprose') })],
  [
    'two places at once',
    (state) => [at(state, 'ood: good'), at(state, 'ea: green')].map((from) => ({ from, insert: 'x' })),
  ],
])('gives the same marks after a change as a full search (%s)', (_what, change) => {
  const before = editorState(text);
  const { state, changes } = before.update({ changes: change(before) });
  const after = marksAfter(all(before), changes, marksIn, state, [{ from: 0, to: state.doc.length }]);
  expect(shown(after)).toEqual(shown(all(state)));
});

test('searches only changed lines in sight', () => {
  const before = editorState(text);
  const asked: string[] = [];
  const { state, changes } = before.update({
    changes: { from: at(before, 'cats'), insert: `x\n${'- a: b\n'.repeat(50)}` },
  });
  marksAfter(
    all(before),
    changes,
    (_state, from, to) => {
      asked.push(state.sliceDoc(from, to));
      return [];
    },
    state,
    [{ from: 0, to: at(state, '- a: b\n') + 6 }],
  );
  expect(asked).toEqual(['- pets: two x\n- a: b']);
});
