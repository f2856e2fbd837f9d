import { useState } from 'react';
import type { BackupState } from '#shared/contract/features/backup.ts';
import { useAnswer, useEventTurns } from '../../../api/answers.ts';
import { askToBackUp, askToRestoreBackup } from '../../../jumps.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldProblem } from '../../../ui/field.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { bytesInWords } from '../../../wording/counts.ts';
import { momentInWords } from '../../../wording/dates.ts';
import { SettingsSection } from '../section.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { WeeklyDialog } from './weekly-dialog.tsx';

export function BackupSection() {
  const [turn] = useEventTurns('backup.changed');
  const { answer: state, problem } = useAnswer('backup.state', {}, turn);
  const [open, setOpen] = useState<'weekly' | 'remove' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <SettingsSection name="Backup">
      <p>One file with everything, to restore here or on another computer.</p>
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {state?.interrupted && (
        <FieldProblem>
          A restore from <VisibleText text={state.interrupted.path} /> was cut off. Restore from it again: what is done
          stays, and the rest follows.
        </FieldProblem>
      )}
      <div className="row wrap">
        <Button onClick={askToBackUp}>Back up now…</Button>
        <Button onClick={() => askToRestoreBackup(state?.interrupted?.path)}>Restore…</Button>
        <Button onClick={() => setOpen('weekly')}>Weekly…</Button>
      </div>
      {state && <Weekly state={state} />}
      <div>
        <Button look="link" onClick={() => setOpen('remove')}>
          Remove everything from this computer…
        </Button>
      </div>
      {open === 'weekly' && <WeeklyDialog weekly={state?.weekly ?? null} onClose={close} />}
      {open === 'remove' && <RemoveDialog onClose={close} />}
    </SettingsSection>
  );
}

function Weekly({ state: { weekly, last } }: Readonly<{ state: BackupState }>) {
  return (
    <>
      <p className="detail">
        {weekly === null ? 'Weekly backups are off.' : 'Weekly to '}
        {weekly !== null && <VisibleText className="breaks" text={`${weekly.folder}. The last ${weekly.keep} stay.`} />}
        {last?.problem === null && ` Last: ${momentInWords(last.at)}, ${bytesInWords(last.bytes)}.`}
      </p>
      {weekly !== null && last?.problem != null && (
        <FieldProblem>
          {last.problem} Tried on {momentInWords(last.at)}; tried again each hour.
        </FieldProblem>
      )}
    </>
  );
}
