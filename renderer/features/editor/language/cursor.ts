import { Compartment, type EditorSelection, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView } from '@codemirror/view';

/**
 * The cursor is the browser's own: a drawn one blinks by an endless animation, sixty frames a second, and each key waits for
 * the next. Selections are drawn, as the browser knows only one cursor, and only while the editor has the focus.
 */
const drawn: Extension = [
  drawSelection({ cursorBlinkRate: 0 }),
  EditorView.theme({ '.cm-cursorLayer': { animation: 'none !important' } }),
];

const drawing = new Compartment();

const isMoreThanCursor = ({ ranges, main }: EditorSelection): boolean => ranges.length > 1 || !main.empty;

export const cursor: Extension = [
  drawing.of([]),
  EditorState.transactionExtender.of(({ startState, newSelection }) => {
    const wanted = isMoreThanCursor(newSelection) ? drawn : [];
    const isDrawn = drawing.get(startState) === drawn;
    return isDrawn === (wanted === drawn) ? null : { effects: drawing.reconfigure(wanted) };
  }),
];
