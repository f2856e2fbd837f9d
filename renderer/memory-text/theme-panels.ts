import { EditorView } from '@codemirror/view';

const control = {
  minHeight: 'var(--control)',
  border: '1px solid var(--line-control)',
  borderRadius: 'var(--radius)',
  backgroundColor: 'var(--surface-raised)',
  backgroundImage: 'none',
  color: 'var(--text)',
  font: 'var(--body)',
};

const field = { ...control, padding: '3px var(--space-2)', borderColor: 'var(--line-strong)' };
const button = { ...control, padding: '2px var(--space-3)', whiteSpace: 'nowrap' };

const iconButton = {
  '--icon': '15px',
  '--icon-stroke': '1.75',
  display: 'grid',
  placeItems: 'center',
  width: 'var(--control)',
  minHeight: 'var(--control)',
  padding: '0',
  border: '1px solid transparent',
  borderRadius: 'var(--radius)',
  background: 'transparent',
  color: 'var(--text-quiet)',
  font: 'var(--body)',
};

/** Panels above or below the text: search, the list of problems, going to a line. */
export const panelTheme = EditorView.theme({
  '.cm-panels': { backgroundColor: 'var(--surface-sunk)', color: 'var(--text)', font: 'var(--body)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },

  '.cm-find': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'start',
    gap: 'var(--space-2)',
    padding: 'var(--space-2) var(--space-3) var(--space-2) var(--space-4)',
  },
  '.cm-find-rows': { display: 'grid', gap: 'var(--space-2)' },
  '.cm-find-row': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'var(--space-1) var(--space-2)' },
  '.cm-find-field': { position: 'relative', flex: '0 0 clamp(192px, 22vw, 320px)', maxWidth: '100%' },
  '.cm-find input': { ...field, width: '100%' },
  '.cm-find input[name=search]': { paddingRight: '96px' },
  '.cm-find input:focus-visible': { borderColor: 'var(--focus)', outlineOffset: '-1px' },
  '.cm-find input[aria-invalid=true]': { borderColor: 'var(--danger)' },
  '.cm-find-count': {
    position: 'absolute',
    insetBlock: '0',
    right: 'var(--space-2)',
    display: 'flex',
    alignItems: 'center',
    color: 'var(--text-quiet)',
    font: 'var(--detail)',
    fontVariantNumeric: 'tabular-nums',
    pointerEvents: 'none',
  },
  '.cm-find-group': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'var(--space-1)' },
  '.cm-find button': button,
  '.cm-find button:hover:not(:disabled)': { backgroundColor: 'var(--surface-hover)' },
  '.cm-find button:active:not(:disabled)': { backgroundColor: 'var(--surface-pressed)' },
  '.cm-find button:disabled': { borderColor: 'var(--line)', color: 'var(--text-quiet)' },
  '.cm-find button.cm-find-icon': iconButton,
  '.cm-find button.cm-find-icon:hover': { backgroundColor: 'var(--surface-pressed)', color: 'var(--text)' },
  '.cm-find button.cm-find-toggle': {
    padding: '2px var(--space-2)',
    font: 'var(--detail)',
  },
  '.cm-find button.cm-find-toggle:hover': { backgroundColor: 'var(--surface-pressed)', color: 'var(--text)' },
  '.cm-find button.cm-find-toggle[aria-pressed=true]': {
    borderColor: 'var(--accent)',
    backgroundColor: 'var(--surface-selected)',
    color: 'var(--text)',
  },

  '.cm-dialog': { padding: 'var(--space-2) 40px var(--space-2) var(--space-3)' },
  '.cm-dialog label': { fontSize: 'inherit' },
  '.cm-dialog .cm-textfield': { ...field, marginInline: 'var(--space-2)' },
  '.cm-dialog .cm-button': button,
  '.cm-dialog-close': { ...iconButton, top: '50%', transform: 'translateY(-50%)' },
  '@media (forced-colors: active)': {
    '.cm-find button.cm-find-toggle[aria-pressed=true]': { borderColor: 'Highlight', outline: '1px solid Highlight' },
  },
});
