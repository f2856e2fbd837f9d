import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ReadyPageProps } from '../../view.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { EditorPane } from './editor-pane.tsx';
import { useEditor } from './editor-store.ts';
import { type EditorSession, openEditorSession } from './session/session.ts';

/** The file itself as text, for those who want to see or change all of it. */
export function EditorView({ workspace, context }: ReadyPageProps) {
  const [turn, setTurn] = useState(0);
  const [session, setSession] = useState<EditorSession | null>(null);
  const status = useEditor((state) => state.status);
  const choosing = useEditor((state) => state.choosing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is one attempt to open it, and another form opens it again.
  useEffect(() => {
    let isMounted = true;
    void openEditorSession(workspace.id).then((opened) => isMounted && setSession(opened));
    return () => {
      isMounted = false;
    };
  }, [workspace.id, turn, context.summary.format]);
  switch (status.kind) {
    case 'none':
    case 'loading':
      return (
        <div className="grow padded">
          <h1 className="visually-hidden">File</h1>
          <Skeleton label="Opening the file" />
        </div>
      );
    case 'failed':
      return (
        <EmptyState
          title="The file can’t be shown as text"
          action={<Button onClick={() => setTurn((last) => last + 1)}>Try again</Button>}
        >
          {status.problem.message}
        </EmptyState>
      );
    case 'ready':
      return session === null ? null : (
        <>
          <EditorPane session={session} status={status} context={context} workspace={workspace} />
          {choosing && status.conflicts.length > 0 && <ConflictDialog session={session} conflicts={status.conflicts} />}
        </>
      );
  }
}
