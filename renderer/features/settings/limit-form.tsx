import { type FormEvent, type ReactNode, useRef, useState } from 'react';
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
  limit: 'tokenLimit' | 'historyDays' | 'historyMegabytes' | 'maxTokens';
  value: number;
  label: string;
  hint: string;
  saveName?: string;
  /** What is said once it is saved. */
  saved?: (value: number) => string;
  /** What another value would mean. */
  effect?: (value: number) => ReactNode;
}>;

/** A setting that is a whole number. */
export function LimitForm(props: LimitFormProps) {
  const { workspace, writable, limit, value, label, hint, saveName = `Save: ${label}`, saved, effect } = props;
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(String(value));
  const [shown, setShown] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  if (shown !== value) {
    // Saved here, or changed by another program.
    setShown(value);
    setText(String(value));
  }
  const next = numberIn(text);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!settings[limit].patch.safeParse(next).success) {
      setProblem(`Type a whole number from ${settings[limit].range}.`);
      return;
    }
    try {
      await call('settings.write', { workspace, values: { [limit]: next } });
      // The button can't be pressed again now.
      field.current?.focus();
      say(saved?.(next) ?? 'Saved.', 'done');
    } catch (error) {
      setProblem(problemOf(error).message);
    }
  };
  const isNew = next !== value;
  return (
    <form className={styles['limit']} onSubmit={(event) => void save(event)} noValidate>
      <Field label={label} hint={hint} problem={problem}>
        {(ids) => (
          <div className={styles['row']}>
            <TextInput
              {...ids}
              ref={field}
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
              look={isNew ? 'primary' : 'plain'}
              aria-label={saveName}
              disabled={!writable || !isNew}
            >
              Save
            </Button>
          </div>
        )}
      </Field>
      {isNew && settings[limit].patch.safeParse(next).success && effect?.(next)}
    </form>
  );
}

/** A whole number as typed; NaN for anything else. */
function numberIn(text: string): number {
  // Points, commas and spaces may divide thousands, and nothing else: 100.5 is not 1005.
  const grouped = /^\d{1,3}(?:[\s.,]\d{3})+$/.test(text) ? text.replace(/[\s.,]/g, '') : text.trim();
  return /^\d{1,9}$/.test(grouped) ? Number(grouped) : Number.NaN;
}
