import type { RowKey } from './list-state.ts';

export type KeyedRow<Key extends RowKey = RowKey> = {
  readonly key: Key;
  /** Id of the content, if the key is only its place: content comes and goes above it. */
  readonly id?: string | undefined;
};

type HeadingPlace = { readonly index: number; readonly level: 2 | 3 };

/** Rows of a list that are made only when they are looked at. */
export type ListRows<Row extends KeyedRow> = {
  readonly length: number;
  at(index: number): Row | undefined;
  placeOf(key: Row['key']): number | undefined;
  /** Id of a row, or its key if it has none. */
  idAt(index: number): RowKey;
  readonly headings: readonly HeadingPlace[];
};

/** Rows that the cursor can be on. */
export type Stops<Row extends KeyedRow> = Pick<ListRows<Row>, 'length' | 'at' | 'placeOf'>;

export function stopsIn<Row extends KeyedRow>(rows: readonly Row[] | Stops<Row>): Stops<Row> {
  return 'placeOf' in rows ? rows : { length: rows.length, at: (index) => rows[index], placeOf: placeIn(rows) };
}

/** @param levelOf level of a heading; null for other rows */
export function listRows<Row extends KeyedRow>(
  rows: readonly Row[] | ListRows<Row>,
  levelOf: (row: Row) => 2 | 3 | null,
): ListRows<Row> {
  if ('idAt' in rows) {
    return rows;
  }
  const headings = rows.flatMap((row, index) => {
    const level = levelOf(row);
    return level === null ? [] : [{ index, level }];
  });
  return { ...stopsIn(rows), idAt: (index) => rows[index]?.key ?? index, headings };
}

const placeIn =
  (rows: readonly KeyedRow[]) =>
  (key: RowKey): number | undefined => {
    const index = rows.findIndex((row) => row.key === key);
    return index < 0 ? undefined : index;
  };

/** Headings above a row: they stay in the page, so that the outline makes sense anywhere. */
export function headingsAbove(headings: readonly HeadingPlace[], row: number): readonly number[] {
  const above = headings.findLast(({ index, level }) => index <= row && level === 2);
  const below = headings.findLast(({ index, level }) => index <= row && level === 3);
  if (above === undefined) {
    return [];
  }
  return below && below.index > above.index ? [above.index, below.index] : [above.index];
}
