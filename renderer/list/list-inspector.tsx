import type { ReactNode } from 'react';
import styles from '../ui/details.module.css';
import { Inspector } from '../ui/inspector.tsx';
import type { ListState } from './list-state.ts';

type SheetState = Pick<ListState, 'sheetOpen' | 'focusTurn'>;

type ListInspectorProps = Readonly<{
  label: string;
  store: {
    <T>(select: (state: SheetState) => T): T;
    setState(change: (state: SheetState) => Partial<SheetState>): void;
  };
  /** Shown while the cursor is on no row. */
  none: ReactNode;
  /** Details of the cursor's row; null if there is none. */
  children: ReactNode;
}>;

/** Details of the row under a list's cursor. */
export function ListInspector({ label, store, none, children }: ListInspectorProps) {
  const sheetOpen = store((state) => state.sheetOpen);
  return (
    <Inspector
      label={label}
      sheetOpen={sheetOpen && children !== null}
      onCloseSheet={() => store.setState(({ focusTurn }) => ({ sheetOpen: false, focusTurn: focusTurn + 1 }))}
    >
      {children ?? <div className={styles['unchosen']}>{none}</div>}
    </Inspector>
  );
}
