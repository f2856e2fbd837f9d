import { useState } from 'react';
import type { BackupState } from '#shared/contract/features/backup.ts';
import { useAttempt } from '../../../api/answers.ts';
import { call } from '../../../api/connection.ts';
import { say } from '../../../services/notices.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PlaceField } from './place-field.tsx';

const usualKeep = 8;

type WeeklyDialogProps = Readonly<{ weekly: BackupState['weekly']; onClose: () => void }>;

export function WeeklyDialog({ weekly, onClose }: WeeklyDialogProps) {
  const [folder, setFolder] = useState(weekly?.folder ?? '');
  const [keep, setKeep] = useState(String(weekly?.keep ?? usualKeep));
  const { busy, problem, attempt } = useAttempt();
  const isNumber = /^[1-9]\d{0,2}$/.test(keep.trim());
  const save = (chosen: BackupState['weekly']): Promise<void> =>
    attempt(async () => {
      await call('backup.setWeekly', { weekly: chosen });
      say(
        chosen === null ? 'No more weekly backups. Those you have stay.' : 'A backup is made now, and each week.',
        'done',
      );
      onClose();
    });
  return (
    <FormDialog
      title="Weekly backup"
      description="Made while Contexture is open, without a passphrase: choose a folder that only you can read."
      onClose={onClose}
      submit={weekly === null ? 'Turn on' : 'Save'}
      onSubmit={() => save({ folder, keep: Number(keep) })}
      busy={busy}
      isReady={folder.trim() !== '' && isNumber}
      problem={problem}
      aside={weekly !== null && <Button onClick={() => void save(null)}>Turn off</Button>}
    >
      <PlaceField
        label="Folder"
        hint="An existing folder, best on another disk."
        kind="backup folder"
        value={folder}
        onType={setFolder}
      />
      <TextField
        label="Backups to keep"
        hint="The oldest weekly backups are removed. No other file ever is."
        inputMode="numeric"
        value={keep}
        problem={isNumber ? null : 'A whole number from 1 to 520.'}
        onType={setKeep}
      />
    </FormDialog>
  );
}
