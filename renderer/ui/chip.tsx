import type { ReactNode } from 'react';
import { countInWords } from '../wording/counts.ts';
import styles from './chip.module.css';

type ChipProps = Readonly<{ children: ReactNode; count?: number; pressed: boolean; onPress: () => void }>;

export function Chip({ children, count, pressed, onPress }: ChipProps) {
  return (
    <button type="button" className={styles['chip']} aria-pressed={pressed} onClick={onPress}>
      {children}
      {count !== undefined && <span className="count">{countInWords(count)}</span>}
    </button>
  );
}
