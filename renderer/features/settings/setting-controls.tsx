import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { Impact } from '#shared/contract/changes.ts';
import type { Params } from '#shared/contract/contract.ts';
import { settings } from '#shared/contract/features/settings.ts';
import { useAsked, useAttempt } from '../../api/answers.ts';
import { call, problemOf } from '../../api/connection.ts';
import { useContextStore } from '../../api/context-store.ts';
import { say } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field, FieldProblem, TextInput } from '../../ui/field.tsx';
import { countInWords, entriesInWords, shareInWords } from '../../wording/counts.ts';
import { entryName } from '../../wording/names.ts';
import styles from './settings-view.module.css';

type LimitFormProps = Readonly<{
  workspace: string;
  writable: boolean;
  limit: 'tokenLimit' | 'historyDays' | 'historyMegabytes' | 'maxTokens';
  value: number;
  label: string;
  hint: string;
  saveName?: string;
  saved?: (value: number) => string;
  effect?: (value: number) => ReactNode;
}>;

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
    <form className="stack-2" onSubmit={(event) => void save(event)} noValidate>
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

type SettingChoiceProps<T extends string> = Readonly<{
  workspace: string;
  label: string;
  value: T;
  options: readonly { readonly value: T; readonly label: string; readonly hint?: string }[];
  /** What a choice means in the workspace's settings. */
  settingsFor: (value: T) => Params<'settings.write'>['values'];
  writable: boolean;
}>;

/** A setting that is one of a few; where it can't be written, why not stands below. */
export function SettingChoice<T extends string>({ workspace, settingsFor, writable, ...group }: SettingChoiceProps<T>) {
  const { problem, attempt } = useAttempt();
  return (
    <>
      <ChoiceGroup
        {...group}
        disabled={!writable}
        stacked
        onChoose={(value) => void attempt(() => call('settings.write', { workspace, values: settingsFor(value) }))}
      />
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </>
  );
}

type ChoiceGroupProps<T extends string> = Readonly<{
  label: string;
  value: T;
  options: readonly { readonly value: T; readonly label: string; readonly hint?: string }[];
  onChoose: (value: T) => void;
  disabled?: boolean;
  stacked?: boolean;
}>;

/** One of a few, all in sight. */
export function ChoiceGroup<T extends string>({
  label,
  value,
  options,
  onChoose,
  disabled,
  stacked,
}: ChoiceGroupProps<T>) {
  const name = useId();
  return (
    <fieldset className={classNames(stacked && 'stack-2')} disabled={disabled}>
      <legend className={styles['legend']}>{label}</legend>
      <div className={stacked ? 'stack-2' : styles['inline']}>
        {options.map((option) => (
          <label key={option.value} className="choice">
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChoose(option.value)} />
            <span>
              {option.label}
              {option.hint && <span className={styles['hint']}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type Values = Params<'settings.preview'>['values'];
/** What a setting that is not saved yet would mean for the context as it is. */
export function SettingsEffect({ workspace, tokenLimit, measure }: Values & Readonly<{ workspace: string }>) {
  const revision = useContextStore((context) => (context.kind === 'ready' ? context.revision : null));
  const reason = revision === null ? null : JSON.stringify([workspace, tokenLimit, measure, revision]);
  const { answer: impact, problem } = useAsked(reason, () =>
    call('settings.preview', { workspace, values: { tokenLimit, measure } }),
  );
  if (problem) {
    return <FieldProblem>{problem.message}</FieldProblem>;
  }
  return (
    <p className={styles['effect']} role="status">
      {impact && inWords(impact)}
    </p>
  );
}

function inWords({ tokensAfter, limit, wouldLeave, wouldLeaveCount, staysOver }: Impact): string {
  if (limit === null) {
    return '';
  }
  const uses = `Uses ${countInWords(tokensAfter)} of ${countInWords(limit)}, ${shareInWords(tokensAfter, limit)}.`;
  if (tokensAfter <= limit) {
    return uses;
  }
  if (wouldLeaveCount === 0) {
    return `${uses} That is over, and nothing may be archived automatically.`;
  }
  const names = wouldLeave.slice(0, 4).map((entry) => `“${entryName(entry)}”`);
  const others = wouldLeaveCount > names.length ? ' and others' : '';
  const leaving = `${entriesInWords(wouldLeaveCount)} would have to leave: ${names.join(', ')}${others}.`;
  const asked = 'You are asked before anything is archived, unless you chose otherwise below.';
  return `${uses} ${leaving} ${asked}${staysOver ? ' It would stay over the limit even then.' : ''}`;
}
