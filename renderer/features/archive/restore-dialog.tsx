import { useEffect, useRef, useState } from 'react';
import { Outcome } from '../../entries/entries-question.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { countInWords, entriesInWords, tokensInWords } from '../../wording/counts.ts';
import { closeArchiveDialog, focusArchiveCursor, useArchive } from './archive-store.ts';
import styles from './restore-dialog.module.css';
import { RestoreItems } from './restore-items.tsx';
import { undecided } from './restore-plan.ts';
import { RoomChoice } from './room-choice.tsx';
import { type RestoreTarget, useRestore } from './use-restore.ts';

type RestoreDialogProps = Readonly<{ workspace: string; title: string; target: RestoreTarget }>;

/** Shows what bringing entries back would do, asks what has to be decided, and does it. */
export function RestoreDialog({ workspace, title, target }: RestoreDialogProps) {
  const { preview, problem, decisions, work, decide, decideEach, restore } = useRestore(workspace, target);
  const [room, setRoom] = useState<'make' | 'over' | null>(null);
  const over = preview !== null && preview.impact.tokensAfter > preview.impact.limit;
  const open = preview === null ? 0 : undecided(preview, decisions) + (over && room === null ? 1 : 0);
  const ready = preview !== null && preview.items.length > 0 && open === 0 && work === null;
  const close = (): void => {
    closeArchiveDialog();
    focusArchiveCursor();
  };
  const confirm = async (): Promise<void> => {
    if (await restore(over && room !== null ? room : 'none')) {
      useArchive.setState({ chosen: new Map() });
      close();
    }
  };
  const primary = useRef<HTMLButtonElement>(null);
  const looked = useRef(false);
  useEffect(() => {
    // Where nothing has to be chosen, Enter is all it takes; where something has, the question comes first.
    if (!looked.current && preview !== null && work === null) {
      looked.current = true;
      if (ready && document.activeElement?.matches('[role="dialog"]')) {
        primary.current?.focus();
      }
    }
  }, [preview, work, ready]);
  return (
    <Dialog
      wide
      title={title}
      onClose={close}
      description={
        preview?.items.length === 1 || (target.kind === 'entries' && target.entries.length === 1)
          ? 'It goes back to its section as it was, and is protected for 30 days.'
          : 'They go back to their sections as they were, and are protected for 30 days.'
      }
      actions={
        <>
          {open > 0 && (
            <span className={styles['open']} role="status">
              {countInWords(open)} still to decide
            </span>
          )}
          <Button onClick={close}>Cancel</Button>
          <Button ref={primary} look="primary" disabled={!ready} onClick={() => void confirm()}>
            Restore {preview ? entriesInWords(preview.items.length) : ''}
          </Button>
        </>
      }
    >
      {work && <ProgressLine label={work.label} progress={work.progress} onCancel={work.cancel} />}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {preview === null && problem === null && work === null && <Skeleton label="Working out what comes back" />}
      {preview && (
        <>
          <Outcome>
            {tokensInWords(Math.max(0, preview.impact.tokensAfter - preview.impact.tokensBefore))} more,{' '}
            {countInWords(preview.impact.tokensAfter)} of {countInWords(preview.impact.limit)} after.
          </Outcome>
          {over && <RoomChoice impact={preview.impact} choice={room} onChoose={setRoom} />}
          <RestoreItems preview={preview} decisions={decisions} onDecide={decide} onDecideEach={decideEach} />
        </>
      )}
    </Dialog>
  );
}
