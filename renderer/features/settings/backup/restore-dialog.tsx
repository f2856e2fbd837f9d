import { useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import { restoredInWords } from '#shared/wording/backup.ts';
import { call, problemOf } from '../../../api/connection.ts';
import { say } from '../../../services/notices.ts';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { ProgressLine } from '../../../ui/progress-line.tsx';
import { PlaceField } from './place-field.tsx';
import { type RestoreChoice, RestorePreview } from './restore-preview.tsx';
import { useLongWork } from './use-long-work.ts';

type Preview = Result<'backup.read'>;

const untouched: RestoreChoice = { without: new Set(), places: new Map(), replace: new Set(), shared: true };

export function RestoreDialog({ file, onClose }: Readonly<{ file: string; onClose: () => void }>) {
  const [path, setPath] = useState(file);
  const [passphrase, setPassphrase] = useState('');
  const [isEncrypted, setIsEncrypted] = useState(false);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [choice, setChoice] = useState(untouched);
  const [isRestoring, setIsRestoring] = useState(false);
  const { busy, problem, progress, stop, run, forget } = useLongWork();
  const at = { path, ...(passphrase && { passphrase }) };
  const isMoved = choice.places.size > 0;
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setPreview(null);
    setChoice(untouched);
    forget();
  };
  const close = (): void => {
    stop?.();
    onClose();
  };
  const check = (): Promise<void> =>
    run(async (options) => {
      const places = [...choice.places].map(([memory, to]) => ({ memory, to }));
      try {
        setPreview(await call('backup.read', { ...at, places }, options));
        setChoice((before) => ({ ...before, places: new Map() }));
      } catch (error) {
        const { details } = problemOf(error);
        setIsEncrypted((before) => before || details['encrypted'] === true);
        throw error;
      }
    });
  const restore = (from: Preview): Promise<void> =>
    run(async (options) => {
      setIsRestoring(true);
      try {
        const replace = [...choice.replace];
        const memories = from.memories
          .filter(({ memory, problem: failed }) => failed === null && !choice.without.has(memory))
          .map(({ memory, to }) => ({ memory, to, replace }));
        const shared = choice.shared ? { shared: { replace } } : {};
        const restored = await call('backup.restore', { ...at, memories, ...shared }, options);
        const failed = restored.memories.some((each) => each.problem !== null);
        const parts = [...restored.memories, restored.shared];
        const isNothing = parts.every(({ added, replaced }) => added + replaced === 0);
        const title = failed ? 'Not everything was restored.' : isNothing ? 'Nothing was missing here.' : 'Restored.';
        say(title, failed ? 'warning' : 'done', isNothing ? undefined : restoredInWords(restored).join('\n'));
        onClose();
      } finally {
        setIsRestoring(false);
      }
    });
  return (
    <FormDialog
      wide
      title="Restore from a backup"
      description="Every byte of the file is checked first. What is missing here is added. What differs stays as it is, unless you tick it."
      onClose={close}
      submit={preview === null ? 'Check' : isMoved ? 'Check again' : 'Restore'}
      onSubmit={() => (preview === null || isMoved ? check() : restore(preview))}
      busy={busy}
      isReady={path.trim() !== ''}
      problem={problem}
    >
      <PlaceField
        label="Backup file"
        hint="A file that Contexture made, .zip or .zip.age."
        kind="backup"
        value={path}
        onType={change(setPath)}
      />
      {(isEncrypted || path.endsWith('.age')) && (
        <TextField label="Its passphrase" type="password" value={passphrase} onType={change(setPassphrase)} />
      )}
      {busy && (
        <ProgressLine
          label={isRestoring ? 'Kilobytes checked and restored' : 'Kilobytes checked'}
          progress={progress}
          {...(stop !== null && { onCancel: stop })}
        />
      )}
      {preview !== null && <RestorePreview preview={preview} choice={choice} onChoose={setChoice} />}
    </FormDialog>
  );
}
