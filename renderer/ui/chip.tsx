import type { ReactNode } from 'react';
import { countInWords } from '../wording/counts.ts';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';

type ChipProps = Readonly<{ children: ReactNode; count?: number; pressed: boolean; onPress: () => void }>;

export function Chip({ children, count, pressed, onPress }: ChipProps) {
  return (
    <button type="button" className={styles['chip']} aria-pressed={pressed} onClick={onPress}>
      {children}
      {count !== undefined && <span className="count">{countInWords(count)}</span>}
    </button>
  );
}

type ChipChoiceProps<T extends string> = Readonly<{
  label: string;
  value: T;
  options: Readonly<Record<T, string>>;
  onChoose: (value: T) => void;
  className?: string;
}>;

/** A choice of what is shown, or how. */
export function ChipChoice<T extends string>({ label, value, options, onChoose, className }: ChipChoiceProps<T>) {
  return (
    <div className={classNames('wrap-close', className)} role="group" aria-label={label}>
      {(Object.entries(options) as [T, string][]).map(([option, name]) => (
        <Chip key={option} pressed={option === value} onPress={() => onChoose(option)}>
          {name}
        </Chip>
      ))}
    </div>
  );
}
