import { create } from 'zustand';
import type { StorageScope, StorageView } from '#shared/contract/features/storages.ts';
import { memoryKey } from '#shared/storages/memory-storage.ts';
import { isStorageThere } from '#shared/storages/storage-file.ts';
import { call, on } from '../../api/connection.ts';
import { useContextStore } from '../../api/context-store.ts';
import { go, leadsToList } from '../../api/navigation.ts';
import { openOwnConversation } from '../../entries/open-own-conversation.ts';
import { askToRemoveAllKept, showKeptOf, showStorage } from '../../jumps.ts';
import { focusCursor, type ListState, listAtStart } from '../../list/list-state.ts';
import { attempt, say } from '../../services/notices.ts';
import type { KeptFilter } from './kept-layout.ts';

export type Asked =
  | { readonly kind: 'removal'; readonly act: 'clear' | 'remove'; readonly scope: StorageScope }
  | { readonly kind: 'adoption'; readonly storage: StorageView };

type KeptState = ListState & {
  readonly query: string;
  readonly chosen: readonly KeptFilter[];
  /** File of the storage that is open in place of the list. */
  readonly reading: string | null;
  readonly unsaved: ReadonlySet<string>;
  readonly asked: Asked | null;
};

const unnarrowed = { query: '', chosen: [] };
const nothing: KeptState = {
  ...unnarrowed,
  ...listAtStart,
  reading: null,
  unsaved: new Set(),
  asked: null,
};

export const useKept = create<KeptState>(() => nothing);

export const showAllKept = (): void => useKept.setState(unnarrowed);
export const ask = (asked: Asked | null): void => useKept.setState({ asked });

export const askToRemove = (act: 'clear' | 'remove', { file }: StorageView): void =>
  ask({ kind: 'removal', act, scope: { of: 'some', files: [file] } });

showKeptOf.answer((agent) => useKept.setState({ ...unnarrowed, query: agent, reading: null }));

askToRemoveAllKept.answer(() => ask({ kind: 'removal', act: 'remove', scope: { of: 'all' } }));

export function noteUnsaved(file: string, isUnsaved: boolean): void {
  const unsaved = new Set(useKept.getState().unsaved);
  if (isUnsaved) {
    unsaved.add(file);
  } else {
    unsaved.delete(file);
  }
  useKept.setState({ unsaved });
}

/** Marks storages as seen: those the person has opened, or changed themselves, are no news to them. */
export const markKeptSeen = (workspace: string, files?: readonly string[]): Promise<unknown> =>
  call('storages.markSeen', { workspace, ...(files && { files: [...files] }) });

/** Opens a storage in the view made for its kind. */
export function openStorage(workspace: string, storage: StorageView): void {
  const { file, key, conversation } = storage;
  if (conversation !== null) {
    attempt(openConversation(workspace, conversation), 'It could not be opened');
  } else if (key === memoryKey) {
    go('review');
  } else if (isStorageThere(storage)) {
    useKept.setState({ reading: file, sheetOpen: false });
  }
}

async function openConversation(workspace: string, name: string): Promise<void> {
  await markKeptSeen(workspace, [name]);
  if (!(await openOwnConversation(workspace, name))) {
    say('This conversation can’t be shown here. “contexture storages show” prints it.');
  }
}

// Registered after the code above: a jump that waited runs at once.
showStorage.answer((workspace, storage) => openStorage(workspace, storage));

export function backToKept(): void {
  useKept.setState({ reading: null, sheetOpen: false });
  focusCursor(useKept);
}

leadsToList('kept', backToKept);

// Another memory was opened.
useContextStore.subscribe((context, before) => {
  if (before.kind !== 'none' && (context.kind === 'none' || context.workspace !== before.workspace)) {
    useKept.setState(nothing, true);
  }
});

// The query may contain erased text.
on('erase.done', () => useKept.setState({ query: '' }));
