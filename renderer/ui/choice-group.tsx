import { useId } from 'react';
import styles from './choice-group.module.css';
import { classNames } from './class-names.ts';

type ChoiceGroupProps<T extends string> = Readonly<{
  label: string;
  value: T | null;
  options: readonly { readonly value: T; readonly label: string; readonly hint?: string }[];
  onChoose: (value: T) => void;
  disabled?: boolean;
  stacked?: boolean;
}>;

export function ChoiceGroup<T extends string>(props: ChoiceGroupProps<T>) {
  const { label, value, options, onChoose, disabled, stacked } = props;
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
              {option.hint && <span className="second">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
