import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { floatTheme } from './theme-floats.ts';
import { panelTheme } from './theme-panels.ts';

/** The text itself: its measure, cursor and selection. */
const textTheme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.25rem' },
  '.cm-content': { padding: 'var(--space-3) 0 40vh', caretColor: 'var(--text)' },
  '&.cm-focused .cm-content': { outline: 'none' },
  '.cm-line': { padding: '0 var(--space-4) 0 var(--space-2)', unicodeBidi: 'plaintext' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '2px solid var(--text)', marginLeft: '-1px' },
  '& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { background: 'var(--code-selection)' },
  '.cm-content ::selection, .cm-content::selection': { backgroundColor: 'var(--code-selection)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--surface-hover) 70%, transparent)' },
  '.cm-selectionMatch': { backgroundColor: 'transparent', boxShadow: '0 0 0 1px var(--line-control)' },
  '.cm-searchMatch': { backgroundColor: 'var(--code-match)', borderRadius: '2px' },
  '.cm-searchMatch.cm-searchMatch-selected': {
    backgroundColor: 'var(--code-match-current)',
    boxShadow: '0 0 0 1px var(--warning)',
  },
  '.cm-snippetField': { backgroundColor: 'var(--surface-pressed)', borderRadius: '2px' },
  '.cm-snippetFieldPosition': { borderLeftColor: 'var(--line-strong)' },
  '@media (forced-colors: active)': {
    '& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
      { background: 'Highlight', forcedColorAdjust: 'none', opacity: '0.4' },
    '.cm-searchMatch': { outline: '1px solid CanvasText' },
    '.cm-searchMatch.cm-searchMatch-selected': { outline: '2px solid Highlight' },
    '.cm-activeLine': { backgroundColor: 'transparent' },
  },
});

/** Parts of an entry. The value comes first: its bracket is quiet, its key catches the eye. */
const entryTheme = EditorView.theme({
  '.cm-line.cm-entry-line': { paddingInlineStart: 'calc(var(--space-2) + 2ch)', textIndent: '-2ch' },
  '.cm-entry-bracket, .cm-entry-bracket span': { color: 'var(--text-quiet)' },
  '.cm-entry-bracket .cm-entry-confidence, .cm-entry-bracket .cm-entry-confidence span': { color: 'var(--text)' },
  '.cm-entry-bracket .cm-certain, .cm-entry-bracket .cm-certain span': { color: 'var(--certain)' },
  '.cm-entry-bracket .cm-likely, .cm-entry-bracket .cm-likely span': { color: 'var(--likely)' },
  '.cm-entry-bracket .cm-tentative, .cm-entry-bracket .cm-tentative span': { color: 'var(--tentative)' },
  '.cm-entry-bracket .cm-entry-source, .cm-entry-bracket .cm-entry-source span': { color: 'var(--code-source)' },
  '.cm-entry-bracket .cm-entry-flag, .cm-entry-bracket .cm-entry-flag span': { color: 'var(--text)' },
  '.cm-entry-flag': { textDecoration: 'underline dotted var(--line-strong)', textUnderlineOffset: '3px' },
  '.cm-entry-key, .cm-entry-key span': { color: 'var(--code-key)', fontWeight: '600' },
  '.cm-hidden-character': {
    display: 'inline-block',
    marginInline: '1px',
    paddingInline: '3px',
    border: '1px solid var(--warning)',
    borderRadius: '3px',
    backgroundColor: 'var(--warning-surface)',
    color: 'var(--warning)',
    font: '600 0.625rem / 0.875rem var(--font-mono)',
    textIndent: '0',
    unicodeBidi: 'isolate',
    whiteSpace: 'nowrap',
  },
});

/** Point at which an assistant stops reading, drawn as the line in Review. */
const cutTheme = EditorView.theme({
  '.cm-cut-line': {
    display: 'flex',
    alignItems: 'center',
    gap: 'var(--space-3)',
    padding: 'var(--space-1) var(--space-4) var(--space-1) var(--space-2)',
    color: 'var(--warning)',
    font: 'var(--detail)',
  },
  '.cm-cut-line::before, .cm-cut-line::after': {
    content: '""',
    flex: '1',
    borderTop: '1px dashed var(--warning)',
  },
});

const gutterTheme = EditorView.theme({
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text-quiet)',
    border: '0',
    paddingLeft: 'var(--space-1)',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-lineNumbers .cm-gutterElement': {
    minWidth: '28px',
    padding: '0 var(--space-1) 0 0',
    fontSize: '0.6875rem',
    lineHeight: '1.25rem',
  },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '.cm-foldGutter .cm-gutterElement': { width: '18px', cursor: 'default' },
  '.cm-fold-marker': {
    display: 'grid',
    placeItems: 'center',
    width: '18px',
    height: '1.25rem',
    borderRadius: 'var(--radius-small)',
  },
  '.cm-fold-marker:hover': { backgroundColor: 'var(--surface-pressed)', color: 'var(--text)' },
  '.cm-fold-marker::before': {
    content: '""',
    width: '5px',
    height: '5px',
    borderRight: '1.5px solid currentColor',
    borderBottom: '1.5px solid currentColor',
    transform: 'translateY(-1px) rotate(45deg)',
  },
  '.cm-fold-closed::before': { transform: 'translateX(-1px) rotate(-45deg)' },
  '.cm-fold-placeholder': {
    marginInline: 'var(--space-2)',
    padding: '0 6px',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--radius-small)',
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text-quiet)',
    font: '0.75rem / 1rem var(--font)',
    textIndent: '0',
  },
  '.cm-fold-placeholder:hover': { backgroundColor: 'var(--surface-hover)', color: 'var(--text)' },
  '&.cm-near-limit .cm-leaving-gutter': { width: '34px' },
  // Gutters would take a third of a narrow window. The keys fold as well, and an entry’s tooltip says when it leaves.
  '@media (max-width: 719.98px)': {
    '.cm-leaving-gutter': { display: 'none !important' },
  },
  '@media (max-width: 519.98px)': {
    '.cm-foldGutter': { display: 'none !important' },
    '.cm-gutter-lint': { width: '14px' },
  },
  '.cm-leaving': {
    display: 'block',
    margin: '3px 2px',
    border: '1px dashed var(--line-strong)',
    borderRadius: 'var(--radius-small)',
    color: 'var(--text-quiet)',
    font: '0.625rem / 0.75rem var(--font)',
    textAlign: 'center',
  },
});

/** Problems in the text: each kind has its own shape, besides the colour. */
const problemTheme = EditorView.theme({
  '.cm-lintRange': {
    backgroundImage: 'none',
    paddingBottom: '0',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy 1px var(--danger)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy 1px var(--warning)' },
  '.cm-lintRange-info, .cm-lintRange-hint': {
    backgroundImage: 'none',
    textDecoration: 'underline dotted 1px var(--line-strong)',
  },
  '.cm-lintRange-active': { backgroundColor: 'var(--warning-surface)' },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--warning)' },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--danger)' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-gutter-lint .cm-lint-marker': { display: 'grid', placeItems: 'center', width: '14px', height: '1.25rem' },
  '.cm-lint-marker-warning, .cm-lint-marker-error, .cm-lint-marker-info': { content: 'normal' },
  '.cm-lint-marker-warning::before': {
    content: '""',
    width: '9px',
    height: '8px',
    backgroundColor: 'var(--warning)',
    clipPath: 'polygon(50% 0, 100% 100%, 0 100%)',
  },
  '.cm-lint-marker-error::before': {
    content: '""',
    width: '8px',
    height: '8px',
    borderRadius: '1px',
    backgroundColor: 'var(--danger)',
  },
  '@media (forced-colors: active)': {
    '.cm-lint-marker::before': { backgroundColor: 'CanvasText', forcedColorAdjust: 'none' },
  },
});

export const editorTheme: Extension = [
  textTheme,
  entryTheme,
  cutTheme,
  gutterTheme,
  problemTheme,
  panelTheme,
  floatTheme,
];
