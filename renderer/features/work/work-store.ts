import { create } from 'zustand';
import { on } from '../../api/connection.ts';
import { onMemoryLeft } from '../../api/context-store.ts';
import { leadsToList } from '../../api/navigation.ts';
import { keepInPlace } from '../../api/places.ts';
import { showArchivedWork, showWorkflow, showWorkOf } from '../../jumps.ts';
import { focusCursor, initialListState, type ListState } from '../../list/list-state.ts';
import { humanised } from '../../wording/workflows.ts';
import { type FieldDifference, pathFrom } from './field-differences.ts';
import type { WorkFilter, WorkItem } from './work-items.ts';
import type { WorkRow } from './work-layout.ts';

/** A workflow to be archived or restored, with its short name and the place it is in, or returns to. */
export type WorkMove = Pick<WorkItem, 'id' | 'title'> & NonNullable<WorkItem['move']>;

/** `sheetOpen` concerns the details of the open workflow. */
type WorkState = ListState & {
  readonly query: string;
  readonly chosen: readonly WorkFilter[];
  /** Type and agent whose workflows are listed; null for all. */
  readonly type: string | null;
  readonly agent: string | null;
  readonly reading: {
    readonly source: WorkItem['source'];
    readonly id: string;
    /** Path of the match in its context; null if it is opened as a whole. */
    readonly at: FieldDifference['path'] | null;
  } | null;
  /** Typed answers that are not sent yet, by workflow and question: their rows come and go. */
  readonly typed: ReadonlyMap<string, string>;
  readonly unsaved: ReadonlySet<string>;
  readonly moving: WorkMove | null;
};

const unnarrowed = { query: '', chosen: [], type: null, agent: null };
const nothing: WorkState = {
  ...unnarrowed,
  ...initialListState,
  reading: null,
  typed: new Map(),
  unsaved: new Set(),
  moving: null,
};

export const useWork = create<WorkState>(() => nothing);

export const showAllWork = (): void => useWork.setState(unnarrowed);
/** @param row its row in the list, which gets the cursor once the workflow is closed */
export const openWorkflow = (
  source: WorkItem['source'],
  id: string,
  row: string,
  at: FieldDifference['path'] | null = null,
): void => useWork.setState({ reading: { source, id, at }, cursor: row, sheetOpen: false });

export function openRow(row: WorkRow): void {
  if (row.kind === 'match') {
    const { id, file, at } = row.match;
    const source = !('where' in row.match) ? 'foreign' : row.match.where === 'archived' ? 'archived' : 'own';
    openWorkflow(source, id, row.key, file === 'context.json' ? pathFrom(at) : null);
  } else if (row.kind !== 'heading') {
    openWorkflow(row.item.source, row.item.id, row.key);
  }
}

export function closeWorkSheet(): void {
  useWork.setState({ sheetOpen: false });
  document.querySelector<HTMLElement>('[data-reader-heading]')?.focus();
}

export function backToWork(): void {
  useWork.setState({ reading: null, sheetOpen: false });
  focusCursor(useWork);
}

leadsToList('work', backToWork);

/** Asks whether a workflow is to be archived or restored, if it can be. */
export const askToMove = ({ id, title, move }: WorkItem): void =>
  useWork.setState({ moving: move && { id, title, ...move } });

showWorkflow.answer((id, where) => openWorkflow('own', id, `${where} ${id}`));

showWorkOf.answer((agent) => useWork.setState({ ...unnarrowed, agent: humanised(agent), reading: null }));

showArchivedWork.answer(() => useWork.setState({ ...unnarrowed, chosen: ['archived'], reading: null }));

export function noteTyped(question: string, text: string): void {
  const typed = new Map(useWork.getState().typed);
  if (text === '') {
    typed.delete(question);
  } else {
    typed.set(question, text);
  }
  useWork.setState({ typed });
}

export function noteUnsavedWorkflow(id: string, isUnsaved: boolean): void {
  const unsaved = new Set(useWork.getState().unsaved);
  if (isUnsaved) {
    unsaved.add(id);
  } else {
    unsaved.delete(id);
  }
  useWork.setState({ unsaved });
}

onMemoryLeft(() => useWork.setState(nothing, true));

// The query or a typed answer may contain erased text.
on('erase.done', () => useWork.setState({ query: '', typed: new Map() }));

keepInPlace({
  take: () => {
    const { query, chosen, type, agent, cursor, reading } = useWork.getState();
    return { query, chosen, type, agent, cursor, reading };
  },
  put: (state) => useWork.setState(state),
});
