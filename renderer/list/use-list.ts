import { useCallback } from 'react';
import { useApp } from '../api/app-store.ts';
import { useCursorFocus } from '../ui/cursor-focus.ts';
import { useKeptScroll } from '../ui/kept-scroll.ts';
import { useVirtualRows } from '../ui/virtual-rows.ts';
import type { ListStore, RowKey } from './list-state.ts';

export type KeyedRow = { readonly key: RowKey };

type ListOptions<Row extends KeyedRow> = {
  readonly label: string;
  /** Name under which the list is scrolled to where it was left. */
  readonly name: string;
  readonly store: ListStore;
  readonly rows: readonly Row[];
  /** True of rows the cursor can be on, which headings are not. */
  readonly isStop: (row: Row) => boolean;
  /** Height of a row in pixels; null for one line. Each that comes out otherwise has all below it placed again. */
  readonly heightOf: (row: Row) => number | null;
};

/** A list of which only rows in sight are in the page: `ListView` shows it, and `shown` are these rows. */
export function useList<Row extends KeyedRow>({ label, name, store, rows, isStop, heightOf }: ListOptions<Row>) {
  const density = useApp((state) => state.preferences.density);
  const cursor = store((state) => state.cursor);
  const focusTurn = store((state) => state.focusTurn);
  const cursorRow = rows.findIndex(({ key }) => key === cursor);
  const { virtual, scroller, measure } = useVirtualRows({
    count: rows.length,
    heightOf: (index) => {
      const row = rows[index];
      return (row && heightOf(row)) ?? (density === 'compact' ? 28 : 36);
    },
    keyOf: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    kept: () => (cursorRow < 0 ? [] : [cursorRow]),
    measuredBy: density,
  });
  useKeptScroll(name, virtual);
  useCursorFocus(virtual, focusTurn, cursorRow, `[aria-label="${label}"] > [role="row"][tabindex="0"]`);
  const shown = virtual.getVirtualItems().flatMap(({ index, start }) => {
    const row = rows[index];
    return row === undefined ? [] : [{ row, index, start }];
  });
  return {
    label,
    store,
    cursor,
    scroller,
    measure,
    shown,
    count: rows.length,
    height: virtual.getTotalSize(),
    lastShown: virtual.range?.endIndex ?? 0,
    /** Row that is reached by Tab. */
    tabStop: cursorRow < 0 ? rows.findIndex(isStop) : cursorRow,
  };
}
