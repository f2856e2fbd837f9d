/** Key of a row, also as the cursor of a list. */
export type RowKey = string | number;

/** Part of a view's state that its list uses. */
export type ListState = {
  /** Key of the row the cursor is on. */
  readonly cursor: RowKey | null;
  /** True while details lie over the list, in a window without room beside it. */
  readonly sheetOpen: boolean;
  /** Grows each time the cursor's row is to be brought into sight and focused. */
  readonly focusTurn: number;
};

/** A view's store, as its list sees it. */
export type ListStore = {
  <T>(select: (state: ListState) => T): T;
  getState(): ListState;
  setState(change: Partial<ListState>): void;
};

export const listAtStart = { cursor: null, sheetOpen: false, focusTurn: 0 } as const;

export const focusCursor = (store: ListStore): void => store.setState({ focusTurn: store.getState().focusTurn + 1 });
