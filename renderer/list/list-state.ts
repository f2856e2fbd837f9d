/** Key of a row, also as the cursor of a list. */
export type RowKey = string | number;

/** Part of a view's state that its list uses. */
export type ListState<Key extends RowKey = string> = {
  readonly cursor: Key | null;
  /** True while details lie over the list, in a window without room beside it. */
  readonly sheetOpen: boolean;
  /** Counter; increasing it scrolls to and focuses the cursor's row. */
  readonly focusTurn: number;
  /** True if the cursor was put on a row from another view, and the list has not shown it yet. */
  readonly isSought?: boolean;
  /** Key of the row from which a range is selected. */
  readonly anchor?: Key | null;
  /** Ids of the selected rows, in a list of which several can be selected. */
  readonly selected?: ReadonlySet<string>;
};

/** A view's store, as its list sees it. */
export type ListStore<Key extends RowKey = string> = {
  <T>(select: (state: ListState<Key>) => T): T;
  getState(): ListState<Key>;
  setState(change: Partial<ListState<Key>>): void;
};

export const initialListState = { cursor: null, sheetOpen: false, focusTurn: 0 } as const;

export const focusCursor = <Key extends RowKey>(store: ListStore<Key>): void =>
  store.setState({ focusTurn: store.getState().focusTurn + 1 });

/** Closes the details that lie over the list, and returns to it. */
export function closeSheet<Key extends RowKey>(store: ListStore<Key>): void {
  store.setState({ sheetOpen: false });
  focusCursor(store);
}
