import { useState } from 'react';
import { useAnswer } from '../../../api/answers.ts';
import { call } from '../../../api/connection.ts';
import { say } from '../../../services/notices.ts';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { ProgressLine } from '../../../ui/progress-line.tsx';
import { bytesInWords, counted } from '../../../wording/counts.ts';
import { PlaceField } from './place-field.tsx';
import { useLongWork } from './use-long-work.ts';

export function BackupDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const { answer: state } = useAnswer('backup.state', {});
  const [typed, setTyped] = useState<string | null>(null);
  const to = typed ?? state?.weekly?.folder ?? '~';
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const { busy, problem, progress, stop, run } = useLongWork();
  const differs = again !== '' && again !== passphrase;
  const close = (): void => {
    stop?.();
    onClose();
  };
  const make = (): Promise<void> =>
    run(async (options) => {
      const made = await call('backup.create', { to, ...(passphrase && { passphrase }) }, options);
      const left = made.leftOut.map(({ path, why }) => `${path}: ${why}`);
      say(
        `Backed up ${counted(made.memories, 'memory', 'memories')}, ${bytesInWords(made.bytes)}.`,
        left.length === 0 ? 'done' : 'warning',
        [made.path, ...(left.length === 0 ? [] : ['Not in it:', ...left.slice(0, 5)])].join('\n'),
      );
      onClose();
    });
  return (
    <FormDialog
      title="Back up"
      description="One file with every memory you opened, its archive and history, saved conversations, agent data, workflows and settings."
      onClose={close}
      submit="Back up"
      onSubmit={make}
      busy={busy}
      isReady={to.trim() !== '' && again === passphrase}
      problem={problem}
    >
      <PlaceField
        label="Folder, or a new file"
        hint="~ is your home folder. Another disk keeps it if this one breaks."
        kind="backup folder"
        value={to}
        onType={setTyped}
      />
      <TextField
        label="Passphrase (optional)"
        hint="Encrypts the file. Nobody can open it without this, not even you."
        type="password"
        value={passphrase}
        onType={setPassphrase}
      />
      {passphrase !== '' && (
        <TextField
          label="Passphrase again"
          type="password"
          value={again}
          problem={differs ? 'The two differ.' : null}
          onType={setAgain}
        />
      )}
      {busy && <ProgressLine label="Kilobytes copied" progress={progress} {...(stop !== null && { onCancel: stop })} />}
    </FormDialog>
  );
}
