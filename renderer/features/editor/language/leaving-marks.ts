import { type EditorState, type Extension, type Range, RangeSet, StateField } from '@codemirror/state';
import { EditorView, GutterMarker, gutter } from '@codemirror/view';
import { dom } from '../../../memory-text/dom.ts';
import { placeNow, readingOf, sameReading } from '../../../memory-text/reading.ts';
import { rankInWords } from '../../../wording/counts.ts';

/** Marked lines in file order: as in Review, none while there is plenty of room. */
export function leavingLines(state: EditorState) {
  const { ranks, near } = readingOf(state);
  return near
    ? [...ranks]
        .map(([entry, rank]) => ({ from: state.doc.lineAt(placeNow(state, entry.range.from)).from, rank }))
        .sort((a, b) => a.from - b.from)
    : [];
}

export const leavingInWords = (rank: number): string => `Archived ${rankInWords(rank)} when the memory is full`;

class LeavingMarker extends GutterMarker {
  private readonly rank: number;

  constructor(rank: number) {
    super();
    this.rank = rank;
  }

  override eq(other: LeavingMarker): boolean {
    return other.rank === this.rank;
  }

  override toDOM(): HTMLElement {
    const words = leavingInWords(this.rank);
    return dom('span', { class: 'cm-leaving', title: words, role: 'img', 'aria-label': words }, rankInWords(this.rank));
  }
}

function markersOf(state: EditorState): RangeSet<GutterMarker> {
  const markers: Range<GutterMarker>[] = leavingLines(state).map(({ from, rank }) =>
    new LeavingMarker(rank).range(from),
  );
  return RangeSet.of(markers);
}

const markers = StateField.define<RangeSet<GutterMarker>>({
  create: markersOf,
  update: (before, transaction) =>
    sameReading(transaction.startState, transaction.state)
      ? before.map(transaction.changes)
      : markersOf(transaction.state),
});

/** Marks beside the entries that leave next. Space is reserved along the whole text, so that nothing moves sideways. */
export const leavingMarks: Extension = [
  markers,
  gutter({ class: 'cm-leaving-gutter', markers: (view) => view.state.field(markers) }),
  EditorView.editorAttributes.of((view) => (readingOf(view.state).near ? { class: 'cm-near-limit' } : null)),
];
