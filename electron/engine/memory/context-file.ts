import { LRUCache } from 'lru-cache';
import type { EventData } from '#shared/contract/contract.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { Change, ContextSummary, EntryView, UndoRedo } from '#shared/contract/features/memory.ts';
import type { Writer } from '#shared/contract/fields.ts';
import type { EntryRef } from '#shared/entries/entry.ts';
import { matchEntries, type Rewording } from '#shared/entries/match-entries.ts';
import type { TextMeasure } from '#shared/entries/measure.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { type FileVersion, maxEditableBytes, type ReadVersion, readVersion } from '../app-files/file-version.ts';
import type { Author, History } from '../history/history.ts';
import { latestOf } from '../history/history-lines.ts';
import { outside } from '../history/writers.ts';
import type { FileInfo, Ports } from '../ports.ts';
import { createSignal } from '../signal.ts';
import type { Locked, Turn } from '../workspace/access.ts';
import type { Durability } from '../workspace/durability.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import { type ChangedBy, trackEntries, weighAnew, withoutMark } from './entry-identity.ts';
import { createReadMarks } from './read-marks.ts';
import { type ContextStatus, summarize } from './summary.ts';

type ContextChanged = Omit<EventData<'context.changed'>, 'workspace'>;

export type ContextFileOptions = {
  readonly layout: WorkspaceLayout;
  /** Folder of this workspace's own data; may move when the workspace gets its id. */
  readonly dataFolder: () => string;
  readonly history: History;
  readonly durability: Durability;
  readonly limit: () => number;
  /** What the limit is measured in, and why that is not what the settings ask for; null where it is. */
  readonly measure: () => TextMeasure;
  readonly measureProblem: () => string | null;
  /** What can be taken back and done again next. */
  readonly undoRedo: () => UndoRedo;
  /** What entries were made to read through us, be it by another process. */
  readonly rewordings: (turn: Turn) => Promise<readonly Rewording[]>;
  /** Who wrote the file since the version that is known, another process of ours included. */
  readonly writersOf: (turn: Turn, version: FileVersion, before: FileVersion | null) => Promise<readonly Writer[]>;
  /** Whether a person looks: elsewhere, what has been seen is left to the processes where one does. */
  readonly personLooks: boolean;
  readonly onChange: (event: ContextChanged) => void;
};

/** What the manager knows of the file, as one value that is replaced whole. */
type State = {
  readonly status: ContextStatus;
  readonly problem: ContextSummary['problem'];
  /** The last version that could be read, even if the file is gone or unreadable by now. */
  readonly version: FileVersion | null;
  readonly info: FileInfo | null;
  readonly document: MemoryDocument;
  readonly views: readonly EntryView[];
  readonly removed: number;
};

/** How long after a change the file is looked at once more: some writers finish in a second write nobody reports. */
const lookAgainAfter = 120;
const rememberAfter = 400;
const maxFormer = 1000;

/**
 * Follows one context file: reads it, carries its entries' identities from version to version, keeps each version in
 * the history and tells what changed. It never writes.
 */
export function createContextFile(ports: Ports, options: ContextFileOptions) {
  const { layout, history, durability } = options;
  const { format, contextPath, contextName } = layout;
  const { readOnlyReason } = format.capabilities;
  /** A moment after a change was taken in: the file is to be looked at again. */
  const mayHaveGrown = createSignal();
  const readMarks = createReadMarks(ports, history, options.dataFolder, format.read, options.measure);
  let nextId = 0;
  const newId = (): string => `e${nextId++}`;
  let revision = 0;
  let state: State = {
    status: 'missing',
    problem: null,
    version: null,
    info: null,
    removed: 0,
    views: [],
    document: format.read(''),
  };
  let forgetLookAgain = (): void => undefined;
  let forgetRemember = (): void => undefined;
  let opened = false;
  const former = new LRUCache<string, string>({ max: maxFormer });

  const summary = (): ContextSummary => {
    const notRecorded = readOnlyReason === null ? durability.problem() : null;
    return summarize(state.document, state.views, {
      status: state.status,
      format,
      removed: state.removed,
      problem: state.problem ?? (notRecorded && told(notRecorded)),
      writable: readOnlyReason === null && !tooLargeToEdit() && state.status !== 'unreadable',
      path: contextPath,
      version: state.version?.hash ?? null,
      modifiedAt: state.info?.modifiedAt ?? null,
      limit: options.limit(),
      measure: options.measure(),
      measureProblem: options.measureProblem(),
      undoRedo: options.undoRedo(),
      today: ports.clock.today(),
    });
  };
  const tooLargeToEdit = (): boolean => (state.info?.size ?? 0) > maxEditableBytes;

  function announce(splices: ContextChanged['splices'], by: ContextChanged['by']): void {
    const from = revision;
    revision += 1;
    options.onChange({ from, revision, splices, summary: summary(), by });
  }

  function rememberSoon(): void {
    forgetRemember();
    forgetRemember = ports.clock.after(rememberAfter, () => void remember());
  }
  /** Forgetting what was seen is no reason to fail: at worst something is marked new again. */
  async function remember(): Promise<void> {
    forgetRemember();
    if (!options.personLooks) {
      return;
    }
    try {
      await readMarks.remember(state.version?.hash ?? null, state.views, state.removed);
    } catch (error) {
      ports.log('warn', `What the person has seen could not be noted: ${toContextureError(error).message}`);
    }
  }

  /** What a version says; read again only if it is not the one at hand. */
  const documentOf = (version: FileVersion): MemoryDocument =>
    version.hash === state.version?.hash ? state.document : format.read(version.text, state.document);

  /** Takes in a version, whoever wrote it. */
  function accept(
    version: FileVersion,
    document: MemoryDocument,
    info: FileInfo | null,
    changedBy: ChangedBy,
    by: Extract<ContextChanged['by'], { who: 'interface' }> | readonly Writer[],
    rewordings: readonly Rewording[],
  ): void {
    const tracked = trackEntries(state.views, document, changedBy, newId, options.measure(), rewordings);
    rememberFormer(tracked.reworded);
    const removed = changedBy === 'others' ? state.removed + tracked.removed : state.removed;
    const sameText = state.version?.hash === version.hash && state.status === 'present';
    state = {
      status: 'present',
      problem: null,
      version,
      info: info ?? state.info,
      document,
      views: tracked.views,
      removed,
    };
    if (!sameText) {
      const { added, changed, splices } = tracked;
      announce(
        splices,
        'who' in by ? by : { who: 'outside', writers: [...by], added, changed, removed: tracked.removed },
      );
      rememberSoon();
    }
  }

  /** What changed entries said before, so that whoever still knows them by that can be told what they say now. */
  function rememberFormer(reworded: readonly EntryView[]): void {
    for (const view of reworded) {
      former.set(formerName(view), view.id);
    }
  }
  const formerName = (entry: Pick<EntryView, 'category' | 'raw'>): string => `${entry.category} ${entry.raw}`;

  async function accepted(
    status: 'missing' | 'deleted' | 'unreadable',
    problem: ContextSummary['problem'],
  ): Promise<void> {
    if (state.status === status && state.problem?.message === problem?.message) {
      return;
    }
    await keepPresent();
    state = { ...state, status, problem, info: status === 'unreadable' ? state.info : null };
    announce([], { who: 'outside', writers: [], added: 0, changed: 0, removed: 0 });
  }

  /** Reading goes on where the history can't be written; writing does not. */
  async function keep(
    { hash, bytes }: ReadVersion,
    document: MemoryDocument,
    readAfter: number | null = null,
  ): Promise<void> {
    try {
      await history.keep({
        at: ports.clock.now(),
        file: contextName,
        who: 'outside',
        action: 'read',
        hash,
        bytes,
        document,
        readAfter,
      });
    } catch (error) {
      ports.log('error', `A version could not be kept in the history: ${toContextureError(error).message}`);
    }
  }

  /**
   * Keeps the version in hand again where the history was taken away, or what was kept of it is damaged: before anything
   * newer, so that it is known what another program made of it. Never rejects.
   */
  async function keepPresent(): Promise<void> {
    const { version, status } = state;
    if (version === null || status !== 'present' || durability.problem()) {
      return;
    }
    try {
      const last = latestOf(await history.lines(), contextName);
      if (last === undefined || (last.hash === version.hash && !(await history.isAvailable(last)))) {
        const { hash, bytes } = version;
        await history.keep({
          at: ports.clock.now(),
          file: contextName,
          who: 'outside',
          action: 'read',
          hash,
          bytes,
        });
      }
    } catch (error) {
      ports.log('warn', `A version could not be kept in the history: ${toContextureError(error).message}`);
    }
  }

  /** Reads the file and takes in what is new. Never throws: a file that can't be read is a state, not a failure. */
  async function refresh(turn: Turn): Promise<void> {
    const lineBefore = history.lastKnown();
    let read: ReadVersion | null;
    let document: MemoryDocument | null = null;
    let news: ReturnType<typeof newsOf> | null = null;
    try {
      read = await readVersion(ports, contextPath, state.version);
      document = read && documentOf(read);
      news = document && newsOf(document);
      // A file that is just being written may lack entries for a moment: taken in as it is, their identity would be lost.
      if (news?.goes) {
        await ports.files.settle(contextPath);
        read = await readVersion(ports, contextPath, state.version);
        document = read && documentOf(read);
        news = document && newsOf(document);
      }
    } catch (error) {
      const { code, message } = toContextureError(error);
      await accepted('unreadable', { code, message });
      return;
    }
    if (read === null || document === null) {
      await accepted(state.version === null ? 'missing' : 'deleted', null);
      return;
    }
    if (read.hash === state.version?.hash && state.status === 'present') {
      state = { ...state, info: read.info };
      return;
    }
    await keepPresent();
    const writers = await options.writersOf(turn, read, state.version);
    await keep(read, document, lineBefore);
    // What came may be what went, reworded.
    const rewordings = news?.goes && news.comes ? await options.rewordings(turn) : [];
    accept(read, document, read.info, 'others', writers, rewordings);
    forgetLookAgain();
    forgetLookAgain = ports.clock.after(lookAgainAfter, () => void mayHaveGrown.emit());
  }

  /** Whether entries come and go with a document, by their content. */
  function newsOf(document: MemoryDocument): { readonly comes: boolean; readonly goes: boolean } {
    if (document === state.document) {
      return { comes: false, goes: false };
    }
    const { added, removed } = matchEntries(state.views, document.entries);
    return { comes: added.length > 0, goes: removed.length > 0 };
  }

  return {
    /** Reads the file for the first time, with the marks from before. */
    async open(): Promise<void> {
      if (opened) {
        return;
      }
      opened = true;
      try {
        const read = await readVersion(ports, contextPath);
        if (read) {
          const document = format.read(read.text);
          await keep(read, document);
          const marked = await readMarks.mark(document, read.hash, newId);
          state = { ...state, status: 'present', version: read, info: read.info, document, ...marked };
          await remember();
        }
      } catch (error) {
        const { code, message } = toContextureError(error);
        state = { ...state, status: 'unreadable', problem: { code, message } };
      }
    },
    refresh,
    keepPresent,
    mayHaveGrown,
    /** Takes in a version of another program that we displaced before it was ever read. */
    acceptOutside(_: Locked, version: FileVersion): void {
      accept(version, documentOf(version), null, 'others', [outside], []);
    },
    /** Takes in a version we have written. */
    acceptOwn(
      _: Locked,
      version: FileVersion,
      document: MemoryDocument,
      info: FileInfo | null,
      who: Author,
      change: Change | null,
      rewordings: readonly Rewording[],
    ): void {
      const changedBy = who === 'person' ? 'person' : 'others';
      accept(version, document, info, changedBy, { who: 'interface', change }, rewordings);
    },
    /** Weighs all entries by what is the measure now. */
    weighAnew(): void {
      const views = weighAnew(state.views, state.document, options.measure());
      const splices = views.length === 0 ? [] : [{ index: 0, remove: views.length, insert: [...views] }];
      state = { ...state, views };
      announce(splices, { who: 'interface', change: null });
    },
    /** Says again how things are, after something the summary depends on has changed. */
    announceSummary(): void {
      announce([], { who: 'interface', change: null });
    },
    revision: (): number => revision,
    summary,
    views: (): readonly EntryView[] => state.views,
    document: (): MemoryDocument => state.document,
    documentOf,
    status: (): ContextStatus => state.status,
    version: (): FileVersion | null => state.version,
    /** The file as it was read last, if it was there and could be read. */
    present: (): ReadVersion | null =>
      state.status === 'present' && state.version && state.info ? { ...state.version, info: state.info } : null,
    /** The entry that was known by a ref before another program changed it; undefined if there is none. */
    nowOf(ref: EntryRef): EntryView | undefined {
      const id = former.get(formerName(ref));
      return id === undefined ? undefined : state.views.find((view) => view.id === id);
    },
    /**
     * A change to a file that has just been deleted would begin it anew, and what stood in it would be gone from sight.
     * @throws `not_found`
     */
    checkNotDeleted(): void {
      if (state.status === 'deleted') {
        throw new ContextureError(
          'not_found',
          `${contextPath} was deleted by another program. Put it back first, or open the folder again to begin an empty one. Nothing was changed.`,
          { deleted: true },
        );
      }
    },
    /** @throws `read_only`, or the problem that keeps the file from being read */
    checkWritable(): void {
      if (readOnlyReason !== null) {
        throw new ContextureError('read_only', readOnlyReason);
      }
      if (tooLargeToEdit()) {
        throw new ContextureError(
          'read_only',
          `${contextPath} is over 16 MB, so it can be looked at but not changed here.`,
        );
      }
    },
    /** @param seenNow the entries that were seen, as they read then, and how many of those removed; all if left out */
    async markSeen(
      _: Turn,
      seenNow?: { readonly entries: readonly EntryRef[]; readonly removed: number },
    ): Promise<void> {
      const names = seenNow && new Set(seenNow.entries.map(refName));
      const views = state.views.map((view) => (!names || names.has(refName(view)) ? withoutMark(view) : view));
      const splices = views.flatMap((view, index) =>
        view === state.views[index] ? [] : [{ index, remove: 1, insert: [view] }],
      );
      state = { ...state, views, removed: seenNow ? Math.max(0, state.removed - seenNow.removed) : 0 };
      announce(splices, { who: 'interface', change: null });
      await remember();
    },
    async close(): Promise<void> {
      forgetLookAgain();
      forgetRemember();
      if (opened && state.version) {
        await remember();
      }
    },
  };
}
const refName = ({ category, raw, ordinal }: EntryRef): string => `${category} ${ordinal} ${raw}`;

export type ContextFile = ReturnType<typeof createContextFile>;

function told({ code, message, details }: ContextureError): ContextSummary['problem'] {
  const path = details['path'];
  return { code, message, ...(typeof path === 'string' && { path }) };
}
