import { nameAndText } from '../../entries/entry-text.tsx';
import { refuseReadOnly } from '../../entries/read-only.ts';
import { showDetails, useListCommands } from '../../list/list-commands.ts';
import type { Stops } from '../../list/list-rows.ts';
import { type AtHand, useAtHand } from '../../services/commands/at-hand.ts';
import type { Command } from '../../services/commands/shortcuts.ts';
import { runFirst, useCommands } from '../../services/commands/use-commands.ts';
import { undoCommand } from '../../services/undo.ts';
import { entriesInWords } from '../../wording/counts.ts';
import { cutToCharacters } from '../../wording/names.ts';
import type { ArchivedStop } from './archive-list.tsx';
import {
  deleteArchived,
  restoreEntries,
  searchArchive,
  selectedArchived,
  showPeriod,
  useArchive,
} from './archive-store.ts';

type ArchiveCommandList = Readonly<{
  stops: Stops<ArchivedStop>;
  writable: boolean;
  focusSearch: () => void;
  chooseAll: () => void;
}>;

export function useArchiveCommands({ stops, writable, focusSearch, chooseAll }: ArchiveCommandList): void {
  const entryAtCursor = (): ArchivedStop['entry'] => {
    const { cursor } = useArchive.getState();
    return cursor === null ? undefined : stops.at(cursor)?.entry;
  };
  useAtHand(() => paletteActions(entryAtCursor(), writable));
  useCommands((command) => (writable ? change(command, entryAtCursor()) : refuseReadOnly(command)));
  useListCommands({
    store: useArchive,
    stops,
    work: (row) => ({
      search: focusSearch,
      'choose-all': chooseAll,
      details: () => showDetails(useArchive, row !== undefined),
    }),
    clear,
  });
  useCommands((command) => {
    const { choosing } = useArchive.getState();
    const isStopped = command === 'escape' && choosing !== null;
    if (isStopped) {
      choosing.stop();
    }
    return isStopped;
  });
}

function paletteActions(current: ArchivedStop['entry'], writable: boolean): AtHand | null {
  const { selected } = useArchive.getState();
  if (!writable || (selected.size === 0 && current === undefined)) {
    return null;
  }
  const them = selected.size === 0 ? 'this entry' : entriesInWords(selected.size);
  return {
    title: current && selected.size === 0 ? cutToCharacters(nameAndText(current), 60) : them,
    actions: [
      { name: `Restore ${them}`, command: 'restore' },
      { name: `Delete ${them}`, command: 'delete' },
    ],
  };
}

function change(command: Command, current: ArchivedStop['entry']): boolean {
  const { selected, choosing } = useArchive.getState();
  if (choosing !== null && (command === 'restore' || command === 'delete')) {
    onceChosen(() => change(command, current));
    return true;
  }
  const entries = selected.size > 0 ? selectedArchived() : current ? [current] : [];
  const isTaken = runFirst(command, {
    edit: () => restoreEntries(entries),
    restore: () => restoreEntries(entries),
    delete: () => deleteArchived(entries),
  });
  return isTaken || undoCommand(command);
}

/** Runs `work` once all entries being selected are, unless that is cancelled. */
function onceChosen(work: () => void): void {
  const { selected } = useArchive.getState();
  const forget = useArchive.subscribe((state) => {
    if (state.choosing === null) {
      forget();
      if (state.selected !== selected) {
        work();
      }
    }
  });
}

/** Shows all again, one thing at a time. */
function clear(): boolean {
  const { query, period } = useArchive.getState();
  if (query !== '') {
    searchArchive('');
  } else if (period !== null) {
    showPeriod(null);
  } else {
    return false;
  }
  return true;
}
