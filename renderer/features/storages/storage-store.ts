import { create } from 'zustand';
import type { StorageScope, StorageView } from '#shared/contract/features/storages.ts';
import { memoryKey } from '#shared/storages/memory-storage.ts';
import { isStorageThere } from '#shared/storages/storage-file.ts';
import { call, on } from '../../api/connection.ts';
import { onMemoryLeft } from '../../api/context-store.ts';
import { go, leadsToList } from '../../api/navigation.ts';
import { openOwnConversation } from '../../entries/open-own-conversation.ts';
import { askToRemoveAllStorages, showStorage, showStoragesOf } from '../../jumps.ts';
import { focusCursor, initialListState, type ListState } from '../../list/list-state.ts';
import { attempt, say } from '../../services/notices.ts';
import type { StorageFilter } from './storage-layout.ts';

type StorageQuestion =
  | { readonly kind: 'removal'; readonly act: 'clear' | 'remove'; readonly scope: StorageScope }
  | { readonly kind: 'adoption'; readonly storage: StorageView };

type StoragesState = ListState & {
  readonly query: string;
  readonly chosen: readonly StorageFilter[];
  /** File of the storage that is open in place of the list. */
  readonly reading: string | null;
  readonly unsaved: ReadonlySet<string>;
  readonly question: StorageQuestion | null;
};

const unnarrowed = { query: '', chosen: [] };
const nothing: StoragesState = {
  ...unnarrowed,
  ...initialListState,
  reading: null,
  unsaved: new Set(),
  question: null,
};

export const useStorages = create<StoragesState>(() => nothing);

export const showAllStorages = (): void => useStorages.setState(unnarrowed);
export const askAboutStorage = (question: StorageQuestion | null): void => useStorages.setState({ question });

/** True for a storage that can be cleared or removed. A memory's content is corrected in Review. */
export const mayBeRemoved = (storage: StorageView): boolean => isStorageThere(storage) && storage.key !== memoryKey;

export const askToRemove = (act: 'clear' | 'remove', { file }: StorageView): void =>
  askAboutStorage({ kind: 'removal', act, scope: { of: 'some', files: [file] } });

showStoragesOf.answer((agent) => useStorages.setState({ ...unnarrowed, query: agent, reading: null }));

askToRemoveAllStorages.answer(() => askAboutStorage({ kind: 'removal', act: 'remove', scope: { of: 'all' } }));

export function noteUnsavedStorage(file: string, isUnsaved: boolean): void {
  const unsaved = new Set(useStorages.getState().unsaved);
  if (isUnsaved) {
    unsaved.add(file);
  } else {
    unsaved.delete(file);
  }
  useStorages.setState({ unsaved });
}

/** Marks storages as seen: those the person has opened, or changed themselves, are no news to them. */
export const markStoragesSeen = (workspace: string, files?: readonly string[]): Promise<unknown> =>
  call('storages.markSeen', { workspace, ...(files && { files: [...files] }) });

export function openStorage(workspace: string, storage: StorageView): void {
  const { file, key, conversation } = storage;
  if (conversation !== null) {
    attempt(openConversation(workspace, conversation), 'It could not be opened');
  } else if (key === memoryKey) {
    go('review');
  } else if (isStorageThere(storage)) {
    useStorages.setState({ reading: file, sheetOpen: false });
  }
}

async function openConversation(workspace: string, name: string): Promise<void> {
  await markStoragesSeen(workspace, [name]);
  if (!(await openOwnConversation(workspace, name))) {
    say('This conversation can’t be shown here. “contexture storages show” prints it.');
  }
}

// Registered after the code above: a jump that waited runs at once.
showStorage.answer((workspace, storage) => openStorage(workspace, storage));

export function backToStorages(): void {
  useStorages.setState({ reading: null, sheetOpen: false });
  focusCursor(useStorages);
}

leadsToList('kept', backToStorages);

onMemoryLeft(() => useStorages.setState(nothing, true));

// The query may contain erased text.
on('erase.done', () => useStorages.setState({ query: '' }));
