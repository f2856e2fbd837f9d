import { type ComponentProps, type MouseEvent, type ReactNode, useMemo } from 'react';
import { classNames } from '../ui/class-names.ts';
import styles from '../ui/long-list.module.css';
import { hasRoomForInspector } from '../ui/use-media.ts';
import list from './list.module.css';
import type { KeyedRow, Stops } from './list-rows.ts';
import type { ListStore } from './list-state.ts';
import { inBox, inControl, placeOfRow, type RowPlace } from './row-place.ts';
import { extendTo, pickOnly, selectionIn, toggleSelected, toggleThrough } from './selection.ts';
import type { useList } from './use-list.ts';

export type RowStop = {
  readonly place: RowPlace;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  /** True if rows are selected in the list. */
  readonly isSelecting: boolean;
  readonly tabIndex: 0 | -1;
  /** Puts the cursor on the row, and shows its details. Lists of which several can be selected answer presses themselves. */
  readonly pick?: () => void;
};

type ListViewProps<Row extends KeyedRow> = Readonly<{
  list: ReturnType<typeof useList<Row>>;
  /** Shown above the first row, and scrolled with the rows. */
  above?: ReactNode;
  below?: ReactNode;
  /** True if the rows are the last that could be read. */
  isDimmed?: boolean;
  /** Handlers of presses on the grid, besides those that pick rows. */
  grid?: ComponentProps<'div'>;
  children: (row: Row, stop: RowStop) => ReactNode;
}>;

export function ListView<Row extends KeyedRow>(props: ListViewProps<Row>) {
  const { list: given, above, below, isDimmed = false, grid, children } = props;
  const { label, store, cursor, scroller, measure, measureAbove, shown, count, height, tabStop } = given;
  const selected = store((state) => state.selected);
  return (
    <div className={classNames(styles['scroller'], list['list'])} ref={scroller}>
      <div ref={measureAbove}>{above}</div>
      {count > 0 && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is useListCommands.
        <div
          {...grid}
          role="grid"
          aria-label={label}
          aria-multiselectable={selected && true}
          aria-rowcount={count}
          className={styles['grid']}
          data-dimmed={isDimmed || undefined}
          style={{ height }}
          onClick={selected && ((event) => press(event, given))}
        >
          {shown.map(({ row, id, index, start }) => (
            <PlacedRow
              key={id}
              row={row}
              index={index}
              top={start}
              isCurrent={row.key === cursor}
              isTabStop={index === tabStop}
              isSelected={selected?.has(String(id)) ?? false}
              isSelecting={selected !== undefined && selected.size > 0}
              store={store}
              measure={measure}
              draw={children}
            />
          ))}
        </div>
      )}
      {below}
    </div>
  );
}

type PlacedRowProps<Row extends KeyedRow> = Readonly<{
  row: Row;
  index: number;
  top: number;
  isCurrent: boolean;
  isTabStop: boolean;
  isSelected: boolean;
  isSelecting: boolean;
  store: ListStore<Row['key']>;
  measure: RowPlace['ref'];
  draw: (row: Row, stop: RowStop) => ReactNode;
}>;

/** A row at its place, drawn again only if something about it changed. */
function PlacedRow<Row extends KeyedRow>({ row, draw, store, measure, ...at }: PlacedRowProps<Row>) {
  const { index, top, isCurrent, isTabStop, isSelected, isSelecting } = at;
  return useMemo(
    () =>
      draw(row, {
        place: placeOfRow(measure, index, top, styles['row']),
        isCurrent,
        isSelected,
        isSelecting,
        tabIndex: isTabStop ? 0 : -1,
        ...(store.getState().selected === undefined && {
          pick: () => store.setState({ cursor: row.key, sheetOpen: !hasRoomForInspector() }),
        }),
      }),
    [row, draw, store, measure, index, top, isCurrent, isTabStop, isSelected, isSelecting],
  );
}

type ListRead<Row extends KeyedRow> = Pick<ReturnType<typeof useList<Row>>, 'store' | 'rows' | 'isStop'>;

/** Row that the pointer is on, if the cursor can be on it. Controls in it answer their presses themselves. */
export function rowUnder<Row extends KeyedRow>(
  { target }: MouseEvent,
  { rows, isStop }: ListRead<Row>,
): Row | undefined {
  const index = target instanceof Element ? target.closest<HTMLElement>('[role="row"]')?.dataset['index'] : undefined;
  const row = index === undefined ? undefined : rows.at(Number(index));
  return row === undefined || !isStop(row) || (inControl(target) && !inBox(target)) ? undefined : row;
}

/** Picks a row; with Shift, Ctrl or in its box, selects it beside others. */
function press<Row extends KeyedRow>(event: MouseEvent, list: ListRead<Row>): void {
  const row = rowUnder(event, list);
  if (!row) {
    return;
  }
  const { store, rows, isStop } = list;
  const stops: Stops<Row> = { ...rows, at: (index) => [rows.at(index)].find((one) => one && isStop(one)) };
  const selection = selectionIn(store);
  const isBox = inBox(event.target);
  const isToggled = isBox || event.ctrlKey || event.metaKey;
  if (event.shiftKey) {
    store.setState((isBox ? toggleThrough : extendTo)(selection, row, stops));
  } else if (isToggled) {
    const current = selection.cursor === null ? undefined : rows.placeOf(selection.cursor);
    store.setState(toggleSelected(selection, row, isBox || current === undefined ? undefined : rows.at(current)));
  } else {
    store.setState(pickOnly(row.key));
  }
  if (isToggled || !event.shiftKey) {
    // The actions for several are below the list, and the details would cover them.
    store.setState({ sheetOpen: !isToggled && !hasRoomForInspector() });
  }
}
