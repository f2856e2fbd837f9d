import { stepOf } from '../services/commands/list-steps.ts';
import type { Command } from '../services/commands/shortcuts.ts';
import { carryOutOne, useCommands } from '../services/commands/use-commands.ts';
import { hasRoomForInspector } from '../ui/use-media.ts';
import { focusCursor, type ListStore } from './list-state.ts';
import type { KeyedRow } from './use-list.ts';

/** Moves the cursor through the rows it can be on. @returns false if the command is not about that */
export function moveCursor(store: ListStore, stops: readonly KeyedRow[], command: Command): boolean {
  const { cursor } = store.getState();
  const at = stops.findIndex(({ key }) => key === cursor);
  const step = stepOf(command, at < 0 ? null : at, stops.length);
  const to = step && stops[step.to];
  if (to) {
    store.setState({ cursor: to.key });
    focusCursor(store);
  }
  return step !== null;
}

/** Shows the details of the cursor's row and puts the focus into them. */
export function showDetails(store: ListStore, isThere: boolean): void {
  store.setState({ sheetOpen: isThere && !hasRoomForInspector() });
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-details-heading]')?.focus());
}

type ListCommands<Row extends KeyedRow> = {
  readonly store: ListStore;
  /** Rows the cursor can be on. */
  readonly stops: readonly Row[];
  /** Actions of other commands on the cursor's row, if there is one. */
  readonly work: (row: Row | undefined) => { readonly [C in Command]?: () => unknown };
  /** Shows all again. @returns false if the list is not narrowed */
  readonly clear: () => boolean;
};

/** Keys of a list: moving, what can be done with the cursor's row, and Escape, which closes details before it shows all. */
export function useListCommands<Row extends KeyedRow>({ store, stops, work, clear }: ListCommands<Row>): void {
  useCommands((command) => {
    const { cursor, sheetOpen } = store.getState();
    if (command === 'escape' && sheetOpen) {
      store.setState({ sheetOpen: false });
      focusCursor(store);
      return true;
    }
    return (
      moveCursor(store, stops, command) ||
      carryOutOne(command, work(stops.find(({ key }) => key === cursor))) ||
      (command === 'escape' && clear())
    );
  });
}
