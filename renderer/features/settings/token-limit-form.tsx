import { type FormEvent, useRef, useState } from 'react';
import { settings } from '#shared/contract/features/settings.ts';
import { call } from '../../api/connection.ts';
import { problemOf } from '../../api/problem.ts';
import { say } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { countInWords, tokensInWords } from '../../wording/counts.ts';
import { SettingsEffect } from './settings-effect.tsx';
import styles from './settings-view.module.css';

type TokenLimitFormProps = Readonly<{ workspace: string; limit: number; writable: boolean }>;

/** How much the context may hold, with what another limit would mean. */
export function TokenLimitForm({ workspace, limit, writable }: TokenLimitFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(String(limit));
  const [shown, setShown] = useState(limit);
  if (shown !== limit) {
    // Saved here, or changed by another program.
    setShown(limit);
    setText(String(limit));
  }
  const [problem, setProblem] = useState<string | null>(null);
  const next = limitOf(text);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (next === null) {
      setProblem(`Type a whole number from ${settings.tokenLimit.range}.`);
      return;
    }
    try {
      await call('settings.write', { workspace, values: { tokenLimit: next } });
      // The button can't be pressed again now.
      field.current?.focus();
      say(`The limit is ${tokensInWords(next)}.`, 'done');
    } catch (error) {
      setProblem(problemOf(error).message);
    }
  };
  return (
    <form className="stack-2" onSubmit={(event) => void save(event)} noValidate>
      <Field
        label="Token limit"
        hint={`How much your assistant can take in at its start. ${countInWords(settings.tokenLimit.default)} is usual.`}
        problem={problem}
      >
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
            <Button type="submit" look={next === limit ? 'plain' : 'primary'} disabled={!writable || next === limit}>
              Save
            </Button>
          </div>
        )}
      </Field>
      {next !== null && next !== limit && <SettingsEffect workspace={workspace} tokenLimit={next} />}
    </form>
  );
}

/** A limit as typed; null unless it may be one. */
function limitOf(text: string): number | null {
  // Points, commas and spaces may divide thousands, and nothing else: 100.5 is not 1005.
  const grouped = /^\d{1,3}(?:[\s.,]\d{3})+$/.test(text) ? text.replace(/[\s.,]/g, '') : text.trim();
  const number = /^\d{1,7}$/.test(grouped) ? Number(grouped) : Number.NaN;
  return settings.tokenLimit.patch.safeParse(number).success ? number : null;
}
