import { history, historyKeymap } from '@codemirror/commands';
import { Compartment, EditorState, type StateEffect, type TransactionSpec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import type { Draft } from '#shared/contract/features/text.ts';
import { readContext } from '#shared/formats/context/read-document.ts';
import { eraseFromDocument } from '#shared/formats/erase.ts';
import type { MergeConflict } from '#shared/formats/merge.ts';
import { changedPart } from '#shared/text/changed-part.ts';
import { createEraser } from '#shared/text/eraser.ts';
import { call, on } from '../../api/connection.ts';
import { latestWriters, useContextStore } from '../../api/context-store.ts';
import { type Problem, problemOf } from '../../api/problem.ts';
import { onCounted, textMeasure } from '../../entries/measure/page-measure.ts';
import { type FileText, fileText } from '../../memory-text/file-text.ts';
import { readText } from '../../memory-text/read-text.ts';
import { say } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';
import { announce } from '../../ui/announcer.tsx';
import { pageNonce } from '../../ui/nonce.ts';
import { changesInWords } from '../../wording/counts.ts';
import { writersAtStart } from '../../wording/writers.ts';
import { baseOf, bufferOf, isDirty, revert, takeIn, typeAgain, typedEdits } from './buffer.ts';
import { claimDraft } from './claim-draft.ts';
import { type Choice, nextOrigin, settle } from './conflict.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import { type EditorStatus, useEditor } from './editor-store.ts';
import { changeRules, editorBasics, editorRules, editorTheme, languageOf } from './language/editor-language.ts';

type Ready = Extract<EditorStatus, { kind: 'ready' }>;

const justOpened: Ready = {
  kind: 'ready',
  dirty: false,
  saving: false,
  kept: false,
  problem: null,
  conflicts: [],
  conflictsWith: [],
  restoredDraftAt: null,
  news: null,
};

const tooMuch = 'You changed more than can be saved at once, about 4 MB. Take some of it back, save, and go on.';

/** How long after a key it is seen what is still to be chosen. */
const considersAfter = 200;

/** How long after a change what stands around the text follows: no key waits for it, and it keeps up with typing. */
const followsAfter = 120;

/** How long a word on what others did stays. */
const newsFor = 8000;

/**
 * The editor on one file: holds its text while the person is elsewhere in the app, takes in what others write, saves,
 * and keeps what is typed. One at a time; {@link openSession} gives it.
 */
export type Session = {
  readonly workspace: string;
  readonly state: () => EditorState;
  /** Shows it in the page; the function it returns takes it out again. */
  readonly show: (parent: HTMLElement) => () => void;
  readonly view: () => EditorView | null;
  /** Told a moment after the editor or its cursor has changed. Returns the unsubscribe. */
  readonly onUpdate: (listener: () => void) => () => void;
  readonly save: () => Promise<void>;
  readonly revert: () => void;
  readonly choose: (conflict: MergeConflict, choice: Choice) => void;
  readonly close: () => void;
};

let current: { readonly workspace: string; readonly opening: Promise<Session | null> } | null = null;

/** The editor on a workspace's file; null where another was opened meanwhile, or it could not be read. */
export function openSession(workspace: string): Promise<Session | null> {
  if (current?.workspace !== workspace) {
    closeSession();
    current = { workspace, opening: begin(workspace) };
  }
  return current.opening;
}

function closeSession(): void {
  void current?.opening.then((session) => session?.close());
  current = null;
  useEditor.setState({ status: { kind: 'none' }, choosing: false });
}

/** Closes the editor unless it is the one on this workspace. What was typed in it is kept as a draft. */
export function closeOtherSession(workspace: string): void {
  if (current !== null && current.workspace !== workspace) {
    closeSession();
  }
}

async function begin(workspace: string): Promise<Session | null> {
  const isCurrent = (): boolean => current?.workspace === workspace;
  useEditor.setState({ status: { kind: 'loading' } });
  try {
    const draft = await claimDraft(workspace);
    const file = await readText(workspace);
    // A version that is no longer kept can't be told from what is there: the draft then stands against that.
    const typedInto = draft ? await readText(workspace, draft.version).catch(() => file) : file;
    if (!isCurrent()) {
      return null;
    }
    const session = createSession(workspace, typedInto);
    if (draft) {
      session.takeUp(draft, file);
    }
    return session;
  } catch (error) {
    if (isCurrent()) {
      current = null;
      useEditor.setState({ status: { kind: 'failed', problem: problemOf(error) } });
    }
    return null;
  }
}

function summaryNow(workspace: string): ContextSummary | null {
  const context = useContextStore.getState();
  return context.kind === 'ready' && context.workspace === workspace ? context.summary : null;
}

const mayWrite = (summary: ContextSummary | null): boolean =>
  summary === null || (summary.writable && summary.status !== 'unreadable');

const rulesOf = ({ today, tokens: { limit, measure } }: ContextSummary) => ({
  today,
  limit,
  measure: textMeasure(measure),
});

function createSession(workspace: string, file: FileText) {
  const summary = summaryNow(workspace);
  const writing = new Compartment();
  const typing = new Compartment();
  const allow = (allowed: boolean) => [EditorState.readOnly.of(!allowed)];
  const nonce = pageNonce();
  let state = EditorState.create({
    doc: file.doc,
    extensions: [
      bufferOf(file),
      writing.of(allow(mayWrite(summary))),
      summary ? editorRules.of(rulesOf(summary)) : [],
      typing.of(history()),
      keymap.of(historyKeymap),
      editorBasics,
      languageOf(summary?.format ?? 'context'),
      editorTheme,
      nonce ? EditorView.cspNonce.of(nonce) : [],
      EditorView.contentAttributes.of({ 'aria-label': 'The memory as text', tabindex: '0' }),
    ],
  });
  let view: EditorView | null = null;
  let scroll: StateEffect<unknown> | null = null;
  let status: Ready = justOpened;
  let forgetNews: ReturnType<typeof setTimeout> | undefined;
  let following: Promise<void> | null = null;
  /** Where there is something to choose: the text that both sides began with. */
  let origin: string | null = null;
  let settling = false;
  let considering: ReturnType<typeof setTimeout> | undefined;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  const listeners = new Set<() => void>();
  const keeper = createDraftKeeper(
    workspace,
    () => (isDirty(state) ? { version: baseOf(state).version, edits: typedEdits(state), origin } : null),
    (kept) => tell({ kept }),
  );

  function tell(change: Partial<Ready>): void {
    const next = { ...status, ...change };
    // It is told with every key, and hardly ever anything new.
    if (!closed && (Object.keys(next) as (keyof Ready)[]).some((name) => next[name] !== status[name])) {
      status = next;
      useEditor.setState({ status });
    }
  }

  function updated(before: EditorState): void {
    if (!before.doc.eq(state.doc) || baseOf(before) !== baseOf(state)) {
      const dirty = isDirty(state);
      keeper.changed(dirty);
      tell({ dirty, ...(dirty ? {} : { restoredDraftAt: null, problem: null }) });
      if (origin !== null && !settling) {
        clearTimeout(considering);
        considering = setTimeout(considerAnew, considersAfter);
      }
    }
    telling ??= setTimeout(() => {
      telling = undefined;
      for (const listener of listeners) {
        listener();
      }
    }, followsAfter);
  }

  function dispatch(...specs: TransactionSpec[]): void {
    if (view) {
      view.dispatch(...specs);
    } else {
      const before = state;
      state = state.update(...specs).state;
      updated(before);
    }
  }

  function sayNews(news: string): void {
    clearTimeout(forgetNews);
    tell({ news });
    announce(news);
    forgetNews = setTimeout(() => tell({ news: null }), newsFor);
  }

  function take(theirs: FileText, typedInto = baseOf(state).doc): void {
    const before = origin ?? typedInto.toString();
    const { spec, conflicts } = takeIn(state, theirs, before);
    const known = status.conflicts.length;
    settling = true;
    dispatch(spec);
    settling = false;
    leaveOpen(theirs, before, isDirty(state) ? conflicts : []);
    if (conflicts.length > known) {
      const writers = latestWriters();
      tell({ conflictsWith: writers });
      announce(`${writersAtStart(writers)} changed ${countOfEntries(conflicts.length)} you are changing as well.`);
    }
  }

  function leaveOpen(theirs: FileText, before: string, open: readonly MergeConflict[]): void {
    origin = open.length === 0 ? null : nextOrigin(theirs.doc.toString(), before, open);
    tell({ conflicts: open });
    keeper.changed(isDirty(state));
    if (open.length === 0 && useEditor.getState().choosing) {
      useEditor.setState({ choosing: false });
    }
  }

  /** What is typed on changes what there is to choose, and may leave nothing. */
  function considerAnew(): void {
    clearTimeout(considering);
    if (origin !== null && !closed) {
      take(baseOf(state));
    }
  }

  /** Takes in what is in the file by now, until nothing newer is there. */
  async function follow(): Promise<void> {
    for (;;) {
      const now = summaryNow(workspace);
      if (closed || status.saving || now === null || now.version === baseOf(state).version) {
        return;
      }
      take(await readText(workspace));
      const reached = summaryNow(workspace)?.version === now.version;
      if (reached) {
        return; // the summary may be older than what was read
      }
    }
  }

  function followSoon(): void {
    following ??= follow()
      .catch(() => undefined)
      .finally(() => {
        following = null;
      });
  }

  const offContext = useContextStore.subscribe((context, before) => {
    if (context.kind !== 'ready' || context.workspace !== workspace) {
      return;
    }
    const known = before.kind === 'ready' ? before.summary : null;
    const { summary: now } = context;
    if (mayWrite(now) === state.readOnly) {
      dispatch({ effects: writing.reconfigure(allow(mayWrite(now))) });
    }
    if (
      known === null ||
      known.today !== now.today ||
      known.tokens.limit !== now.tokens.limit ||
      known.tokens.measure !== now.tokens.measure
    ) {
      dispatch({ effects: changeRules.of(rulesOf(now)) });
    }
    followSoon();
  });
  const offCounted = onCounted(() => {
    const now = summaryNow(workspace);
    if (now?.tokens.measure === 'count') {
      dispatch({ effects: changeRules.of(rulesOf(now)) });
    }
  });
  const offNews = on('context.changed', ({ workspace: where, by, summary }) => {
    if (where === workspace && by.who === 'outside' && summary.version !== baseOf(state).version) {
      const changes = changesInWords(by);
      sayNews(`${writersAtStart(by.writers)} wrote the file${changes === '' ? '' : `: ${changes}`}.`);
    }
  });

  const offErased = on('erase.done', ({ workspace: where, texts }) => {
    if (where === workspace) {
      forget(texts);
    }
  });

  /** What was erased everywhere goes from what is typed too, and from what typing it can be undone to. */
  function forget(texts: readonly string[]): void {
    const eraser = createEraser(texts);
    const without = (text: string): string => eraseFromDocument(readContext(text), eraser, readContext).text;
    origin = origin && without(origin);
    const before = state.doc.toString();
    const after = without(before);
    if (after !== before) {
      const { from, to } = changedPart(before, after);
      const insert = after.slice(from, to);
      dispatch({ changes: { from, to: to + before.length - after.length, insert }, userEvent: 'erase' });
    }
    dispatch({ effects: typing.reconfigure([]) });
    dispatch({ effects: typing.reconfigure(history()) });
  }

  async function save(): Promise<void> {
    await following;
    if (status.saving) {
      return;
    }
    considerAnew();
    if (status.conflicts.length > 0) {
      useEditor.setState({ choosing: true });
      return;
    }
    if (!isDirty(state)) {
      say('There is nothing to save.');
      return;
    }
    tell({ saving: true, problem: null });
    const sent = state.doc;
    const { version } = baseOf(state);
    try {
      const result = await call('text.save', { workspace, version, edits: typedEdits(state) });
      tellDone(workspace, result, true);
    } catch (error) {
      tell({ saving: false });
      await explain(problemOf(error));
      return;
    }
    try {
      take(await readText(workspace), sent);
      tell({ saving: false, restoredDraftAt: null });
      await takeUpNext();
    } catch {
      // It is saved. What the file says now is taken in as soon as it can be read again.
      tell({ saving: false });
    } finally {
      followSoon();
    }
  }

  /** Says why it could not be saved, and asks where others changed the same. */
  async function explain(problem: Problem): Promise<void> {
    if (problem.code === 'text_conflict' || problem.code === 'version_unknown') {
      await readText(workspace).then(
        (theirs) => take(theirs),
        () => undefined,
      );
      if (status.conflicts.length > 0) {
        useEditor.setState({ choosing: true });
        return;
      }
    }
    tell({ problem: problem.code === 'too_large' ? { ...problem, message: tooMuch } : problem });
    followSoon();
  }

  /** There may be more that was typed and not saved, in windows or tabs that are gone. */
  async function takeUpNext(): Promise<void> {
    await keeper.settled();
    const draft = isDirty(state) ? null : await claimDraft(workspace);
    if (draft !== null && !closed && !isDirty(state)) {
      const typedInto = await readText(workspace, draft.version).catch(() => baseOf(state));
      const now = baseOf(state);
      dispatch(takeIn(state, typedInto, state.doc.toString()).spec);
      takeUp(draft, now);
    }
  }

  /** Brings back what was typed into the version at hand, and what was written since. */
  function takeUp({ text, at, origin: both }: Draft & { readonly text: string }, file: FileText): void {
    keeper.tookUp();
    dispatch(typeAgain(state, fileText(null, text).doc.toString()));
    origin = both;
    take(file);
    tell({ restoredDraftAt: isDirty(state) ? at : null });
  }

  function choose(chosen: MergeConflict, choice: Choice): void {
    considerAnew();
    const conflict = status.conflicts.find((each) => isSameConflict(each, chosen));
    if (!conflict || origin === null) {
      return;
    }
    const open = status.conflicts.filter((each) => each !== conflict);
    const edits = settle(conflict, choice);
    settling = true;
    if (edits.length > 0) {
      dispatch({ changes: edits.map((edit) => ({ ...edit })), userEvent: 'input.choose' });
    }
    settling = false;
    leaveOpen(baseOf(state), origin, open);
    // The places of the others have moved.
    considerAnew();
  }

  function show(parent: HTMLElement): () => void {
    const shown = new EditorView({
      state,
      parent,
      ...(scroll === null ? {} : { scrollTo: scroll as ReturnType<EditorView['scrollSnapshot']> }),
      dispatchTransactions: (transactions, own) => {
        const before = state;
        own.update(transactions);
        state = own.state;
        updated(before);
      },
    });
    view = shown;
    followSoon();
    return () => {
      scroll = shown.scrollSnapshot();
      if (view === shown) {
        view = null;
      }
      shown.destroy();
    };
  }

  useEditor.setState({ status });
  followSoon();
  return {
    workspace,
    state: () => state,
    view: () => view,
    show,
    onUpdate(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    save,
    choose,
    revert: () => dispatch(revert(state)),
    takeUp,
    close(): void {
      keeper.close();
      closed = true;
      clearTimeout(forgetNews);
      clearTimeout(considering);
      clearTimeout(telling);
      offContext();
      offNews();
      offCounted();
      offErased();
      view?.destroy();
      view = null;
    },
  };
}

const isSameConflict = (one: MergeConflict, other: MergeConflict): boolean =>
  one.key === other.key && one.theirs === other.theirs && one.theirsAt?.from === other.theirsAt?.from;

const countOfEntries = (count: number): string => (count === 1 ? 'an entry' : `${count} entries`);
