import { useId } from 'react';
import type { Params } from '#shared/contract/contract.ts';
import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { classNames } from '../../ui/class-names.ts';
import { FieldProblem } from '../../ui/field.tsx';
import styles from './settings-view.module.css';

type SettingChoiceProps<T extends string> = Readonly<{
  workspace: string;
  label: string;
  value: T;
  options: readonly { readonly value: T; readonly label: string; readonly hint: string }[];
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
    <fieldset className={classNames(stacked && styles['choices'])} disabled={disabled}>
      <legend className={styles['legend']}>{label}</legend>
      <div className={stacked ? styles['choices'] : styles['inline']}>
        {options.map((option) => (
          <label key={option.value} className={styles['choice']}>
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
