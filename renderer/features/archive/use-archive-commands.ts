import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import { nameAndText } from '../../entries/entry-text.tsx';
import { refuseReadOnly } from '../../entries/read-only.ts';
import { type AtHand, useAtHand } from '../../services/commands/at-hand.ts';
import { stepOf } from '../../services/commands/list-steps.ts';
import type { Command } from '../../services/commands/shortcuts.ts';
import { carryOutOne, useCommands } from '../../services/commands/use-commands.ts';
import { undoCommand } from '../../services/undo.ts';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import { entriesInWords } from '../../wording/counts.ts';
import { shortened } from '../../wording/names.ts';
import {
  chooseRange,
  deleteArchived,
  focusArchiveCursor,
  restoreEntries,
  searchArchive,
  showPeriod,
  toggleArchived,
  useArchive,
} from './archive-store.ts';

type Listed = Readonly<{
  total: number;
  at: (match: number) => ArchivedEntry | undefined;
  writable: boolean;
  focusSearch: () => void;
  chooseAll: () => void;
}>;

export function useArchiveCommands({ total, at, writable, focusSearch, chooseAll }: Listed): void {
  useAtHand(() => archivedAtHand(at, writable));
  useCommands((command) => {
    if (command === 'search') {
      focusSearch();
      return true;
    }
    if (command === 'choose-all') {
      chooseAll();
      return true;
    }
    return (
      move(command, total, at) ||
      (writable ? change(command, at) : refuseReadOnly(command)) ||
      (command === 'escape' && closeOrClear())
    );
  });
}

/** Actions on archived entries for the palette; the keys do the same. */
function archivedAtHand(at: Listed['at'], writable: boolean): AtHand | null {
  const { cursor, chosen } = useArchive.getState();
  const current = cursor === null ? undefined : at(cursor);
  if (!writable || (chosen.size === 0 && current === undefined)) {
    return null;
  }
  const them = chosen.size === 0 ? 'this entry' : entriesInWords(chosen.size);
  return {
    title: current && chosen.size === 0 ? shortened(nameAndText(current), 60) : them,
    actions: [
      { name: `Restore ${them}`, command: 'restore' },
      { name: `Delete ${them}`, command: 'delete' },
    ],
  };
}

function move(command: Command, total: number, at: Listed['at']): boolean {
  const { cursor, anchor } = useArchive.getState();
  const step = stepOf(command, cursor, total);
  if (step !== null) {
    if (total > 0) {
      useArchive.setState({ cursor: step.to, anchor: step.extend ? (anchor ?? step.to) : step.to });
      if (step.extend) {
        chooseRange(anchor ?? step.to, step.to, at);
      }
      focusArchiveCursor();
    }
    return true;
  }
  if (command === 'details') {
    useArchive.setState({ sheetOpen: cursor !== null && !hasRoomForInspector() });
    document.querySelector<HTMLElement>('[data-details-heading]')?.focus();
  }
  return command === 'details';
}

function change(command: Command, at: Listed['at']): boolean {
  const { cursor, chosen, choosing } = useArchive.getState();
  if (choosing !== null && (command === 'restore' || command === 'delete')) {
    onceChosen(() => change(command, at));
    return true;
  }
  const current = cursor === null ? undefined : at(cursor);
  const meant = chosen.size > 0 ? [...chosen.values()] : current ? [current] : [];
  const isTaken = carryOutOne(command, {
    edit: () => restoreEntries(meant),
    restore: () => restoreEntries(meant),
    delete: () => deleteArchived(meant),
    toggle: () => current && toggleArchived(current),
  });
  return isTaken || undoCommand(command);
}

/** Runs `work` once all entries being chosen are, unless that is cancelled. */
function onceChosen(work: () => void): void {
  const { chosen } = useArchive.getState();
  const forget = useArchive.subscribe((state) => {
    if (state.choosing === null) {
      forget();
      if (state.chosen !== chosen) {
        work();
      }
    }
  });
}

function closeOrClear(): boolean {
  const { sheetOpen, choosing, chosen, query, period } = useArchive.getState();
  if (choosing !== null) {
    choosing.stop();
  } else if (sheetOpen) {
    useArchive.setState({ sheetOpen: false });
    focusArchiveCursor();
  } else if (chosen.size > 0) {
    useArchive.setState({ chosen: new Map() });
  } else if (query !== '') {
    searchArchive('');
  } else if (period !== null) {
    showPeriod(null);
  } else {
    return false;
  }
  return true;
}
