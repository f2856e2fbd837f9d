import type { ChangeDesc, EditorState, Extension, Range as Placed } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { Range } from '#shared/entries/entry.ts';

/** Marks of a stretch of whole lines, in order. */
export type MarksIn = (state: EditorState, from: number, to: number) => Placed<Decoration>[];

/** Marks the lines in sight. A key updates only its own lines. @param isStale true for updates that change all marks */
export function marksInSight(marksIn: MarksIn, isStale: (update: ViewUpdate) => boolean = () => false): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor({ state, visibleRanges }: EditorView) {
        this.decorations = allMarks(marksIn, state, visibleRanges);
      }

      update(update: ViewUpdate): void {
        const { visibleRanges } = update.view;
        if (update.viewportMoved || isStale(update)) {
          this.decorations = allMarks(marksIn, update.state, visibleRanges);
        } else if (update.docChanged) {
          this.decorations = marksAfter(this.decorations, update.changes, marksIn, update.state, visibleRanges);
        }
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

function allMarks(marksIn: MarksIn, state: EditorState, stretches: readonly Range[]): DecorationSet {
  return Decoration.set(stretches.flatMap(({ from, to }) => marksIn(state, from, to)));
}

/** Marks after a change: found again in the visible lines it touched, and moved elsewhere. */
export function marksAfter(
  before: DecorationSet,
  changes: ChangeDesc,
  marksIn: MarksIn,
  state: EditorState,
  stretches: readonly Range[],
): DecorationSet {
  let marks = before.map(changes);
  changes.iterChangedRanges((_fromThen, _toThen, fromNow, toNow) => {
    const from = state.doc.lineAt(fromNow).from;
    const to = state.doc.lineAt(toNow).to;
    const add = stretches
      .filter((stretch) => stretch.from <= to && stretch.to >= from)
      .flatMap((stretch) => marksIn(state, Math.max(from, stretch.from), Math.min(to, stretch.to)));
    marks = marks.update({ filterFrom: from, filterTo: to, filter: () => false, add });
  });
  return marks;
}
