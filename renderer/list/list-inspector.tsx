import type { ReactNode } from 'react';
import { Inspector } from './inspector.tsx';
import { closeSheet, type ListStore, type RowKey } from './list-state.ts';

type ListInspectorProps<Key extends RowKey> = Readonly<{
  label: string;
  store: ListStore<Key>;
  none: ReactNode;
  /** Details of the cursor's row; null if there is none. */
  children: ReactNode;
}>;

export function ListInspector<Key extends RowKey>({ label, store, none, children }: ListInspectorProps<Key>) {
  const sheetOpen = store((state) => state.sheetOpen);
  return (
    <Inspector label={label} sheetOpen={sheetOpen && children !== null} onCloseSheet={() => closeSheet(store)}>
      {children ?? <div className="padded quiet">{none}</div>}
    </Inspector>
  );
}
