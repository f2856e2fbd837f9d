import { type EditorState, type Extension, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { type LoadedPart, loadedOf } from '#shared/formats/loaded.ts';
import { stopsHere } from '#shared/wording/loaded.ts';
import { dom } from '../../../memory-text/dom.ts';
import { placeNow, readingOf, sameReading } from '../../../memory-text/reading.ts';
import { lineEndOf } from '../buffer.ts';

/** Amount of the text an assistant reads, going by the file; offsets are those of the last reading. */
export function loadedIn(state: EditorState): LoadedPart {
  const { format, document } = readingOf(state);
  const { loaded } = format.capabilities;
  const lineEnd = lineEndOf(state);
  if (loaded.length === 0 || lineEnd.length === 1) {
    return loadedOf(document.text, loaded);
  }
  const text = document.text.replaceAll('\n', lineEnd);
  const { fills, to } = loadedOf(text, loaded);
  return { fills, to: text.slice(0, to).replaceAll(lineEnd, '\n').length };
}

/** A place at the start of a line, or at its end if only that one line is read, in part. */
type Cut = { readonly at: number; readonly side: -1 | 1; readonly words: string };

/** Place where the assistant stops reading, with a sentence; null if it reads all. */
export function cutIn(state: EditorState): Cut | null {
  const { format, document } = readingOf(state);
  const { to } = loadedIn(state);
  if (to >= document.text.length) {
    return null;
  }
  const at = placeNow(state, to);
  const line = state.doc.lineAt(at);
  return at === line.from
    ? { at, side: -1, words: stopsHere(format.capabilities, line.number - 1) }
    : { at: line.to, side: 1, words: stopsHere(format.capabilities, line.number) };
}

class CutLine extends WidgetType {
  private readonly words: string;

  constructor(words: string) {
    super();
    this.words = words;
  }

  override eq(other: CutLine): boolean {
    return other.words === this.words;
  }

  override toDOM(): HTMLElement {
    return dom('div', { class: 'cm-cut-line' }, this.words);
  }
}

function lineOf(state: EditorState): DecorationSet {
  const cut = cutIn(state);
  return cut === null
    ? Decoration.none
    : Decoration.set(Decoration.widget({ widget: new CutLine(cut.words), block: true, side: cut.side }).range(cut.at));
}

export const cutLine: Extension = StateField.define<DecorationSet>({
  create: lineOf,
  update: (before, transaction) =>
    sameReading(transaction.startState, transaction.state)
      ? before.map(transaction.changes)
      : lineOf(transaction.state),
  provide: (field) => EditorView.decorations.from(field),
});
