import { useRef, useState } from 'react';
import { ContextureError } from '#shared/contract/errors.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { addDays } from '#shared/text/dates.ts';
import { useAttempt } from '../../api/answers.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { entriesInWords } from '../../wording/counts.ts';
import { dateInWords } from '../../wording/dates.ts';
import { protectAll } from './bulk-edits.ts';
import { changeFromDialog } from './change-from-dialog.ts';
import { closeDialog } from './review-store.ts';

const presets = [
  { name: 'A month', days: 30 },
  { name: 'Three months', days: 91 },
  { name: 'A year', days: 365 },
];

export function ProtectDialog({ entries, today }: Readonly<{ entries: readonly EntryView[]; today: string }>) {
  const first = useRef<HTMLInputElement>(null);
  const earlierDay = entries[0]?.flags.until ?? null;
  const [until, setUntil] = useState(earlierDay !== null && earlierDay >= today ? earlierDay : addDays(today, 30));
  const { busy, problem, attempt, forget } = useAttempt();
  const anyKept = entries.some(({ flags }) => flags.until !== null);
  const save = (day: string | null): Promise<void> =>
    attempt(() => {
      if (day !== null && !(day >= today)) {
        const wrong = day === '' ? 'Choose a day.' : `Choose a day from today on: ${dateInWords(day)} is past.`;
        throw new ContextureError('value_invalid', wrong);
      }
      return changeFromDialog(protectAll(entries, day));
    });
  return (
    <FormDialog
      title={entries.length === 1 ? 'Keep it until…' : `Keep ${entriesInWords(entries.length)} until…`}
      description="Not archived automatically up to and including this day. Pin what is to stay for good."
      onClose={closeDialog}
      initialFocus={first}
      aside={
        anyKept && (
          <Button look="link" className="apart" onClick={() => void save(null)}>
            May be archived
          </Button>
        )
      }
      submit="Keep"
      onSubmit={() => save(until)}
      busy={busy}
      layout="stack-2"
    >
      <TextField
        label="Until"
        problem={problem?.message}
        ref={first}
        type="date"
        min={today}
        value={until}
        onType={(text) => {
          setUntil(text);
          forget();
        }}
      />
      <div className="wrap-close">
        {presets.map(({ name, days }) => (
          <Button key={name} onClick={() => setUntil(addDays(today, days))}>
            {name}
          </Button>
        ))}
      </div>
    </FormDialog>
  );
}
