import type { StorageView } from '#shared/contract/features/storages.ts';
import { memoryKey } from '#shared/storages/memory-storage.ts';
import { isStorageThere } from '#shared/storages/storage-file.ts';
import { showDetails, useListCommands } from '../../list/list-commands.ts';
import { useCommands } from '../../services/commands/use-commands.ts';
import { attempt } from '../../services/notices.ts';
import { undoCommand } from '../../services/undo.ts';
import type { StorageListRow } from './storage-layout.ts';
import { isStorageStop } from './storage-rows.tsx';
import { askToRemove, markStoragesSeen, openStorage, showAllStorages, useStorages } from './storage-store.ts';

export function useStorageCommands(workspace: string, rows: readonly StorageListRow[], writable: boolean): void {
  useCommands((command) => writable && undoCommand(command));
  useListCommands({
    store: useStorages,
    stops: rows.filter(isStorageStop),
    work: (row) => {
      const storage = row?.kind === 'storage' ? row.storage : undefined;
      const meant = storage && mayBeRemoved(storage) ? storage : undefined;
      return {
        edit: () => storage && openStorage(workspace, storage),
        keep: () => storage && attempt(markStoragesSeen(workspace, [storage.file])),
        details: () => showDetails(useStorages, storage !== undefined),
        ...(writable && {
          confirm: () => meant && askToRemove('clear', meant),
          delete: () => meant && askToRemove('remove', meant),
        }),
      };
    },
    clear: () => {
      const { query, chosen } = useStorages.getState();
      const isNarrowed = query !== '' || chosen.length > 0;
      if (isNarrowed) {
        showAllStorages();
      }
      return isNarrowed;
    },
  });
}

/** True for a storage that can be cleared or removed. A memory's content is corrected in Review. */
export const mayBeRemoved = (storage: StorageView): boolean => isStorageThere(storage) && storage.key !== memoryKey;
