import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

/** CodeMirror with what every editor has, and nothing of ours; the text is put in by whoever measures. */
declare global {
  interface Window {
    showText(text: string): void;
  }
}

const nonce = document.querySelector<HTMLElement>('[property="csp-nonce"]')?.nonce ?? '';
const extensions = [
  EditorView.cspNonce.of(nonce),
  EditorView.lineWrapping,
  EditorView.theme({ '&': { height: '100vh' }, '.cm-scroller': { overflow: 'auto' } }),
  history(),
  keymap.of([...defaultKeymap, ...historyKeymap]),
];
const view = new EditorView({ extensions, parent: document.getElementById('editor') ?? document.body });
window.showText = (text) => view.setState(EditorState.create({ doc: text, extensions }));
