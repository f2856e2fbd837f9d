import type { HistoryLine } from '#shared/contract/features/history.ts';
import { stepOf } from '../../services/commands/list-steps.ts';
import type { Command } from '../../services/commands/shortcuts.ts';
import { useCommands } from '../../services/commands/use-commands.ts';
import { undoCommand } from '../../services/undo.ts';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import { askToRestore, focusHistoryCursor, listOnly, useHistory } from './history-store.ts';

/** Carries out the keyboard's commands on the timeline. */
export function useHistoryCommands(lines: readonly HistoryLine[], writable: boolean): void {
  useCommands((command) => {
    if (move(command, lines) || (writable && undoCommand(command))) {
      return true;
    }
    switch (command) {
      case 'edit':
      case 'details':
        useHistory.setState(({ cursor }) => ({ sheetOpen: cursor !== null && !hasRoomForInspector() }));
        requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-details-heading]')?.focus());
        return true;
      case 'restore':
        return writable && restore(lines);
      case 'escape':
        return closeOrClear();
      default:
        return false;
    }
  });
}

function move(command: Command, lines: readonly HistoryLine[]): boolean {
  const { cursor } = useHistory.getState();
  const at = lines.findIndex(({ position }) => position === cursor);
  const step = stepOf(command, at < 0 ? null : at, lines.length);
  const line = step && lines[step.to];
  if (line) {
    useHistory.setState({ cursor: line.position });
    focusHistoryCursor();
  }
  return step !== null;
}

function restore(lines: readonly HistoryLine[]): boolean {
  const { cursor } = useHistory.getState();
  const line = lines.find(({ position }) => position === cursor);
  if (line?.type === 'version' && line.available) {
    askToRestore(line);
  }
  return true;
}

function closeOrClear(): boolean {
  const { sheetOpen, only, cursor } = useHistory.getState();
  if (sheetOpen || document.activeElement?.closest('[data-history-details]')) {
    useHistory.setState({ sheetOpen: false });
    focusHistoryCursor();
    return true;
  }
  if (only === 'removed' || cursor !== null) {
    listOnly('all');
    return true;
  }
  return false;
}
