import { stepOf } from '../services/commands/list-steps.ts';
import type { Command } from '../services/commands/shortcuts.ts';
import { runFirst, useCommands } from '../services/commands/use-commands.ts';
import { hasRoomForInspector } from '../ui/use-media.ts';
import { type KeyedRow, type Stops, stopsIn } from './list-rows.ts';
import { closeSheet, focusCursor, type ListStore, type RowKey } from './list-state.ts';
import { extendTo, moveTo, selectionIn, toggleSelected } from './selection.ts';

/** Moves the cursor through the rows it can be on. @returns false if the command is not about that */
export function moveCursor<Row extends KeyedRow>(
  store: ListStore<Row['key']>,
  given: readonly Row[] | Stops<Row>,
  command: Command,
): boolean {
  const { cursor, selected } = store.getState();
  const stops = stopsIn(given);
  const at = cursor === null ? null : (stops.placeOf(cursor) ?? null);
  const step = stepOf(command, at, stops.length);
  const to = step && stops.at(step.to);
  if (to) {
    const selection = selectionIn(store);
    store.setState(
      selected === undefined
        ? { cursor: to.key }
        : step.extend
          ? extendTo(selection, to, stops)
          : moveTo(selection, to.key),
    );
    focusCursor(store);
  }
  return step !== null;
}

/** Shows the details of the cursor's row and puts the focus into them. */
export function showDetails<Key extends RowKey>(store: ListStore<Key>, isThere: boolean): void {
  store.setState({ sheetOpen: isThere && !hasRoomForInspector() });
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-details-heading]')?.focus());
}

type ListCommands<Row extends KeyedRow> = {
  readonly store: ListStore<Row['key']>;
  readonly stops: readonly Row[] | Stops<Row>;
  /** Actions of other commands on the cursor's row, if there is one. */
  readonly work: (row: Row | undefined) => { readonly [C in Command]?: () => unknown };
  /** Shows all again. @returns false if the list is not narrowed */
  readonly clear: () => boolean;
};

/** Keys of a list: moving, selecting, actions, and Escape, which closes details and drops the selection before it shows all. */
export function useListCommands<Row extends KeyedRow>({ store, stops, work, clear }: ListCommands<Row>): void {
  useCommands((command) => {
    if (command === 'escape') {
      return closeInnermost(store) || clear();
    }
    const { cursor, selected } = store.getState();
    const { at, placeOf } = stopsIn(stops);
    const index = cursor === null ? undefined : placeOf(cursor);
    const row = index === undefined ? undefined : at(index);
    if (command === 'toggle' && selected !== undefined) {
      row && store.setState(toggleSelected(selectionIn(store), row));
      return true;
    }
    return moveCursor(store, stops, command) || runFirst(command, work(row));
  });
}

/** Shows all again if the list is narrowed. @returns false if it is not */
export function showAllIf(isNarrowed: boolean, showAll: () => void): boolean {
  if (isNarrowed) {
    showAll();
  }
  return isNarrowed;
}

/** Closes the details or drops what is selected, the innermost first. @returns false if there is neither */
function closeInnermost<Key extends RowKey>(store: ListStore<Key>): boolean {
  const { cursor, sheetOpen, selected } = store.getState();
  if (sheetOpen) {
    closeSheet(store);
  } else if (cursor !== null && document.activeElement?.closest('[data-inspector]')) {
    focusCursor(store);
  } else if (selected !== undefined && selected.size > 0) {
    store.setState({ selected: new Set() });
  } else {
    return false;
  }
  return true;
}
