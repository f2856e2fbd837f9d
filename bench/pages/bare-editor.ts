import { autocompletion, closeBrackets } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { bracketMatching, defaultHighlightStyle, foldGutter, syntaxHighlighting } from '@codemirror/language';
import { lintGutter } from '@codemirror/lint';
import { highlightSelectionMatches } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';

/** CodeMirror and nothing of ours; the text is put in by whoever measures, and with it how much an editor has. */
declare global {
  interface Window {
    showText(text: string, kind: 'bare' | 'usual'): void;
  }
}

const nonce = document.querySelector<HTMLElement>('[property="csp-nonce"]')?.nonce ?? '';

/** What every editor has. */
const bare: Extension = [
  EditorView.cspNonce.of(nonce),
  EditorView.lineWrapping,
  EditorView.theme({ '&': { height: '100vh' }, '.cm-scroller': { overflow: 'auto' } }),
  history(),
  keymap.of([...defaultKeymap, ...historyKeymap]),
];

/** What most editors of Markdown have: CodeMirror’s own basic setup, and a gutter for problems. */
const usual: Extension = [
  bare,
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  foldGutter(),
  lintGutter(),
  drawSelection(),
  dropCursor(),
  EditorState.allowMultipleSelections.of(true),
  markdown(),
  syntaxHighlighting(defaultHighlightStyle),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  highlightSelectionMatches(),
];

const view = new EditorView({ extensions: bare, parent: document.getElementById('editor') ?? document.body });
window.showText = (text, kind) =>
  view.setState(EditorState.create({ doc: text, extensions: kind === 'bare' ? bare : usual }));
