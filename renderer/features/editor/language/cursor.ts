import type { Extension } from '@codemirror/state';
import { drawSelection, EditorView } from '@codemirror/view';

/**
 * What is selected, and the cursor of each further selection, are drawn. The cursor one types at is the browser's own: it
 * blinks as the system has it, and where it rests nothing is done. A drawn one blinks by an animation without end, for
 * which the browser makes sixty frames a second, and each key waits for the next of them.
 */
export const cursor: Extension = [
  drawSelection({ cursorBlinkRate: 0 }),
  EditorView.theme({
    '&.cm-focused .cm-content, &.cm-focused .cm-line': { caretColor: 'var(--text) !important' },
    '.cm-cursor-primary': { display: 'none !important' },
    '.cm-cursorLayer': { animation: 'none !important' },
  }),
];
