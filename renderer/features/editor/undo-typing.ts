import { redo, undo } from '@codemirror/commands';
import type { Session } from './session.ts';

/** Takes back, or does again, what was typed in the editor; false where there is nothing shown to type in. */
export function undoTyping(session: Session, which: 'undo' | 'redo'): boolean {
  const view = session.view();
  return view !== null && (which === 'undo' ? undo : redo)(view);
}
