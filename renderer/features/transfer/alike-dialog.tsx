import { useState } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import type { PlaceResult } from '#shared/contract/features/transfer.ts';
import { refOf } from '#shared/entries/entry.ts';
import { useAsked, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { toggled } from '../../entries/narrowing.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { closeTransfer } from './transfer-store.ts';

export function AlikeDialog({ workspace, entry }: Readonly<{ workspace: string; entry: EntryView }>) {
  const ref = refOf(entry);
  const { answer, problem } = useAsked(JSON.stringify([workspace, ref]), (options) =>
    call('transfer.alike', { workspace, entry: ref }, options),
  );
  const [value, setValue] = useState(entry.value);
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [results, setResults] = useState<readonly PlaceResult[] | null>(null);
  const { busy, problem: refused, attempt } = useAttempt();
  const paths = (answer?.alike ?? [])
    .filter(({ path, writable }) => writable && !leftOut.includes(path))
    .map(({ path }) => path);
  const correct = async (): Promise<void> => {
    setResults((await call('transfer.correctAlike', { workspace, entry: ref, value, paths })).results);
  };
  const isAlone = answer?.alike.length === 0;
  if (results !== null || isAlone) {
    return (
      <Dialog
        title={results === null ? 'The same in other memories' : 'Corrected'}
        onClose={closeTransfer}
        problem={problem ?? refused}
        actions={
          <Button look="primary" onClick={closeTransfer}>
            Close
          </Button>
        }
      >
        {results === null ? (
          <p role="status">No other memory on this computer says the same.</p>
        ) : (
          <ul aria-label="What became of it" className="stack-2">
            {results.map(({ path, name, problem: why }) => (
              <li key={path}>
                <VisibleText text={name} />: {why === null ? 'corrected' : <VisibleText text={why} />}
              </li>
            ))}
          </ul>
        )}
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="The same in other memories"
      onClose={closeTransfer}
      submit={`Correct in ${counted(paths.length + 1, 'memory', 'memories')}`}
      onSubmit={() => attempt(correct)}
      isReady={answer !== null && value.trim() !== entry.value}
      busy={busy}
      problem={problem ?? refused}
    >
      <AreaField label="What all of them should say" rows={2} dir="auto" value={value} onType={setValue} />
      {answer === null && problem === null && <ProgressLine label="Looking through all memories" progress={null} />}
      {answer !== null && (
        <ul aria-label="Memories that say the same" className="stack-2">
          {answer.alike.map(({ path, name, text, writable }) => (
            <li key={path}>
              <label className="row">
                <input
                  type="checkbox"
                  disabled={!writable}
                  checked={writable && !leftOut.includes(path)}
                  onChange={() => setLeftOut(toggled(leftOut, path))}
                />
                <span>
                  <VisibleText text={name} />{' '}
                  <span className="detail" dir="auto">
                    <VisibleText text={text} />
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}
