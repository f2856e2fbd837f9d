import { Fragment, type ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import styles from '../ui/long-list.module.css';
import { hasRoomForInspector } from '../ui/use-media.ts';
import list from './list.module.css';
import { placeOfRow, type RowPlace } from './row-place.ts';
import type { KeyedRow, useList } from './use-list.ts';

/** Place and state of a row in its list. */
export type RowStop = {
  readonly place: RowPlace;
  readonly isCurrent: boolean;
  readonly tabIndex: 0 | -1;
  /** Puts the cursor on the row, and shows its details. */
  readonly pick: () => void;
};

type ListViewProps<Row extends KeyedRow> = Readonly<{
  list: ReturnType<typeof useList<Row>>;
  /** Shown below the last row. */
  below?: ReactNode;
  children: (row: Row, stop: RowStop) => ReactNode;
}>;

/** Rows of a list that are in sight, as a grid. */
export function ListView<Row extends KeyedRow>({
  list: { label, store, cursor, scroller, measure, shown, count, height, tabStop },
  below,
  children,
}: ListViewProps<Row>) {
  return (
    <div className={classNames(styles['scroller'], list['list'])} ref={scroller}>
      <div role="grid" aria-label={label} aria-rowcount={count} className={styles['grid']} style={{ height }}>
        {shown.map(({ row, index, start }) => (
          <Fragment key={row.key}>
            {children(row, {
              place: placeOfRow(measure, index, start, styles['row']),
              isCurrent: row.key === cursor,
              tabIndex: index === tabStop ? 0 : -1,
              pick: () => store.setState({ cursor: row.key, sheetOpen: !hasRoomForInspector() }),
            })}
          </Fragment>
        ))}
      </div>
      {below}
    </div>
  );
}
