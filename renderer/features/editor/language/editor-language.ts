import { defaultKeymap } from '@codemirror/commands';
import { Compartment, type EditorSelection, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { editorFormat } from '../../../memory-text/editor-rules.ts';
import { entryMarking } from '../../../memory-text/entry-marks.ts';
import { hiddenCharacters } from '../../../memory-text/hidden-characters.ts';
import { markdownHighlighting, markdownKeys, memoryMarkdown } from '../../../memory-text/memory-markdown.ts';
import { phrases } from '../../../memory-text/phrases.ts';
import { reading } from '../../../memory-text/reading.ts';
import { completion } from './completion.ts';
import { cutLine } from './cut-line.ts';
import { entryTooltips } from './entry-tooltip.ts';
import { finding } from './find-panel.ts';
import { folding } from './folding.ts';
import { leavingMarks } from './leaving-marks.ts';
import { problems } from './problems.ts';

export function languageOf(format: MemoryFormat): Extension {
  return [
    editorFormat.of(format),
    phrases,
    reading,
    memoryMarkdown(),
    markdownHighlighting,
    markdownKeys,
    hiddenCharacters,
    finding,
    format.capabilities.confidence ? entryParts : [],
    format.capabilities.loaded.length > 0 ? cutLine : [],
    lineNumbers(),
    folding,
  ];
}

/** Features for formats with confidence, in the order of their gutters. */
const entryParts: Extension = [entryMarking, problems, leavingMarks, entryTooltips, completion];

// The cursor is the browser's own: a drawn one blinks by an endless animation, sixty frames a second, and each key waits for
// the next. Selections are drawn, as the browser knows only one cursor, and only while the editor has the focus.
const drawn: Extension = [
  drawSelection({ cursorBlinkRate: 0 }),
  EditorView.theme({ '.cm-cursorLayer': { animation: 'none !important' } }),
];

const drawing = new Compartment();

const isMoreThanCursor = ({ ranges, main }: EditorSelection): boolean => ranges.length > 1 || !main.empty;

export const cursor: Extension = [
  drawing.of([]),
  EditorState.transactionExtender.of(({ startState, newSelection }) => {
    const extension = isMoreThanCursor(newSelection) ? drawn : [];
    const isDrawn = drawing.get(startState) === drawn;
    return isDrawn === (extension === drawn) ? null : { effects: drawing.reconfigure(extension) };
  }),
];

/** Features of any text editor except undo, which belongs to the code that loads and saves. Tab leaves the editor. */
export const editorBasics: Extension = [
  highlightActiveLine(),
  highlightActiveLineGutter(),
  cursor,
  dropCursor(),
  EditorView.lineWrapping,
  EditorView.perLineTextDirection.of(true),
  EditorState.allowMultipleSelections.of(true),
  keymap.of(defaultKeymap),
];
