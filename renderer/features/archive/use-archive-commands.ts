import type { ArchivedEntry } from '#shared/contract/model.ts';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import type { Command } from '../keyboard/shortcuts.ts';
import { useCommands } from '../keyboard/use-commands.ts';
import { redoLatest, undoLatest } from '../notices/undo.ts';
import {
  chooseArchived,
  deleteArchived,
  focusArchiveCursor,
  restoreEntries,
  searchArchive,
  toggleArchived,
  useArchive,
} from './archive-store.ts';

type Listed = Readonly<{
  total: number;
  at: (match: number) => ArchivedEntry | undefined;
  writable: boolean;
  focusSearch: () => void;
}>;

/** Carries out the keyboard's commands on the archive list. */
export function useArchiveCommands({ total, at, writable, focusSearch }: Listed): void {
  useCommands((command) => {
    if (command === 'search') {
      focusSearch();
      return true;
    }
    return move(command, total, at) || (writable && change(command, at)) || (command === 'escape' && closeOrClear());
  });
}

function move(command: Command, total: number, at: Listed['at']): boolean {
  const { cursor, anchor } = useArchive.getState();
  const goTo = (match: number, extend = false): boolean => {
    if (total > 0) {
      const next = Math.max(0, Math.min(total - 1, match));
      useArchive.setState({ cursor: next, anchor: extend ? (anchor ?? next) : next });
      if (extend) {
        const [from, to] = [Math.min(anchor ?? next, next), Math.max(anchor ?? next, next)];
        const range = Array.from({ length: to - from + 1 }, (_, index) => at(from + index));
        chooseArchived(range.filter((entry) => entry !== undefined));
      }
      focusArchiveCursor();
    }
    return true;
  };
  switch (command) {
    case 'down':
      return goTo((cursor ?? -1) + 1);
    case 'up':
      return goTo((cursor ?? 1) - 1);
    case 'first':
      return goTo(0);
    case 'last':
      return goTo(total - 1);
    case 'extend-down':
      return goTo((cursor ?? -1) + 1, true);
    case 'extend-up':
      return goTo((cursor ?? 1) - 1, true);
    case 'details':
      useArchive.setState({ sheetOpen: cursor !== null && !hasRoomForInspector() });
      document.querySelector<HTMLElement>('[data-details-heading]')?.focus();
      return true;
    default:
      return false;
  }
}

function change(command: Command, at: Listed['at']): boolean {
  const { cursor, chosen } = useArchive.getState();
  const current = cursor === null ? undefined : at(cursor);
  const meant = chosen.size > 0 ? [...chosen.values()] : current ? [current] : [];
  switch (command) {
    case 'edit':
    case 'restore':
      restoreEntries(meant);
      return true;
    case 'delete':
      deleteArchived(meant);
      return true;
    case 'toggle':
      if (current) {
        toggleArchived(current);
      }
      return true;
    case 'undo':
      undoLatest();
      return true;
    case 'redo':
      redoLatest();
      return true;
    default:
      return false;
  }
}

function closeOrClear(): boolean {
  const { sheetOpen, chosen, query } = useArchive.getState();
  if (sheetOpen) {
    useArchive.setState({ sheetOpen: false });
    focusArchiveCursor();
  } else if (chosen.size > 0) {
    useArchive.setState({ chosen: new Map() });
  } else if (query !== '') {
    searchArchive('');
  } else {
    return false;
  }
  return true;
}
