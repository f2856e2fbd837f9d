import { create } from 'zustand';
import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import type { Progress } from '#shared/contract/wire/protocol.ts';
import type { Category } from '#shared/entries/entry.ts';
import { workspaceNow } from '../../api/app-store.ts';
import { call, on } from '../../api/connection.ts';
import { useContextStore } from '../../api/context-store.ts';
import { keepInPlace } from '../../api/places.ts';
import { restoreArchived, searchInArchive } from '../../jumps.ts';
import { focusCursor, initialListState, type ListState } from '../../list/list-state.ts';
import { nothingSelected, type Selection } from '../../list/selection.ts';
import { attempt } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';

type ArchiveDialog =
  | { readonly kind: 'none' }
  | { readonly kind: 'restore'; readonly entries: readonly ArchivedEntry[] }
  | { readonly kind: 'restore-file'; readonly file: string; readonly date: string | null }
  | { readonly kind: 'delete'; readonly entries: readonly ArchivedEntry[] };

export type ArchiveSearch = {
  readonly query: string;
  readonly categories: readonly Category[];
  /** A year or month in which entries were archived, or `undated`; null for all time. */
  readonly period: string | null;
};

/** The cursor is an index among the matches: its entry is known once its page is loaded. */
type ArchiveState = ArchiveSearch &
  Omit<ListState<number>, keyof Selection> &
  Selection<number> & {
    readonly dialog: ArchiveDialog;
    /** Progress of choosing page by page; null when idle. */
    readonly choosing: { readonly progress: Progress | null; readonly stop: () => void } | null;
    readonly archivedCount: number | null;
  };

const fresh: ArchiveState = {
  query: '',
  categories: [],
  period: null,
  ...initialListState,
  ...nothingSelected,
  isSought: false,
  choosing: null,
  dialog: { kind: 'none' },
  archivedCount: null,
};

export const useArchive = create<ArchiveState>(() => fresh);

/** Entries that were loaded, by id: not all that are selected are on a page in sight. */
const loaded = new Map<string, ArchivedEntry>();

export function noteLoaded(entries: readonly ArchivedEntry[]): void {
  for (const entry of entries) {
    loaded.set(entry.id, entry);
  }
}

export const selectedArchived = (): readonly ArchivedEntry[] =>
  [...useArchive.getState().selected].flatMap((id) => loaded.get(id) ?? []);

/** Narrows the archive to something else; drops the selection, which may not be part of it. */
function narrow(to: Partial<ArchiveSearch>): void {
  useArchive.getState().choosing?.stop();
  useArchive.setState({ ...to, ...nothingSelected });
}

export const searchArchive = (query: string): void => narrow({ query });
export const filterArchive = (categories: readonly Category[]): void => narrow({ categories });
export const showPeriod = (period: string | null): void => narrow({ period });
export const showWholeArchive = (): void => narrow({ query: '', categories: [], period: null });

/** True if all of these are in a day's notes, so that they can't be restored, but kept. */
export const areNotes = (entries: readonly ArchivedEntry[]): boolean =>
  entries.length > 0 && entries.every(({ isNote }) => isNote);

/** Asks how to restore entries. Notes of a day are added to the memory, and stay where they are. */
export function restoreEntries(entries: readonly ArchivedEntry[]): void {
  const archived = entries.filter(({ isNote }) => !isNote);
  if (archived.length > 0) {
    useArchive.setState({ dialog: { kind: 'restore', entries: archived } });
  } else if (entries.length > 0) {
    keepInMemory(entries);
  }
}

function keepInMemory(entries: readonly ArchivedEntry[]): void {
  const workspace = workspaceNow()?.id;
  if (workspace === undefined) {
    return;
  }
  const operations = entries.map(({ key, value }) => ({ op: 'add' as const, category: null, key, value }));
  attempt(
    call('context.change', { workspace, operations }).then((result) => {
      tellDone(workspace, result);
      chooseNone();
      focusArchiveCursor();
    }),
  );
}

restoreArchived.answer(restoreEntries);
searchInArchive.answer(searchArchive);

export function restoreFile(file: string, date: string | null): void {
  useArchive.setState({ dialog: { kind: 'restore-file', file, date } });
}

/** Asks whether to delete entries; those in a day's notes are the assistant's, and stay. */
export function deleteArchived(entries: readonly ArchivedEntry[]): void {
  const archived = entries.filter(({ isNote }) => !isNote);
  if (archived.length > 0) {
    useArchive.setState({ dialog: { kind: 'delete', entries: archived } });
  }
}

export function closeArchiveDialog(): void {
  useArchive.setState({ dialog: { kind: 'none' } });
  focusArchiveCursor();
}

export const chooseNone = (): void => useArchive.setState({ selected: nothingSelected.selected });

const focusArchiveCursor = (): void => focusCursor(useArchive);

// Another workspace has another archive.
useContextStore.subscribe((context, before) => {
  if (context.kind === 'none' && before.kind !== 'none') {
    useArchive.setState(fresh, true);
    loaded.clear();
  }
});

// The query may contain erased text.
on('erase.done', () => useArchive.setState({ query: '' }));

keepInPlace({
  take: () => {
    const { query, categories, period, cursor } = useArchive.getState();
    return { query, categories, period, cursor, anchor: cursor };
  },
  put: (state) => useArchive.setState(state),
});
