import type { EditorState } from '@codemirror/state';
import { useSyncExternalStore } from 'react';
import type { Session } from './session/session.ts';

/**
 * Something the editor's text or cursor decides. With each key only what comes to something else is shown again.
 *
 * @param select must give the same value for what is the same
 */
export function useEditorState<T>(session: Pick<Session, 'onUpdate' | 'state'>, select: (state: EditorState) => T): T {
  return useSyncExternalStore(session.onUpdate, () => select(session.state()));
}
