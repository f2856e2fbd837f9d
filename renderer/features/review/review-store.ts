import { create } from 'zustand';
import type { Preferences } from '#shared/contract/features/app.ts';
import type { EntryView, Repair } from '#shared/contract/features/memory.ts';
import type { TypedForms } from '#shared/contract/features/text.ts';
import { refOf } from '#shared/entries/entry.ts';
import { matchEntries } from '#shared/entries/match-entries.ts';
import { foldedName } from '#shared/entries/subjects.ts';
import { useApp, writePreferences } from '../../api/app-store.ts';
import { loadPart, on } from '../../api/connection.ts';
import { entryNow, latestWriters, onIdsCarried, readyContext, useContextStore } from '../../api/context-store.ts';
import { keepInPlace } from '../../api/places.ts';
import { keepTyped } from '../../api/typed-forms.ts';
import { holdWhile } from '../../api/unsaved.ts';
import { toggled } from '../../entries/narrowing.ts';
import { findAndReplace, showAbout, showInReview, showSection } from '../../jumps.ts';
import { focusCursor as focusCursorOf, type ListState } from '../../list/list-state.ts';
import { moveTo, nothingSelected, pickOnly, renamed, type Selection } from '../../list/selection.ts';
import { sayRestored } from '../../services/notices.ts';
import { announce } from '../../ui/announcer.tsx';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import { entryName } from '../../wording/names.ts';
import { writersInWords } from '../../wording/writers.ts';
import { tryChange } from './changes.ts';
import { beginEditing, isEditDirty, meetChange, type OpenEdit } from './editing.ts';
import { type Filters, noFilters, type Sort } from './filters.ts';
import type { GroupBy } from './grouping.ts';
import { nextIn, type Triage } from './triage.ts';

type ReviewDialog =
  | { readonly kind: 'none' }
  | { readonly kind: 'add' }
  /** For `archive-overflow`, `entries` are all that would leave for the context to fit again. */
  | {
      readonly kind: 'archive-overflow' | 'archive-many' | 'delete-many' | 'about' | 'several' | 'protect' | 'raise';
      readonly entries: readonly EntryView[];
    }
  | { readonly kind: 'repair'; readonly repair: Repair }
  | { readonly kind: 'replace'; readonly entries: readonly EntryView[]; readonly of: 'all' | 'shown' | 'chosen' }
  /** The text was emptied in an edit. */
  | { readonly kind: 'emptied'; readonly entry: EntryView };

export type AddDraft = Omit<NonNullable<TypedForms['add']>, 'isOpen'>;

export const emptyDraft: AddDraft = { value: '', key: '', category: 'preference', heading: null, confidence: null };

type ReviewState = Omit<ListState, keyof Selection> &
  Selection<string> & {
    readonly query: string;
    /** Show only entries of topics of this type; null for all entries. */
    readonly topicType: string | null;
    /** Show only entries about this subject, by folded name (a null name: about all others); null for all entries. */
    readonly about: { readonly name: string | null } | null;
    /** Changes by others, while the person goes through them: the list shows nothing else. */
    readonly triage: Triage | null;
    readonly editing: OpenEdit | null;
    readonly dialog: ReviewDialog;
    /** Outlives its dialog, so that a slip of the Escape key loses nothing. */
    readonly addDraft: AddDraft;
  };

const atStart = {
  query: '',
  ...nothingSelected,
  topicType: null,
  about: null,
  triage: null,
  editing: null,
  dialog: { kind: 'none' },
  addDraft: emptyDraft,
  sheetOpen: false,
  isSought: false,
} as const satisfies Partial<ReviewState>;

export const useReview = create<ReviewState>(() => ({ ...atStart, focusTurn: 0 }));

export const openDialog = (dialog: ReviewDialog): void => useReview.setState({ dialog });
export const closeDialog = (): void => useReview.setState({ dialog: { kind: 'none' } });
/** Opens or closes the inspector if it covers the list; beside the list it is always open. */
export const openSheet = (isOpen: boolean): void => useReview.setState({ sheetOpen: isOpen && !hasRoomForInspector() });

/** Clears the selection: made under other filters and another search, it no longer means what it seems to. */
export function search(query: string): void {
  useReview.setState(({ triage }) => ({
    query,
    ...nothingSelected,
    triage: query === '' ? triage : null,
  }));
}

export function filterBy(reviewFilters: Filters): void {
  useReview.setState({ ...nothingSelected, triage: null });
  void writePreferences({ reviewFilters });
}

export const showType = (topicType: string | null): void =>
  useReview.setState({ topicType, ...nothingSelected, triage: null });

export const showAboutOnly = (about: ReviewState['about']): void =>
  useReview.setState({ about, ...nothingSelected, triage: null });

findAndReplace.answer(() => openDialog({ kind: 'replace', entries: readyContext()?.entries ?? [], of: 'all' }));

showAbout.answer((name) => showAboutOnly({ name: foldedName(name) }));

export const sortBy = (reviewSort: Sort): void => void writePreferences({ reviewSort });

export const showLearned = (reviewChart: NonNullable<Preferences['reviewChart']>): void =>
  void writePreferences({ reviewChart });

export const groupBy = (reviewGroup: GroupBy): void => void writePreferences({ reviewGroup });

export const select = (selection: Selection<string>): void => useReview.setState(selection);

/** Moves the cursor and the focus to an entry of the list; does nothing without an entry. */
export function goToRow(id: string | undefined): void {
  if (id !== undefined) {
    useReview.setState((state) => moveTo(state, id));
    focusEntryCursor();
  }
}

/** Moves from an answered entry to the next unanswered one, while going through what is new. */
export function goToNextUnanswered(from: string): void {
  const { triage } = useReview.getState();
  if (triage === null || readyContext() === null) {
    return;
  }
  const next = nextIn(triage, { get: entryNow }, from);
  if (next !== null) {
    useReview.setState(pickOnly(next));
  }
  focusEntryCursor();
}

/** Longest wait for a change to arrive after it has been made, in milliseconds. */
const arrivesWithin = 5000;

/** Makes an entry the current row, with the focus, once it is in the list: the first new one that matches. */
export function focusAdded(before: readonly EntryView[], value: string): void {
  const knownIds = new Set(before.map((entry) => entry.id));
  const find = (): boolean => {
    const added = readyContext()?.entries.find((entry) => entry.value === value && !knownIds.has(entry.id));
    if (added) {
      useReview.setState(pickOnly(added.id));
      focusEntryCursor();
    }
    return added !== undefined;
  };
  if (!find()) {
    const off = useContextStore.subscribe(() => find() && off());
    setTimeout(off, arrivesWithin);
  }
}

showInReview.answer((id) => {
  useReview.setState({
    query: '',
    topicType: null,
    about: null,
    ...pickOnly(id),
    triage: null,
    isSought: true,
  });
  if (entryNow(id)) {
    void writePreferences({ reviewFilters: noFilters, foldedGroups: [] });
  }
  focusEntryCursor();
});

showSection.answer((section) => {
  const { reviewFilters } = useApp.getState().preferences;
  filterBy({ ...reviewFilters, categories: toggled(reviewFilters.categories, section) });
});

export const focusEntryCursor = (): void => focusCursorOf(useReview);

export function toggleFolded(id: string): void {
  const { foldedGroups } = useApp.getState().preferences;
  void writePreferences({ foldedGroups: toggled(foldedGroups, id) });
}

/** Opens an entry for editing. Saves an open edit that says something new first; if it can't be saved, it stays open. */
export async function edit(entry: EntryView): Promise<void> {
  const open = useReview.getState().editing;
  if (open && open.id !== entry.id && isEditDirty(open)) {
    await saveEdit();
    if (useReview.getState().editing?.id === open.id) {
      focusEntryCursor();
      return;
    }
  }
  useReview.setState((state) => ({ editing: beginEditing(entry), ...moveTo(state, entry.id) }));
}

export function type(draft: string): void {
  useReview.setState(({ editing }) => {
    const isSettled = editing?.state.kind === 'refused' || editing?.state.kind === 'followed';
    return { editing: editing && { ...editing, draft, state: isSettled ? { kind: 'typing' } : editing.state } };
  });
}

export function stopEditing(): void {
  useReview.setState({ editing: null });
  focusEntryCursor();
}

/** Saves the open edit. `over` is the entry the edit replaces, if the person chose between two versions. */
export async function saveEdit(over?: EntryView): Promise<void> {
  const { editing } = useReview.getState();
  if (!editing || editing.state.kind === 'saving') {
    return;
  }
  const base = over ?? editing.base;
  if (editing.draft.trim() === '') {
    openDialog({ kind: 'emptied', entry: base });
    return;
  }
  if (editing.draft === base.value) {
    stopEditing();
    return;
  }
  const edited = { ...editing, base };
  setEditing({ ...edited, state: { kind: 'saving' } });
  const problem = await tryChange([{ op: 'edit', entry: refOf(base), value: editing.draft }], true);
  if (problem === null) {
    if (useReview.getState().editing?.id === editing.id) {
      stopEditing();
      goToNextUnanswered(editing.id);
    }
    return;
  }
  const current = entryNow(editing.id);
  if (problem.code === 'entry_gone' || (problem.code === 'entry_changed' && !current)) {
    setEditing({ ...edited, state: { kind: 'gone', index: 0, by: latestWriters() } });
  } else if (problem.code === 'entry_changed' && current) {
    setEditing({ ...edited, state: { kind: 'changed', theirs: current, by: latestWriters() } });
  } else {
    setEditing({ ...edited, state: { kind: 'refused', message: problem.message } });
  }
}

/** Adds back what the person typed for an entry that was removed meanwhile. */
export async function addMineAgain(): Promise<void> {
  const { editing } = useReview.getState();
  if (!editing) {
    return;
  }
  const { base, draft } = editing;
  const added = { op: 'add', key: base.key, value: draft } as const;
  const isSorted = readyContext()?.summary.capabilities.sections ?? true;
  const problem = await tryChange(
    [
      isSorted
        ? { ...added, category: base.category ?? 'insight', confidence: base.confidence }
        : { ...added, category: null, ...(base.section === '' ? {} : { section: base.section }) },
    ],
    true,
  );
  if (problem === null) {
    stopEditing();
  } else {
    setEditing({ ...editing, state: { kind: 'refused', message: problem.message } });
  }
}

/** Updates the open edit, unless another entry is edited by now. */
function setEditing(editing: OpenEdit): void {
  if (useReview.getState().editing?.id === editing.id) {
    useReview.setState({ editing });
  }
}

useContextStore.subscribe((context, before) => {
  const { editing } = useReview.getState();
  if (context.kind !== 'ready') {
    if (context.kind === 'none' || (context.kind === 'loading' && before.kind === 'ready')) {
      useReview.setState(atStart);
    }
    return;
  }
  if (!editing || !context.complete) {
    return;
  }
  const index = before.kind === 'ready' ? before.entries.findIndex((entry) => entry.id === editing.id) : 0;
  const met = meetChange(editing, entryNow(editing.id), Math.max(0, index), context.writers);
  if (met !== editing) {
    useReview.setState({ editing: met });
    if (met.state.kind !== editing.state.kind && editing.state.kind !== 'saving') {
      announceChange(met);
    }
  }
});

function announceChange({ base, state }: OpenEdit): void {
  if (state.kind === 'changed' || state.kind === 'gone' || state.kind === 'followed') {
    const who = writersInWords(state.by);
    const news = {
      changed: `changed by ${who} while you edit it. Choose which text to keep.`,
      gone: `removed by ${who} while you edit it.`,
      followed: `changed by ${who}. The new text is shown.`,
    }[state.kind];
    announce(`“${entryName(base)}” was ${news}`);
  }
}

onIdsCarried((newIdOf) => {
  useReview.setState((state) => ({
    ...renamed(state, newIdOf),
    editing: state.editing && { ...state.editing, id: newIdOf.get(state.editing.id) ?? state.editing.id },
  }));
});

keepInPlace({
  take: () => {
    const { query, cursor, anchor, selected } = useReview.getState();
    return { query, cursor, anchor, selected };
  },
  put: (state) => useReview.setState(state),
});

/** Storage key for the place of this window over a reload, also after its process ended: an entry's id, no text. */
const placeKey = 'contexture.place';
let isBack = false;

useReview.subscribe(({ cursor }, before) => {
  const workspace = readyContext()?.workspace;
  if (cursor !== before.cursor && workspace !== undefined) {
    sessionStorage.setItem(placeKey, `${workspace} ${cursor ?? ''}`);
  }
});

useContextStore.subscribe((context) => {
  if (context.kind !== 'ready' || !context.complete || isBack) {
    return;
  }
  isBack = true;
  const id = sessionStorage.getItem(placeKey)?.slice(context.workspace.length + 1) ?? '';
  const isHere = sessionStorage.getItem(placeKey) === `${context.workspace} ${id}` && entryNow(id) !== undefined;
  if (isHere && useReview.getState().cursor === null) {
    useReview.setState({ ...pickOnly(id), isSought: true });
    focusEntryCursor();
  }
});

// Text erased everywhere is erased from drafts too.
on('erase.done', ({ workspace, texts }) => {
  const context = useContextStore.getState();
  if (context.kind !== 'none' && context.workspace === workspace) {
    useReview.setState({ query: '' });
    // Loaded on demand, since it is seldom needed. If loading fails, drop the draft rather than keep erased text.
    void loadPart(() => import('#shared/text/eraser.ts')).then(
      ({ createEraser }) => eraseDrafts(createEraser(texts).occurs),
      () => eraseDrafts(() => true),
    );
  }
});

const eraseDrafts = (isErased: (text: string) => boolean): void =>
  useReview.setState(({ addDraft, editing, about }) => ({
    about: about?.name != null && isErased(about.name) ? null : about,
    addDraft: isErased(`${addDraft.key} ${addDraft.value}`) ? emptyDraft : addDraft,
    editing: editing && isErased(`${editing.draft}\n${editing.base.raw}`) ? null : editing,
  }));

// The draft outlives the view it was typed in, so it is held here.
holdWhile(useReview, ({ editing }) =>
  editing !== null && isEditDirty(editing) ? `The correction of “${entryName(editing.base)}”` : null,
);
holdWhile(useReview, ({ addDraft: { key, value } }) =>
  value.trim() === '' ? null : `The new entry “${entryName({ key: key.trim() || null, value: value.trim() })}”`,
);

keepTyped(useReview, 'edit', {
  take: () => {
    const { editing } = useReview.getState();
    return editing && isEditDirty(editing) ? { base: editing.base, draft: editing.draft } : undefined;
  },
  put: ({ base, draft }) => {
    const { kept, changed } = matchEntries([base], readyContext()?.entries ?? []);
    const now = [...kept, ...changed][0]?.after;
    // It may have been saved just before the page went.
    if (now?.value !== draft) {
      const id = now?.id ?? `was ${base.id}`;
      const begun = { id, base: { ...base, id }, draft, state: { kind: 'typing' } } as const;
      useReview.setState({ editing: meetChange(begun, now, 0, []), ...pickOnly(id), isSought: true });
      focusEntryCursor();
      sayRestored(`“${entryName(base)}”`);
    }
  },
});
keepTyped(useReview, 'add', {
  take: () => {
    const { addDraft, dialog } = useReview.getState();
    return addDraft.value.trim() === '' ? undefined : { ...addDraft, isOpen: dialog.kind === 'add' };
  },
  put: ({ isOpen, ...addDraft }) => {
    useReview.setState({ addDraft, ...(isOpen && { dialog: { kind: 'add' } }) });
    sayRestored('the new entry');
  },
});
