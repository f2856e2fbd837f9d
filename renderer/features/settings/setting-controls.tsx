import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Impact } from '#shared/contract/changes.ts';
import type { Params } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { settings } from '#shared/contract/features/settings.ts';
import { useAnswer, useAttempt } from '../../api/answers.ts';
import { useContextStore } from '../../api/context-store.ts';
import { EntryText } from '../../entries/entry-text.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Field, FieldProblem, TextArea, TextInput } from '../../ui/field.tsx';
import { focusAfter } from '../../ui/keep-focus.ts';
import { countInWords, entriesInWords, shareInWords } from '../../wording/counts.ts';
import { entryName } from '../../wording/names.ts';
import { saveSettings } from './saving.ts';

type SettingFormProps<T> = Readonly<{
  writable: boolean;
  value: T;
  label: string;
  hint: string;
  textOf: (value: T) => string;
  /** Null for what can't be saved; then `refusal` says what can. */
  valueIn: (text: string) => T | null;
  refusal: string;
  /** Saves and says so, in these words where some are given. */
  save: (value: T, words: string | undefined) => Promise<unknown>;
  saveName?: string | undefined;
  saved?: ((value: T) => string) | undefined;
  effect?: ((value: T) => ReactNode) | undefined;
  rows?: number;
  /** True to select the text for typing over; the callback is called once it is. */
  wanted?: { readonly isWanted: boolean; readonly onThere: () => void } | undefined;
}>;

function SettingForm<T>(props: SettingFormProps<T>) {
  const { writable, value, label, hint, textOf, valueIn, refusal, saveName = `Save: ${label}`, saved, effect } = props;
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const current = textOf(value);
  const { isWanted = false, onThere } = props.wanted ?? {};
  useEffect(() => {
    if (isWanted) {
      field.current?.focus();
      field.current?.select();
      onThere?.();
    }
  }, [isWanted, onThere]);
  const [text, setText] = useState(current);
  const [shown, setShown] = useState(current);
  const { problem, attempt, forget } = useAttempt();
  if (shown !== current) {
    // Saved here, or changed by another program.
    setShown(current);
    setText(current);
  }
  const next = valueIn(text);
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    void attempt(async () => {
      if (next === null) {
        throw new ContextureError('value_invalid', refusal);
      }
      await props.save(next, saved?.(next));
      // The button can't be pressed again now.
      focusAfter(form, field.current);
    });
  };
  const isNew = next === null ? text !== current : textOf(next) !== current;
  const onChange = ({ target }: { readonly target: { readonly value: string } }): void => {
    setText(target.value);
    forget();
  };
  return (
    <form className="stack-2" onSubmit={save} noValidate>
      <Field label={label} hint={hint} problem={problem?.message}>
        {(ids) => (
          <div className="wrap">
            {props.rows === undefined ? (
              <TextInput
                {...ids}
                ref={field}
                className="short"
                inputMode="decimal"
                disabled={!writable}
                value={text}
                onChange={onChange}
              />
            ) : (
              <TextArea {...ids} ref={field} rows={props.rows} disabled={!writable} value={text} onChange={onChange} />
            )}
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
      {isNew && next !== null && effect?.(next)}
    </form>
  );
}

type FormOf<T> = Pick<SettingFormProps<T>, 'writable' | 'value' | 'label' | 'hint'> & Readonly<{ workspace: string }>;

type LimitFormProps = FormOf<number> &
  Partial<Pick<SettingFormProps<number>, 'saveName' | 'saved' | 'effect' | 'wanted'>> &
  Readonly<{
    limit:
      | 'tokenLimit'
      | 'historyDays'
      | 'historyMegabytes'
      | 'maxTokens'
      | 'workArchiveAfterDays'
      | 'workRemoveAfterDays';
  }>;

export function LimitForm({ workspace, limit, ...given }: LimitFormProps) {
  return (
    <SettingForm
      {...given}
      textOf={String}
      valueIn={(text) => {
        const number = numberIn(text);
        return settings[limit].patch.safeParse(number).success ? number : null;
      }}
      refusal={`Type ${settings[limit].asked}.`}
      save={(value, words) => saveSettings(workspace, { [limit]: value }, { [limit]: given.value }, words)}
    />
  );
}

/** A whole number as typed; NaN for anything else. */
function numberIn(text: string): number {
  // Points, commas and spaces may divide thousands, and nothing else: 100.5 is not 1005.
  const grouped = /^\d{1,3}(?:[\s.,]\d{3})+$/.test(text) ? text.replace(/[\s.,]/g, '') : text.trim();
  return /^\d{1,9}$/.test(grouped) ? Number(grouped) : Number.NaN;
}

/** A share of a whole, kept as a number up to 1 and typed in percent. */
export function ShareForm({ workspace, share, ...given }: FormOf<number> & Readonly<{ share: 'compactThreshold' }>) {
  return (
    <SettingForm
      {...given}
      textOf={percentOf}
      valueIn={(text) => {
        const number = shareIn(text);
        return settings[share].patch.safeParse(number).success ? number : null;
      }}
      refusal="Type a number over 0, up to 100."
      save={(value) => saveSettings(workspace, { [share]: value }, { [share]: given.value })}
    />
  );
}

/** Digits that a share is exact to: a hundred times 0.07 is not quite 7 to the machine. */
const digits = 12;

export const percentOf = (share: number): string => String(Number((share * 100).toPrecision(digits)));

/** A percentage as typed, with or without its sign and with decimals behind a point or a comma; NaN for anything else. */
function shareIn(text: string): number {
  const [, typed] = /^(\d{1,3}(?:[.,]\d{1,9})?)\s*%?$/.exec(text.trim()) ?? [];
  return typed === undefined ? Number.NaN : Number((Number(typed.replace(',', '.')) / 100).toPrecision(digits));
}

export function PathsForm({ workspace, ...given }: FormOf<readonly string[]>) {
  return (
    <SettingForm
      {...given}
      rows={Math.max(2, given.value.length)}
      textOf={(paths) => paths.join('\n')}
      valueIn={(text) => {
        const paths = text
          .split('\n')
          .map((path) => path.trim())
          .filter((path) => path !== '');
        return settings.memoryFiles.patch.safeParse(paths).success ? paths : null;
      }}
      refusal="Type at most 200 paths, one on each line."
      save={(memoryFiles) =>
        saveSettings(workspace, { memoryFiles: [...memoryFiles] }, { memoryFiles: [...given.value] })
      }
    />
  );
}

type SettingChoiceProps<T extends string> = Readonly<{
  workspace: string;
  label: string;
  value: T;
  options: readonly { readonly value: T; readonly label: string; readonly hint?: string }[];
  settingsFor: (value: T) => Params<'settings.write'>['values'];
  writable: boolean;
}>;

export function SettingChoice<T extends string>({ workspace, settingsFor, writable, ...group }: SettingChoiceProps<T>) {
  const { problem, attempt } = useAttempt();
  return (
    <>
      <ChoiceGroup
        {...group}
        disabled={!writable}
        stacked
        onChoose={(value) =>
          void attempt(() =>
            saveSettings(workspace, settingsFor(value), settingsFor(group.value), saidOf(group, value)),
          )
        }
      />
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </>
  );
}

/** “Rows: Compact”. */
const saidOf = <T extends string>(
  { label, options }: Pick<SettingChoiceProps<T>, 'label' | 'options'>,
  value: T,
): string => `${label}: ${options.find((option) => option.value === value)?.label ?? value}`;

type Values = Params<'settings.preview'>['values'];
export function SettingsEffect({ workspace, tokenLimit, measure }: Values & Readonly<{ workspace: string }>) {
  const revision = useContextStore((context) => (context.kind === 'ready' ? context.revision : null));
  const params = revision === null ? null : { workspace, values: { tokenLimit, measure } };
  const { answer: impact, problem } = useAnswer('settings.preview', params, revision);
  if (problem) {
    return <FieldProblem>{problem.message}</FieldProblem>;
  }
  return (
    <>
      <p className="detail pretty" role="status">
        {impact && inWords(impact)}
      </p>
      {impact && impact.wouldLeaveCount > named && <LeavingEntries impact={impact} />}
    </>
  );
}

/** Maximum named in a sentence; more are in a list. */
const named = 4;

const LeavingEntries = ({ impact: { wouldLeave, wouldLeaveCount } }: Readonly<{ impact: Impact }>) => (
  <Disclosure summary={<>Show all {entriesInWords(wouldLeaveCount)}</>}>
    <ol className="stack-1 indented above-2">
      {wouldLeave.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand there twice, and has no other name.
        <li key={index} dir="auto">
          <EntryText entry={entry} />
        </li>
      ))}
    </ol>
    {wouldLeaveCount > wouldLeave.length && (
      <p className="detail">and {countInWords(wouldLeaveCount - wouldLeave.length)} more</p>
    )}
  </Disclosure>
);

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
  const names = wouldLeave.slice(0, named).map((entry) => `“${entryName(entry)}”`);
  const others = wouldLeaveCount > names.length ? ' and others' : '';
  const leaving = `${entriesInWords(wouldLeaveCount)} would be archived: ${names.join(', ')}${others}.`;
  const question = 'You are asked before anything is archived, unless you chose otherwise below.';
  return `${uses} ${leaving} ${question}${staysOver ? ' It would stay over the limit even then.' : ''}`;
}
