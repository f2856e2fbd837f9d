import type { StorageView } from '#shared/contract/features/storages.ts';
import { memoryKey } from '#shared/storages/memory-storage.ts';
import { stepOf } from '../../services/commands/list-steps.ts';
import type { Command } from '../../services/commands/shortcuts.ts';
import { carryOutOne, useCommands } from '../../services/commands/use-commands.ts';
import { attempt } from '../../services/notices.ts';
import { undoCommand } from '../../services/undo.ts';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import type { KeptRow } from './kept-layout.ts';
import { askToRemove, focusKept, markKeptSeen, openStorage, showAllKept, useKept } from './kept-store.ts';

type Listed = Readonly<{ workspace: string; rows: readonly KeptRow[]; writable: boolean; focusSearch: () => void }>;

export function useKeptCommands({ workspace, rows, writable, focusSearch }: Listed): void {
  useCommands((command) => {
    const { cursor } = useKept.getState();
    const row = rows.find(({ key }) => key === cursor);
    const storage = row?.kind === 'storage' ? row.storage : undefined;
    return (
      moveInKept(command, rows) ||
      carryOutOne(command, {
        search: focusSearch,
        edit: () => storage && openStorage(workspace, storage),
        keep: () => storage && attempt(markKeptSeen(workspace, [storage.file])),
        details: () => {
          useKept.setState({ sheetOpen: storage !== undefined && !hasRoomForInspector() });
          requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-details-heading]')?.focus());
        },
      }) ||
      (writable && change(command, storage)) ||
      (command === 'escape' && closeOrClear())
    );
  });
}

/** Whether a storage is there and may be cleared or removed. What is in a memory is corrected in Review. */
export const mayGo = ({ state, key }: StorageView): boolean => state !== 'gone' && key !== memoryKey;

function change(command: Command, storage: StorageView | undefined): boolean {
  const meant = storage && mayGo(storage) ? storage : undefined;
  const isTaken = carryOutOne(command, {
    confirm: () => meant && askToRemove('clear', meant),
    delete: () => meant && askToRemove('remove', meant),
  });
  return isTaken || undoCommand(command);
}

export function moveInKept(command: Command, rows: readonly KeptRow[]): boolean {
  const { cursor } = useKept.getState();
  const stops = rows.filter(({ kind }) => kind === 'storage');
  const at = stops.findIndex(({ key }) => key === cursor);
  const step = stepOf(command, at < 0 ? null : at, stops.length);
  const to = step && stops[step.to];
  if (to) {
    useKept.setState({ cursor: to.key });
    focusKept();
  }
  return step !== null;
}

function closeOrClear(): boolean {
  const { sheetOpen, query, chosen } = useKept.getState();
  if (sheetOpen) {
    useKept.setState({ sheetOpen: false });
    focusKept();
    return true;
  }
  const isNarrowed = query !== '' || chosen.length > 0;
  if (isNarrowed) {
    showAllKept();
  }
  return isNarrowed;
}
