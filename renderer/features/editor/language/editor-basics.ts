import { defaultKeymap } from '@codemirror/commands';
import { EditorState, type Extension } from '@codemirror/state';
import { dropCursor, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap } from '@codemirror/view';
import { cursor } from './cursor.ts';

/** What any text editor has, but for undoing, which belongs to whoever loads and saves. Tab leaves the editor. */
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
