import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import {
  bracketMatching,
  defaultHighlightStyle,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';

/** CodeMirror without code of ours. The benchmark puts in the text and the set of extensions. */
declare global {
  interface Window {
    showText(text: string, kind: 'bare' | 'usual'): void;
  }
}

const nonce = document.querySelector<HTMLElement>('[property="csp-nonce"]')?.nonce ?? '';

/** Extensions of every editor. */
const bare: Extension = [
  EditorView.cspNonce.of(nonce),
  EditorView.lineWrapping,
  EditorView.theme({ '&': { height: '100vh' }, '.cm-scroller': { overflow: 'auto' } }),
  history(),
  keymap.of([...defaultKeymap, ...historyKeymap]),
];

/** CodeMirror’s own basic setup, part by part, and Markdown. */
const usual: Extension = [
  bare,
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  foldGutter(),
  drawSelection(),
  dropCursor(),
  EditorState.allowMultipleSelections.of(true),
  indentOnInput(),
  syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  rectangularSelection(),
  crosshairCursor(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  keymap.of([...closeBracketsKeymap, ...searchKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap]),
  markdown(),
];

const view = new EditorView({ extensions: bare, parent: document.getElementById('editor') ?? document.body });
window.showText = (text, kind) =>
  view.setState(EditorState.create({ doc: text, extensions: kind === 'bare' ? bare : usual }));
