import type { EditorState } from '@codemirror/state';
export const statusOf = (state: EditorState) => ({ line: state.doc.lines });
