import { type FormEvent, useState } from 'react';
import { settings } from '#shared/contract/features/settings.ts';
import { call } from '../../api/connection.ts';
import { problemOf } from '../../api/problem.ts';
import { say } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import styles from './settings-view.module.css';

type LimitFormProps = Readonly<{
  workspace: string;
  writable: boolean;
  limit: 'historyDays' | 'historyMegabytes' | 'maxTokens';
  value: number;
  label: string;
  hint: string;
}>;

/** A setting that is a whole number. */
export function LimitForm({ workspace, writable, limit, value, label, hint }: LimitFormProps) {
  const [text, setText] = useState(String(value));
  const [shown, setShown] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  if (shown !== value) {
    // Saved here, or changed by another program.
    setShown(value);
    setText(String(value));
  }
  const changed = text.trim() !== String(value);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (!settings[limit].patch.safeParse(number).success) {
      setProblem(`Type a whole number from ${settings[limit].range}.`);
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
    <form className="stack-2" onSubmit={(event) => void save(event)} noValidate>
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
            <Button
              type="submit"
              look={changed ? 'primary' : 'plain'}
              aria-label={`Save: ${label}`}
              disabled={!writable || !changed}
            >
              Save
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
