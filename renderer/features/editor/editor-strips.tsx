import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { countInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import { writersAtStart, writersInWords } from '../../wording/writers.ts';
import { type EditorStatus, useEditor } from './editor-store.ts';
import type { Session } from './session/session.ts';

type EditorStripsProps = Readonly<{
  session: Session;
  status: Extract<EditorStatus, { kind: 'ready' }>;
  readOnlyReason: string | null;
}>;

/** What has to be said about the text as a whole, each with what can be done. */
export function EditorStrips({ session, status, readOnlyReason }: EditorStripsProps) {
  const { conflicts, conflictsWith, restoredDraftAt, problem } = status;
  return (
    <>
      {readOnlyReason !== null && <Strip label="Read-only">{readOnlyReason}</Strip>}
      {problem !== null && (
        <Strip tone="danger" label="Not saved" actions={<Button onClick={() => void session.save()}>Try again</Button>}>
          {problem.message} What you typed is still here.
        </Strip>
      )}
      {conflicts.length > 0 && (
        <Strip
          tone="warning"
          label={`Changed by ${writersInWords(conflictsWith)} too`}
          actions={<Button onClick={() => useEditor.setState({ choosing: true })}>Compare</Button>}
        >
          {conflicts.length === 1
            ? `${writersAtStart(conflictsWith)} changed an entry that you are changing.`
            : `${writersAtStart(conflictsWith)} changed ${countInWords(conflicts.length)} entries that you are changing.`}{' '}
          Choose which text to keep before you save.
        </Strip>
      )}
      {restoredDraftAt !== null && (
        <Strip label="Brought back" actions={<Button onClick={session.revert}>Discard it</Button>}>
          You typed this on {momentInWords(restoredDraftAt)} and did not save it.
        </Strip>
      )}
    </>
  );
}
