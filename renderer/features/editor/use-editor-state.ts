import type { EditorState } from '@codemirror/state';
import { useSyncExternalStore } from 'react';
import type { EditorSession } from './session/session.ts';

/** Part of the editor's state. `select` must return the same value for the same content, so that little is redrawn. */
export function useEditorState<T>(
  session: Pick<EditorSession, 'onUpdate' | 'state'>,
  select: (state: EditorState) => T,
): T {
  return useSyncExternalStore(session.onUpdate, () => select(session.state()));
}
