import { type RefCallback, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useApp } from '../api/app-store.ts';
import { useScrollPosition } from '../ui/scroll-position.ts';
import { useVirtualRows } from '../ui/virtual-rows.ts';
import { useCursorFocus } from './cursor-focus.ts';
import { headingsAbove, type KeyedRow, type ListRows, listRows } from './list-rows.ts';
import type { ListStore } from './list-state.ts';

type ListOptions<Row extends KeyedRow> = {
  readonly label: string;
  /** Name under which the list is scrolled to where it was left. */
  readonly name: string;
  readonly store: ListStore<Row['key']>;
  readonly rows: readonly Row[] | ListRows<Row>;
  /** True of rows the cursor can be on, which headings are not. */
  readonly isStop: (row: Row) => boolean;
  /**
   * Height of a row in pixels; null for one line. Of rows made when they are looked at, only headings are asked for it. Each that
   * comes out otherwise has all below it placed again.
   */
  readonly heightOf: (row: Row) => number | null;
  /** Level of a heading, to keep those above what is in sight in the page; null for other rows. */
  readonly levelOf?: (row: Row) => 2 | 3 | null;
  /** False while other rows are being worked out. */
  readonly isCurrent?: boolean;
  /** False while more rows are loading. */
  readonly isWhole?: boolean;
  /** Names what is listed: other rows are shown from their top. */
  readonly choice?: unknown;
  /** Indexes of rows that stay in the page out of sight, besides the cursor's. */
  readonly pinned?: readonly number[];
};

/** A list of which only rows in sight are in the page: `ListView` shows it, and `shown` are these rows. */
export function useList<Row extends KeyedRow>(options: ListOptions<Row>) {
  const { label, name, store, rows: source, isStop, heightOf, levelOf = () => null } = options;
  const { isCurrent = true, isWhole = true, choice, pinned = [] } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: levels change with rows only.
  const rows = useMemo(() => listRows(source, levelOf), [source]);
  const density = useApp((state) => state.preferences.density);
  const cursor = store((state) => state.cursor);
  const cursorRow = (cursor === null ? undefined : rows.placeOf(cursor)) ?? -1;
  const [above, measureAbove] = useHeight();
  const line = density === 'compact' ? 28 : 36;
  const headings = useMemo(() => new Map(rows.headings.map(({ index }) => [index, rows.at(index)])), [rows]);
  const tabStop = cursorRow < 0 ? firstStop(rows, isStop) : cursorRow;
  const { virtual, scroller, measure } = useVirtualRows({
    count: rows.length,
    heightOf: (index) => {
      const row = source === rows ? headings.get(index) : rows.at(index);
      return (row && heightOf(row)) ?? line;
    },
    keyOf: useCallback((index: number) => rows.idAt(index), [rows]),
    // Used until the list has been laid out; otherwise rows appear a frame later.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin: above ?? 0,
    kept: ({ startIndex }) => [
      ...(tabStop < 0 ? [] : [tabStop]),
      ...pinned,
      ...headingsAbove(rows.headings, startIndex),
    ],
    measuredBy: density,
  });
  useScrollPosition(name, virtual, isWhole && above !== null);
  useTopOfEachChoice(choice, isCurrent, () => virtual.scrollToOffset(0));
  useCursorFocus({
    store,
    virtual,
    row: cursorRow,
    isCurrent,
    selector: `[aria-label="${label}"] > [role="row"][tabindex="0"]`,
  });
  const shown = virtual.getVirtualItems().flatMap(({ index, start, key }) => {
    const row = rows.at(index);
    return row === undefined ? [] : [{ row, id: key as string | number, index, start: start - (above ?? 0) }];
  });
  return {
    label,
    store,
    cursor,
    scroller,
    measure,
    measureAbove,
    virtual,
    /** Height of what is above the rows; null until it is measured. */
    above,
    shown,
    isStop,
    count: rows.length,
    height: virtual.getTotalSize(),
    lastShown: virtual.range?.endIndex ?? 0,
    tabStop,
    rows,
  };
}

function firstStop<Row extends KeyedRow>(rows: ListRows<Row>, isStop: (row: Row) => boolean): number {
  for (let index = 0; index < rows.length; index++) {
    const row = rows.at(index);
    if (row !== undefined && isStop(row)) {
      return index;
    }
  }
  return -1;
}

/** Scrolls to the top of another list (another order, filter or search) once it is shown. */
function useTopOfEachChoice(choice: unknown, isCurrent: boolean, goToTop: () => void): void {
  const before = useRef(choice);
  useLayoutEffect(() => {
    if (isCurrent && before.current !== choice) {
      before.current = choice;
      goToTop();
    }
  });
}

/** Height of an element, null until it is measured, and the `ref` that measures it. */
function useHeight(): readonly [number | null, RefCallback<HTMLElement>] {
  const [height, setHeight] = useState<number | null>(null);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) {
      return;
    }
    setHeight(element.offsetHeight);
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [height, measure];
}
