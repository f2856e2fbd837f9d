import type { StorageView } from '#shared/contract/features/storages.ts';
import { memoryKey } from '#shared/storages/memory-storage.ts';
import { isStorageThere } from '#shared/storages/storage-file.ts';
import { showDetails, useListCommands } from '../../list/list-commands.ts';
import { useCommands } from '../../services/commands/use-commands.ts';
import { attempt } from '../../services/notices.ts';
import { undoCommand } from '../../services/undo.ts';
import type { KeptRow } from './kept-layout.ts';
import { isStop } from './kept-rows.tsx';
import { askToRemove, markKeptSeen, openStorage, showAllKept, useKept } from './kept-store.ts';

type Listed = Readonly<{ workspace: string; rows: readonly KeptRow[]; writable: boolean; focusSearch: () => void }>;

export function useKeptCommands({ workspace, rows, writable, focusSearch }: Listed): void {
  useCommands((command) => writable && undoCommand(command));
  useListCommands({
    store: useKept,
    stops: rows.filter(isStop),
    work: (row) => {
      const storage = row?.kind === 'storage' ? row.storage : undefined;
      const meant = storage && mayGo(storage) ? storage : undefined;
      return {
        search: focusSearch,
        edit: () => storage && openStorage(workspace, storage),
        keep: () => storage && attempt(markKeptSeen(workspace, [storage.file])),
        details: () => showDetails(useKept, storage !== undefined),
        ...(writable && {
          confirm: () => meant && askToRemove('clear', meant),
          delete: () => meant && askToRemove('remove', meant),
        }),
      };
    },
    clear: () => {
      const { query, chosen } = useKept.getState();
      const isNarrowed = query !== '' || chosen.length > 0;
      if (isNarrowed) {
        showAllKept();
      }
      return isNarrowed;
    },
  });
}

/** True for a storage that can be cleared or removed. A memory's content is corrected in Review. */
export const mayGo = (storage: StorageView): boolean => isStorageThere(storage) && storage.key !== memoryKey;
