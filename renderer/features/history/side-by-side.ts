import { MergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { readingLanguage } from '../../memory-text/reading-language.ts';
import { editorTheme } from '../../memory-text/theme.ts';
import { pageNonce } from '../../ui/nonce.ts';

type Sides = {
  readonly before: string;
  readonly after: string;
  /** Whether it is a memory or archive, whose parts are marked. */
  readonly isMemory: boolean;
};

/** Both texts scroll as one, and say with a sign beside their colour what went and what came. */
const comparisonTheme = EditorView.theme({
  '&': { height: 'auto' },
  '.cm-content': { padding: 'var(--space-2) 0' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--danger-surface)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'color-mix(in srgb, var(--certain) 12%, transparent)' },
  '&.cm-merge-a .cm-changedText': { background: 'none', textDecoration: 'underline 2px var(--danger)' },
  '&.cm-merge-b .cm-changedText': { background: 'none', textDecoration: 'underline 2px var(--certain)' },
  '&.cm-merge-a .cm-changedLineGutter': { background: 'var(--danger)' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--certain)' },
  '.cm-collapsedLines': {
    background: 'var(--surface-sunk)',
    color: 'var(--text-quiet)',
    font: 'var(--detail)',
    padding: '4px var(--space-2)',
    borderBlock: '1px solid var(--line)',
    // Few fonts have the sign that stands there otherwise.
    '&:before, &:after': { content: '"⋯"' },
  },
  '@media (forced-colors: active)': {
    '.cm-changedLine': { borderInlineStart: '3px solid CanvasText' },
  },
});

/** Shows two texts beside each other, to be read only. Returns the way to take them out again. */
export function showSideBySide(parent: HTMLElement, { before, after, isMemory }: Sides): () => void {
  const nonce = pageNonce();
  const sideNamed = (name: string): Extension => [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    isMemory ? readingLanguage : [],
    editorTheme,
    comparisonTheme,
    nonce ? EditorView.cspNonce.of(nonce) : [],
    EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0' }),
  ];
  const shown = new MergeView({
    parent,
    a: { doc: before, extensions: sideNamed('The text before') },
    b: { doc: after, extensions: sideNamed('The text then') },
    // Where all of it is new, marking all of it would only make it hard to read.
    highlightChanges: before !== '',
    collapseUnchanged: { margin: 3, minSize: 6 },
    diffConfig: { scanLimit: 2000, timeout: 500 },
  });
  return () => shown.destroy();
}
