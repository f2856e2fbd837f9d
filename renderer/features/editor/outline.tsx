import type { EditorState } from '@codemirror/state';
export function Outline(_: Readonly<{ state: EditorState; onJump: (offset: number) => void }>) {
  return null;
}
