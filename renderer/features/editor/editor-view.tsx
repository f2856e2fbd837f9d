import { useEffect, useState } from 'react';
import type { MergeConflict } from '#shared/formats/merge.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SubjectText } from '../../ui/visible-text.tsx';
import { OwnWords } from '../../ui/word-changes.tsx';
import type { ReadyPageProps } from '../../view.tsx';
import { EditorPane } from './editor-pane.tsx';
import { useEditor } from './editor-store.ts';
import { type EditorSession, openEditorSession } from './session/session.ts';

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

type ConflictDialogProps = Readonly<{ session: EditorSession; conflicts: readonly MergeConflict[] }>;

function ConflictDialog({ session, conflicts }: ConflictDialogProps) {
  return (
    <Dialog
      title="Two versions of the same entry"
      description="You and others changed these at the same time. Nothing is lost: what you don’t keep stays in the history."
      onClose={session.putOff}
      wide
    >
      <ul className="stack-4">
        {conflicts.map((conflict) => (
          <Conflict
            key={`${conflict.key} ${conflict.theirsAt?.from} ${conflict.base}`}
            session={session}
            conflict={conflict}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function Conflict({ session, conflict }: Readonly<{ session: EditorSession; conflict: MergeConflict }>) {
  const { key, mine, theirs } = conflict;
  const name = key ?? 'this line';
  return (
    <li className="panel roomy stack-2" aria-label={key ?? 'A line without a key'}>
      {key !== null && (
        <h3 className="strong">
          <SubjectText text={key} />
        </h3>
      )}
      <div className="columns">
        <Version name="Theirs" text={theirs} other={mine} none="They removed it." />
        <Version name="Yours" text={mine} other={theirs} none="You removed it." />
      </div>
      <div className="answers">
        <Button onClick={() => session.choose(conflict, 'theirs')} aria-label={`Take theirs for ${name}`}>
          {theirs === null ? 'Discard mine' : 'Take theirs'}
        </Button>
        {mine !== null && theirs !== null && (
          <Button onClick={() => session.choose(conflict, 'both')} aria-label={`Keep both for ${name}`}>
            Keep both
          </Button>
        )}
        <Button look="primary" onClick={() => session.choose(conflict, 'mine')} aria-label={`Keep mine for ${name}`}>
          {mine === null ? 'Keep it removed' : 'Keep mine'}
        </Button>
      </div>
    </li>
  );
}

type VersionProps = Readonly<{ name: string; text: string | null; other: string | null; none: string }>;

function Version({ name, text, other, none }: VersionProps) {
  return (
    <div>
      <h4 className="detail">{name}</h4>
      {text === null ? (
        <p className="quiet">{none}</p>
      ) : (
        <p className="as-written code-text sunk" dir="auto">
          <OwnWords text={text} other={other ?? text} />
        </p>
      )}
    </div>
  );
}
