import { create } from 'zustand';
import type { HistoryVersion } from '#shared/contract/features/history.ts';
import { useContextStore } from '../../api/context-store.ts';
import { useView } from '../../api/navigation.ts';
import { keepInPlace } from '../../api/places.ts';
import { showRemoved, showVersion } from '../../jumps.ts';
import { focusCursor, initialListState, type ListState, type RowKey } from '../../list/list-state.ts';
import { hasRoomForInspector } from '../../ui/use-media.ts';

type HistoryDialog =
  | { readonly kind: 'none' }
  | { readonly kind: 'restore'; readonly version: HistoryVersion }
  | { readonly kind: 'prune' };

/** The cursor is the position of a line, and stays with it whatever is added. */
type HistoryState = ListState<RowKey> & {
  /** Versions listed: all, or those of acts by which entries left the memory. */
  readonly only: 'all' | 'removed';
  readonly reading: HistoryVersion | null;
  readonly comparing: HistoryVersion | null;
  readonly dialog: HistoryDialog;
  /** True to show the newest as soon as it is loaded, for someone who came for it. */
  readonly choosesFirst: boolean;
};

const fresh: HistoryState = {
  only: 'all',
  ...initialListState,
  reading: null,
  comparing: null,
  dialog: { kind: 'none' },
  choosesFirst: false,
};

export const useHistory = create<HistoryState>(() => fresh);

export function listOnly(only: 'all' | 'removed'): void {
  useHistory.setState({ only, cursor: null, reading: null, comparing: null });
}

showRemoved.answer(() => {
  listOnly('removed');
  useHistory.setState({ choosesFirst: true });
});

export function chooseFirst(position: number | undefined): void {
  if (useHistory.getState().choosesFirst && position !== undefined) {
    useHistory.setState({ choosesFirst: false, cursor: position, sheetOpen: !hasRoomForInspector() });
  }
}

export const focusHistoryCursor = (): void => focusCursor(useHistory);

showVersion.answer((position) => {
  listOnly('all');
  useHistory.setState({ cursor: position, sheetOpen: !hasRoomForInspector() });
  focusHistoryCursor();
});

export function askToRestore(version: HistoryVersion): void {
  useHistory.setState({ dialog: { kind: 'restore', version } });
}

export const closeHistoryDialog = (): void => useHistory.setState({ dialog: { kind: 'none' } });

export const compare = (version: HistoryVersion): void =>
  useHistory.setState({ comparing: version, reading: null, sheetOpen: false });

export const openVersion = (version: HistoryVersion): void =>
  useHistory.setState({ reading: version, comparing: null, cursor: version.position, sheetOpen: false });

export function backToHistory(): void {
  useHistory.setState({ reading: null, comparing: null });
  focusHistoryCursor();
}

// Another workspace has another history.
useContextStore.subscribe((context, before) => {
  if (context.kind === 'none' && before.kind !== 'none') {
    useHistory.setState(fresh, true);
  }
});

// Return to the list on the next visit: a version of another day looks much like today's memory.
useView.subscribe(({ view }) => {
  const { reading, comparing } = useHistory.getState();
  if (view !== 'history' && (reading ?? comparing) !== null) {
    useHistory.setState({ reading: null, comparing: null, cursor: null });
  }
});

keepInPlace({
  take: () => {
    const { only, cursor } = useHistory.getState();
    return { only, cursor };
  },
  put: (state) => useHistory.setState(state),
});
