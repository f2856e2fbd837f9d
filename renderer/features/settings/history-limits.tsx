import { type FormEvent, useState } from 'react';
import { type Settings, settingsPatchSchema } from '#shared/contract/model.ts';
import { call } from '../../api/connection.ts';
import { problemOf } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { say } from '../notices/notices.ts';
import styles from './settings-view.module.css';

type Limit = 'historyDays' | 'historyMegabytes';
type HistoryLimitsProps = Readonly<{ workspace: string; settings: Settings; writable: boolean }>;

/** How long and how much of the history is kept. */
export function HistoryLimits({ workspace, settings, writable }: HistoryLimitsProps) {
  const shared = { workspace, writable };
  return (
    <>
      <LimitForm
        {...shared}
        limit="historyDays"
        value={settings.historyDays}
        label="Days that earlier versions are kept"
        hint="The newest version of each file stays, and so does the last copy of an entry."
        most="36,500"
      />
      <LimitForm
        {...shared}
        limit="historyMegabytes"
        value={settings.historyMegabytes}
        label="Megabytes they may take"
        hint="The oldest are let go first."
        most="1,000,000"
      />
    </>
  );
}

type LimitFormProps = Readonly<{
  workspace: string;
  writable: boolean;
  limit: Limit;
  value: number;
  label: string;
  hint: string;
  most: string;
}>;

function LimitForm({ workspace, writable, limit, value, label, hint, most }: LimitFormProps) {
  const [text, setText] = useState(String(value));
  const [shown, setShown] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  if (shown !== value) {
    // Saved here, or changed by another program.
    setShown(value);
    setText(String(value));
  }
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const number = /^\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN;
    const parsed = settingsPatchSchema.safeParse({ [limit]: number });
    if (!parsed.success) {
      setProblem(`Type a whole number from 1 to ${most}.`);
      return;
    }
    try {
      await call('settings.write', { workspace, values: { [limit]: number } });
      say('Saved.', 'done');
    } catch (error) {
      setProblem(problemOf(error).message);
    }
  };
  return (
    <form className={styles['limit']} onSubmit={(event) => void save(event)} noValidate>
      <Field label={label} hint={hint} problem={problem}>
        {(ids) => (
          <div className={styles['row']}>
            <TextInput
              {...ids}
              inputMode="numeric"
              disabled={!writable}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setProblem(null);
              }}
            />
            <Button type="submit" aria-label={`Save: ${label}`} disabled={!writable || text.trim() === String(value)}>
              Save
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
