import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { countInWords, entriesInWords } from '../wording/counts.ts';
import styles from './action-bar.module.css';

type SelectionBarProps = Readonly<{
  count: number;
  /** Size of the selected entries, and what it leaves. */
  says: ReactNode;
  /** Number of entries that "Select all" is about; null if all are selected. */
  all: number | null;
  onAll: () => void;
  onNone: () => void;
  children?: ReactNode;
}>;

/** The bar below a list while entries are selected, with what can be done to them. */
export const SelectionBar = ({ count, says, all, onAll, onNone, children }: SelectionBarProps) => (
  <section className={styles['bar']} aria-label="Selected entries" data-action-bar>
    <p className={styles['words']}>
      <strong>{entriesInWords(count)} selected</strong>
      <span className="count">{says}</span>
    </p>
    {all !== null && (
      <Button look="link" onClick={onAll}>
        Select all {countInWords(all)}
      </Button>
    )}
    <Button look="link" onClick={onNone}>
      Clear selection
    </Button>
    {children && <div className="wrap-close">{children}</div>}
  </section>
);
