import { useId, useRef, useState } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { addDays } from '#shared/text/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { entriesInWords } from '../../wording/counts.ts';
import { dateInWords } from '../../wording/dates.ts';
import { protectAll } from './bulk-edits.ts';
import { tryChange } from './changes.ts';
import { closeDialog, focusCursor } from './review-store.ts';

const presets = [
  { name: 'A month', days: 30 },
  { name: 'Three months', days: 91 },
  { name: 'A year', days: 365 },
];

/** Asks until which day entries are not to be archived automatically. */
export function ProtectDialog({ entries, today }: Readonly<{ entries: readonly EntryView[]; today: string }>) {
  const form = useId();
  const first = useRef<HTMLInputElement>(null);
  const known = entries[0]?.flags.until ?? null;
  const [until, setUntil] = useState(known !== null && known >= today ? known : addDays(today, 30));
  const [problem, setProblem] = useState<string | null>(null);
  const anyKept = entries.some(({ flags }) => flags.until !== null);
  const save = async (day: string | null): Promise<void> => {
    if (day !== null && !(day >= today)) {
      setProblem(day === '' ? 'Choose a day.' : `Choose a day from today on: ${dateInWords(day)} is past.`);
      return;
    }
    const operations = protectAll(entries, day);
    const wrong = operations.length === 0 ? null : await tryChange(operations);
    setProblem(wrong?.message ?? null);
    if (wrong === null) {
      closeDialog();
      focusCursor();
    }
  };
  return (
    <Dialog
      title={entries.length === 1 ? 'Keep it until…' : `Keep ${entriesInWords(entries.length)} until…`}
      description="Not archived automatically up to and including this day. Pin what is to stay for good."
      onClose={closeDialog}
      initialFocus={first}
      actions={
        <>
          {anyKept && (
            <Button look="link" className="apart" onClick={() => void save(null)}>
              May be archived
            </Button>
          )}
          <Button onClick={closeDialog}>Cancel</Button>
          <Button look="primary" type="submit" form={form}>
            Keep
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="stack-2"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save(until);
        }}
      >
        <Field label="Until" problem={problem}>
          {(ids) => (
            <TextInput
              {...ids}
              ref={first}
              type="date"
              min={today}
              value={until}
              onChange={({ target }) => {
                setUntil(target.value);
                setProblem(null);
              }}
            />
          )}
        </Field>
        <div className="wrap-close">
          {presets.map(({ name, days }) => (
            <Button key={name} onClick={() => setUntil(addDays(today, days))}>
              {name}
            </Button>
          ))}
        </div>
      </form>
    </Dialog>
  );
}
