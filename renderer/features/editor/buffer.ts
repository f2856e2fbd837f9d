import { diff } from '@codemirror/merge';
import {
  ChangeSet,
  type ChangeSpec,
  type EditorState,
  StateEffect,
  StateField,
  type Text,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { differingLines } from '#shared/formats/differing-lines.ts';
import { changedPart } from '#shared/text/changed-part.ts';
import { applyEdits, type Edit } from '#shared/text/edits.ts';
import { editorFormat } from '../../memory-text/editor-rules.ts';
import { type FileText, fileText, offsetInFile } from '../../memory-text/file-text.ts';

type Base = { readonly file: FileText; readonly changes: ChangeSet };

const setBase = StateEffect.define<Base>();

/** Follows every change, so that a save consists of edits to the version in the file, and touches nothing else. */
const baseField = StateField.define<Base>({
  create: ({ doc }) => ({ file: fileText(null, ''), changes: ChangeSet.of({ from: 0, insert: doc }, 0) }),
  update(base, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setBase)) {
        return effect.value;
      }
    }
    return transaction.docChanged ? { ...base, changes: base.changes.compose(transaction.changes) } : base;
  },
});

export function bufferOf(file: FileText) {
  return baseField.init(() => ({ file, changes: ChangeSet.empty(file.doc.length) }));
}

export const baseOf = (state: EditorState): FileText => state.field(baseField).file;

/** Line ends of the text in the file, which count there. */
export const lineEndOf = (state: EditorState): FileText['lineEnd'] =>
  state.field(baseField, false)?.file.lineEnd ?? '\n';

export function isDirty(state: EditorState): boolean {
  const { file, changes } = state.field(baseField);
  return !changes.empty && !state.doc.eq(file.doc);
}

/** Typed changes as edits of the version in the file, in its own offsets and line ends. */
export function typedEdits(state: EditorState): Edit[] {
  const { file, changes } = state.field(baseField);
  const edits: Edit[] = [];
  changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    const was = file.doc.sliceString(fromA, toA);
    const is = inserted.toString();
    const { from, to } = changedPart(was, is);
    const after = is.length - to;
    if (to > from || from + after < was.length) {
      edits.push({
        from: offsetInFile(file, fromA + from),
        to: offsetInFile(file, toA - after),
        insert: is.slice(from, to).replaceAll('\n', file.lineEnd),
      });
    }
  });
  if (!file.text.includes('\r')) {
    return edits; // Every line end is one character in both, so that an edit here is the same one there.
  }
  for (const attempt of [edits, edits.map((edit) => separateLineEnds(file, edit))]) {
    if (fileText(null, applyEdits(file.text, attempt)).doc.eq(state.doc)) {
      return attempt;
    }
  }
  // Never seen; all of it is written alike then.
  const mark = file.hasMark ? '\uFEFF' : '';
  return [{ from: 0, to: file.text.length, insert: mark + state.doc.toString().replaceAll('\n', file.lineEnd) }];
}

/** Separates an edit between a lone CR and a lone LF, which would become one line end if nothing is left between them. */
function separateLineEnds({ text, lineEnd }: FileText, { from, to, insert }: Edit): Edit {
  const joinsBefore = text[from - 1] === '\r' && (insert[0] ?? text[to]) === '\n';
  const joinsAfter = insert.endsWith('\r') && text[to] === '\n';
  return {
    from: joinsBefore ? from - 1 : from,
    to: joinsAfter ? to + 1 : to,
    insert: `${joinsBefore ? '\n' : ''}${insert}${joinsAfter ? lineEnd : ''}`,
  };
}

/** Minimal changes from one text to another, so that cursor, scroll and folds stay. */
const fewChanges = (from: Text, to: string): ChangeSpec[] => editorChanges(from.toString(), to);

/** Merges others' version with what was typed since `origin`, entry by entry. Not a step in the person's own undo. */
export function mergeTheirs(state: EditorState, theirs: FileText, origin: string) {
  const format = state.facet(editorFormat);
  const mine = state.doc.toString();
  const next = theirs.doc.toString();
  const merged =
    mine === origin
      ? { text: next, conflicts: [] }
      : format.merge(format.read(origin), format.read(mine), format.read(next));
  const changes =
    merged.text === next
      ? ChangeSet.empty(theirs.doc.length)
      : ChangeSet.of(fewChanges(theirs.doc, merged.text), theirs.doc.length);
  return {
    /** Changes on both sides; the editor keeps what was typed until the person has chosen. */
    conflicts: merged.conflicts,
    spec: {
      changes: fewChanges(state.doc, merged.text),
      effects: setBase.of({ file: theirs, changes }),
      annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
    },
  };
}

/** Applies earlier typing to the present version, as a step the person can undo. */
export function restoreTyping(state: EditorState, text: string): TransactionSpec {
  return { changes: fewChanges(state.doc, text), userEvent: 'input.restore' };
}

export function revert(state: EditorState): TransactionSpec {
  return { changes: fewChanges(state.doc, baseOf(state).doc.toString()), userEvent: 'revert' };
}

/** Longer stretches are not compared character by character, since that takes the square of their length. */
const maxCompared = 2000;

/** A small set of changes that leads from one text to another, in order: by lines, and by characters within changed lines. */
export function editorChanges(before: string, after: string): Edit[] {
  return differingLines(before, after).flatMap(({ from, was, is }) =>
    Math.max(was.length, is.length) > maxCompared
      ? [{ from, to: from + was.length, insert: is }]
      : diff(was, is, { scanLimit: 500 }).map(({ fromA, toA, fromB, toB }) => ({
          from: from + fromA,
          to: from + toA,
          insert: is.slice(fromB, toB),
        })),
  );
}
