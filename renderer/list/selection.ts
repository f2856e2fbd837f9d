import type { KeyedRow, Stops } from './list-rows.ts';
import type { ListStore, RowKey } from './list-state.ts';

/** The cursor's row has the focus and shows in the inspector. Actions are for `selected`, or for it if none is selected. */
export type Selection<Key extends RowKey = string> = {
  readonly cursor: Key | null;
  readonly anchor: Key | null;
  readonly selected: ReadonlySet<string>;
};

export const nothingSelected: Selection<never> = { cursor: null, anchor: null, selected: new Set() };

export function selectionIn<Key extends RowKey>(store: ListStore<Key>): Selection<Key> {
  const { cursor, anchor = null, selected = nothingSelected.selected } = store.getState();
  return { cursor, anchor, selected };
}

export function moveTo<Key extends RowKey>({ selected }: Pick<Selection, 'selected'>, key: Key): Selection<Key> {
  return { cursor: key, anchor: key, selected };
}

export function pickOnly<Key extends RowKey>(key: Key): Selection<Key> {
  return { cursor: key, anchor: key, selected: new Set() };
}

/** Adds a row to those selected, or removes it. The cursor's row `joins` when the first other one is added by pointer. */
export function toggleSelected<Key extends RowKey>(
  { selected: before }: Pick<Selection, 'selected'>,
  row: KeyedRow<Key>,
  joins?: KeyedRow,
): Selection<Key> {
  const selected = new Set(before);
  if (joins && selected.size === 0 && joins.key !== row.key) {
    addAll(selected, [joins]);
  }
  const id = idOf(row);
  if (id !== null && !selected.delete(id)) {
    selected.add(id);
  }
  return moveTo({ selected }, row.key);
}

/** Selects all rows from the anchor to this one, as far as they are loaded. */
export function extendTo<Key extends RowKey>(
  selection: Selection<Key>,
  row: KeyedRow<Key>,
  stops: Stops<KeyedRow<Key>>,
): Selection<Key> {
  const range = rangeTo(selection, row, stops);
  if (range === null) {
    return pickOnly(row.key);
  }
  const selected = new Set<string>();
  addAll(selected, range);
  return { cursor: row.key, anchor: selection.anchor ?? row.key, selected };
}

/** Shift-click on a box: all rows from the one clicked before take the state of this one; others keep theirs. */
export function toggleThrough<Key extends RowKey>(
  selection: Selection<Key>,
  row: KeyedRow<Key>,
  stops: Stops<KeyedRow<Key>>,
): Selection<Key> {
  const isOn = !selection.selected.has(idOf(row) ?? '');
  const selected = new Set(selection.selected);
  for (const each of rangeTo(selection, row, stops) ?? [row]) {
    const id = idOf(each);
    if (id !== null) {
      isOn ? selected.add(id) : selected.delete(id);
    }
  }
  return moveTo({ selected }, row.key);
}

function rangeTo<Key extends RowKey>(
  { anchor }: Selection<Key>,
  { key }: KeyedRow<Key>,
  stops: Stops<KeyedRow<Key>>,
): readonly KeyedRow[] | null {
  const from = stops.placeOf(anchor ?? key);
  const to = stops.placeOf(key);
  if (from === undefined || to === undefined) {
    return null;
  }
  const first = Math.min(from, to);
  return Array.from({ length: Math.abs(from - to) + 1 }, (_, index) => stops.at(first + index)).filter(
    (row) => row !== undefined,
  );
}

/** Id of a row; null while it is loading, with its place as its key. */
const idOf = ({ id, key }: KeyedRow): string | null => id ?? (typeof key === 'string' ? key : null);

function addAll(selected: Set<string>, rows: readonly KeyedRow[]): void {
  for (const row of rows) {
    const id = idOf(row);
    if (id !== null) {
      selected.add(id);
    }
  }
}

/** Ids an action applies to, in a list whose keys are ids. */
export function selectedOrCursor({ selected, cursor }: Selection<string>): readonly string[] {
  return selected.size > 0 ? [...selected] : cursor === null ? [] : [cursor];
}

/** Drops rows that are gone after the list changed, and moves the cursor to the row now in its place, to keep the focus. */
export function afterChange(
  selection: Selection<string>,
  before: readonly string[],
  present: Pick<ReadonlySet<string>, 'has'>,
): Selection<string> {
  const selected =
    selection.selected.size === 0
      ? selection.selected
      : new Set([...selection.selected].filter((id) => present.has(id)));
  const cursor = selection.cursor === null || present.has(selection.cursor) ? selection.cursor : successor();
  const anchor = selection.anchor !== null && present.has(selection.anchor) ? selection.anchor : cursor;
  return { cursor, anchor, selected };

  function successor(): string | null {
    const at = before.indexOf(selection.cursor ?? '');
    if (at < 0) {
      return null;
    }
    const later = before.slice(at + 1).find((id) => present.has(id));
    return later ?? before.slice(0, at).findLast((id) => present.has(id)) ?? null;
  }
}

export function renamed(selection: Selection<string>, newIdOf: ReadonlyMap<string, string>): Selection<string> {
  const rename = (id: string | null): string | null => (id === null ? null : (newIdOf.get(id) ?? id));
  return {
    cursor: rename(selection.cursor),
    anchor: rename(selection.anchor),
    selected: new Set([...selection.selected].map((id) => newIdOf.get(id) ?? id)),
  };
}
