import { type EditorState, type Extension, RangeSet } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view';
import { readingOf } from '../../memory-text/reading.ts';

const className = 'cm-quietHead';
const line = Decoration.line({ class: className });
const gutterLine = new (class extends GutterMarker {
  override elementClass = className;
})();

/** Lines before the memory itself, with its time and size, which change with every act. */
function headLines(state: EditorState): readonly number[] {
  const { body } = readingOf(state).document.frontmatter;
  const last = body === null ? 0 : state.doc.lineAt(body.to).number;
  return Array.from({ length: last }, (_, index) => state.doc.line(index + 1).from);
}

/** Marks the head of a memory in a text that does not change. */
export const quietHead: Extension = [
  EditorView.decorations.compute([], (state) => Decoration.set(headLines(state).map((from) => line.range(from)))),
  gutterLineClass.compute([], (state) => RangeSet.of(headLines(state).map((from) => gutterLine.range(from)))),
];
