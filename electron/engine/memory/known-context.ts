import { LRUCache } from 'lru-cache';
import type { Change } from '#shared/contract/changes.ts';
import type { EventData } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ContextSummary, EntryView } from '#shared/contract/features/memory.ts';
import type { Writer } from '#shared/contract/fields.ts';
import type { EntryRef } from '#shared/entries/entry.ts';
import { type KnownRewording, matchEntries } from '#shared/entries/match-entries.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { type Eraser, isWithin, joined } from '#shared/text/eraser.ts';
import { type FileVersion, maxEditableBytes, type ReadVersion } from '../app-files/file-version.ts';
import type { Author } from '../history/history.ts';
import { outside, type Writers } from '../history/writers.ts';
import type { Notes } from '../notes/notes.ts';
import type { FileInfo } from '../ports.ts';
import type { WorkspaceMeasure } from '../settings/workspace-measure.ts';
import type { WorkspaceSettings } from '../settings/workspace-settings.ts';
import type { WrittenStep } from '../steps/step.ts';
import type { LockedTurn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { type ChangedBy, reweigh, trackEntries, withoutErased, withoutMark } from './entry-identity.ts';
import type { MarkedEntries } from './read-marks.ts';
import { type RemovedEntries, removedByOthers, removedStill } from './removed-entries.ts';
import { type ContextStatus, summarize } from './summary.ts';

export type ContextNeeds = Pick<
  WorkspaceParts,
  'ports' | 'layout' | 'links' | 'access' | 'dataFolder' | 'durability' | 'tell' | 'history' | 'keep'
> & {
  readonly personLooks: boolean;
  readonly notes: Notes;
  readonly undoLog: { next(): ContextSummary['undoRedo'] };
  readonly settings: WorkspaceSettings;
  readonly measure: WorkspaceMeasure;
  readonly writers: Writers;
};

type ContextChanged = EventData<'context.changed'>;

type State = RemovedEntries & {
  readonly status: ContextStatus;
  readonly problem: ContextSummary['problem'];
  /** Last version that could be read, even if the file is gone or unreadable by now. */
  readonly version: FileVersion | null;
  readonly info: FileInfo | null;
  readonly document: MemoryDocument;
  readonly views: readonly EntryView[];
  /** Time when a version that can be put back was kept, if there was no file from the start. */
  readonly keptAt: number | null;
};

type By = Extract<ContextChanged['by'], { who: 'interface' }> | readonly Writer[];

const maxFormer = 1000;

/** State of a context file, sent to interfaces as it changes. Reads and writes nothing. */
export class KnownContext {
  protected readonly needs: ContextNeeds;
  /** Ids of entries by their text before they were changed. */
  readonly #former = new LRUCache<string, string>({ max: maxFormer });
  #state: State;
  /** Entries that left together when the file lost most of its content: those that return stay the same. */
  #gone: readonly EntryView[] = [];
  #revision = 0;
  #nextId = 0;

  constructor(needs: ContextNeeds) {
    this.needs = needs;
    const document = needs.layout.format.read('');
    const unread = { problem: null, version: null, info: null, keptAt: null };
    this.#state = { ...unread, status: 'missing', document, views: [], removed: 0, missing: [] };
  }

  readonly revision = (): number => this.#revision;
  readonly views = (): readonly EntryView[] => this.#state.views;
  readonly document = (): MemoryDocument => this.#state.document;
  readonly status = (): ContextStatus => this.#state.status;
  readonly version = (): FileVersion | null => this.#state.version;
  readonly marked = (): MarkedEntries => this.#state;
  readonly newId = (): string => `e${this.#nextId++}`;

  summary(): ContextSummary {
    const { document, views, status, problem, version, info, removed, keptAt } = this.#state;
    const { layout, durability, undoLog, links, ports } = this.needs;
    const isReadOnly = layout.format.capabilities.readOnlyReason !== null;
    const notRecorded = isReadOnly ? null : durability.problem();
    return summarize(document, views, {
      status,
      format: layout.format,
      removed,
      problem: problem ?? (notRecorded && problemOf(notRecorded)),
      linksOut: [...links.out()],
      writable: !isReadOnly && links.problem() === null && !this.#isTooLargeToEdit() && status !== 'unreadable',
      path: layout.contextPath,
      version: version?.hash ?? null,
      modifiedAt: info?.modifiedAt ?? null,
      keptAt: status === 'missing' ? keptAt : null,
      limit: this.needs.settings.current().settings.tokenLimit,
      measure: this.needs.measure.current(),
      measureProblem: this.needs.measure.problem(),
      undoRedo: undoLog.next(),
      today: ports.clock.today(),
    });
  }

  present(): ReadVersion | null {
    const { status, version, info } = this.#state;
    return status === 'present' && version && info ? { ...version, info } : null;
  }

  documentOf(version: FileVersion): MemoryDocument {
    const { version: known, document } = this.#state;
    return version.hash === known?.hash ? document : this.needs.layout.format.read(version.text, document);
  }

  /** Present form of an entry that another program changed, by its earlier ref. */
  nowOf(ref: EntryRef): EntryView | undefined {
    const id = this.#former.get(formerName(ref));
    return id === undefined ? undefined : this.#state.views.find((view) => view.id === id);
  }

  newsOf(document: MemoryDocument): { readonly added: number; readonly removed: number } {
    const isSame = document === this.#state.document;
    const { added, removed } = isSame ? { added: [], removed: [] } : matchEntries(this.#state.views, document.entries);
    return { added: added.length, removed: removed.length };
  }

  begin(version: ReadVersion, document: MemoryDocument, marked: MarkedEntries): void {
    this.#state = { ...this.#state, status: 'present', version, info: version.info, document, ...marked };
  }

  /** Continues from a context that read the same file in another form: for followers, this is its next revision. */
  continueFrom(before: KnownContext): void {
    this.#revision = before.#revision;
    this.#nextId = before.#nextId;
    const { document } = this.#state;
    const measure = this.needs.measure.current();
    const { views: same } = trackEntries(before.#state.views, document, 'unmarked', this.newId, measure);
    // The same line in another form has another name and value.
    const views = reweigh(same, document, measure);
    this.#state = { ...this.#state, views };
    const splice = { index: 0, remove: before.#state.views.length, insert: [...views] };
    this.#announce([splice], { who: 'interface', change: null });
  }

  beginWithKept(keptAt: number): void {
    this.#state = { ...this.#state, keptAt };
  }

  beginUnreadable(problem: ContextSummary['problem']): void {
    this.#state = { ...this.#state, status: 'unreadable', problem };
  }

  /** Takes in a file that is not UTF-8: it is shown with marks, but counts as unreadable for changes. */
  acceptMarked(version: ReadVersion, problem: ContextSummary['problem']): void {
    const { views: before, version: known, status } = this.#state;
    if (known?.hash === version.hash && status === 'unreadable') {
      return;
    }
    const document = this.needs.layout.format.read(version.text);
    const { views, splices } = trackEntries(before, document, 'unmarked', this.newId, this.needs.measure.current());
    this.#state = { ...this.#state, status: 'unreadable', problem, version, info: version.info, document, views };
    this.#announce(splices, { who: 'outside', writers: [], added: 0, changed: 0, removed: 0 });
  }

  acceptTheirs(
    version: FileVersion,
    document: MemoryDocument,
    info: FileInfo | null,
    writers: readonly Writer[],
    rewordings: readonly KnownRewording[],
  ): void {
    // A version with marks in it reads differently without them, though nobody changed it.
    const changedBy = this.#state.version?.isMarked ? 'unmarked' : 'others';
    this.#accept(version, document, info, changedBy, writers, rewordings);
  }

  /** Takes in a step we have written, and before it another program's version that was never read. */
  acceptWritten(_: LockedTurn, who: Author | 'erasure', { step, files }: WrittenStep, change: Change | null): void {
    const { layout, notes, history } = this.needs;
    const noted = files.find(({ path }) => path === layout.notesPath)?.after;
    if (noted?.document) {
      notes.accept(noted.document, noted.hash);
      // The history remembers documents with the notes of before.
      history.forget();
    }
    const memory = files.find(({ path }) => path === layout.contextPath);
    if (!memory?.after?.document) {
      if (noted) {
        this.readAgain(change);
      }
      this.announceSummary();
      return;
    }
    const { before, after, info } = memory;
    const document = noted ? layout.format.read(memory.after.document.text) : memory.after.document;
    if (before && before.hash !== this.#state.version?.hash) {
      const theirs = { ...before, text: before.document?.text ?? '' };
      this.acceptTheirs(theirs, this.documentOf(theirs), null, [outside], []);
    }
    const version = { ...after, text: document.text };
    // A person who erases a text has not looked at others' changes to its entry.
    const changedBy = who === 'erasure' ? 'unmarked' : who === 'person' ? 'person' : 'others';
    this.#accept(version, document, info, changedBy, { who: 'interface', change }, step.rewordings);
  }

  #accept(
    version: FileVersion,
    document: MemoryDocument,
    info: FileInfo | null,
    changedBy: ChangedBy,
    by: By,
    rewordings: readonly KnownRewording[],
  ): void {
    const { views, status, version: known, info: knownInfo } = this.#state;
    const measure = this.needs.measure.current();
    const isTheirs = changedBy === 'others';
    const gone = isTheirs ? this.#gone : [];
    const tracked = trackEntries(views, document, changedBy, this.newId, measure, rewordings, gone);
    const { returned } = tracked;
    if (isTheirs && tracked.removed.length * 2 > views.length) {
      this.#gone = tracked.removed;
    } else if (returned.length > 0) {
      this.#gone = gone.filter((view) => !returned.includes(view));
    }
    // A caller that still knows an entry by its earlier text can get its present one.
    for (const view of tracked.reworded) {
      this.#former.set(formerName(view), view.id);
    }
    const removed = isTheirs ? removedByOthers(this.#state, tracked) : removedStill(this.#state, views, tracked);
    const isOther = known?.hash !== version.hash || status !== 'present' || tracked.splices.length > 0;
    const file = { status: 'present', problem: null, version, info: info ?? knownInfo, keptAt: null } as const;
    this.#state = { ...file, document, views: tracked.views, ...removed };
    if (isOther) {
      const { added, changed, splices } = tracked;
      const counts = { added, changed, removed: tracked.removed.length };
      this.#announce(splices, 'who' in by ? by : { who: 'outside', writers: [...by], ...counts });
      this.onAccepted();
    }
  }

  /** Reads the entries again, as the notes and topics beside the file have them now. */
  readAgain(change: Change | null = null): void {
    const { version, info, document, status } = this.#state;
    this.needs.history.forget();
    if (version && status === 'present') {
      const noted = this.needs.layout.format.read(document.text);
      this.#accept(version, noted, info, 'unmarked', { who: 'interface', change }, []);
    }
  }

  /** Called with each different text that was taken in. */
  protected onAccepted(): void {}

  acceptSame({ info }: ReadVersion): void {
    this.#state = { ...this.#state, info };
  }

  /** True if it is news that the file can't be shown as it is. */
  isNews(status: ContextStatus, problem: ContextSummary['problem']): boolean {
    return this.#state.status !== status || this.#state.problem?.message !== problem?.message;
  }

  acceptAbsence(status: 'missing' | 'deleted' | 'unreadable', problem: ContextSummary['problem']): void {
    this.#state = { ...this.#state, status, problem, info: status === 'unreadable' ? this.#state.info : null };
    this.#announce([], { who: 'outside', writers: [], added: 0, changed: 0, removed: 0 });
  }

  /** @param seen entries that were seen, as they read then, and the number of removed ones seen; all if left out */
  takeMarksOff(seen?: { readonly entries: readonly EntryRef[]; readonly removed: number }): void {
    const names = seen && new Set(seen.entries.map(refName));
    const { views: before, removed, missing } = this.#state;
    const views = before.map((view) => (!names || names.has(refName(view)) ? withoutMark(view) : view));
    const left = seen ? Math.max(0, removed - seen.removed) : 0;
    this.#replaceViews(views, { removed: left, missing: left === 0 ? [] : missing.slice(-left) });
  }

  /** Texts in memory: the document, and entries as the person last saw them, which no file holds any more. */
  readonly remembered = (): string[] => [
    this.#state.document.text,
    ...this.#gone.map(({ raw }) => raw),
    ...this.#state.missing.flatMap(({ key, value }) => [key ?? '', value, joined({ key, value })]),
    ...[...this.#state.views, ...this.#gone].flatMap(({ earlier }) =>
      earlier ? [earlier.key ?? '', earlier.value, joined(earlier)] : [],
    ),
  ];

  /** Forgets a text that is erased everywhere. The file is read again, if it can be. */
  forget(eraser: Eraser): void {
    for (const name of [...this.#former.keys()].filter(eraser.occurs)) {
      this.#former.delete(name);
    }
    this.#gone = this.#gone.filter(({ raw }) => !eraser.occurs(raw)).map((view) => withoutErased(view, eraser));
    if (this.#state.status !== 'present') {
      this.#forgetVersion(eraser);
    }
    const { views: before, removed, missing: known } = this.#state;
    const views = before.map((view) => withoutErased(view, eraser));
    const missing = known.filter(
      ({ key, value }) => ![joined({ key, value }), value].some(eraser.occurs) && !isWithin(eraser, value),
    );
    if (missing.length < known.length || views.some((view, index) => view !== before[index])) {
      this.#replaceViews(views, { removed, missing });
      this.onAccepted();
    }
  }

  /** Erases from the last readable version too: it is shown until there is another, and may be put back. */
  #forgetVersion(eraser: Eraser): void {
    const { ports, layout } = this.needs;
    const document = layout.format.erase(this.#state.document, eraser);
    if (document !== this.#state.document) {
      const bytes = ports.encodeText(document.text);
      const version = { ...this.#state.version, bytes, text: document.text, hash: ports.hash(bytes) };
      const { views: before } = this.#state;
      const { views, splices } = trackEntries(before, document, 'unmarked', this.newId, this.needs.measure.current());
      this.#state = { ...this.#state, document, version, views };
      this.#announce(splices, { who: 'interface', change: null });
    }
  }

  #replaceViews(views: readonly EntryView[], removed: RemovedEntries): void {
    const { views: before } = this.#state;
    const splices = views.flatMap((view, index) =>
      view === before[index] ? [] : [{ index, remove: 1, insert: [view] }],
    );
    this.#state = { ...this.#state, views, ...removed };
    this.#announce(splices, { who: 'interface', change: null });
  }

  reweigh(): void {
    const views = reweigh(this.#state.views, this.#state.document, this.needs.measure.current());
    const splices = views.length === 0 ? [] : [{ index: 0, remove: views.length, insert: [...views] }];
    this.#state = { ...this.#state, views };
    this.#announce(splices, { who: 'interface', change: null });
  }

  /** Announces the state again, after something the summary depends on has changed. */
  readonly announceSummary = (): void => this.#announce([], { who: 'interface', change: null });

  #announce(splices: ContextChanged['splices'], by: ContextChanged['by']): void {
    const from = this.#revision;
    this.#revision += 1;
    this.needs.tell('context.changed', { from, revision: this.#revision, splices, summary: this.summary(), by });
  }

  /** @throws `not_found` if the file has just been deleted, since making it again would hide its lost content */
  checkNotDeleted(): void {
    if (this.#state.status === 'deleted') {
      const message = `${this.needs.layout.contextPath} was deleted by another app. Restore it first, or open the folder again to begin an empty one. Nothing was changed.`;
      throw new ContextureError('not_found', message, { deleted: true });
    }
  }

  /** @throws `read_only` */
  checkWritable(): void {
    const { contextPath, format } = this.needs.layout;
    const { readOnlyReason } = format.capabilities;
    if (readOnlyReason !== null) {
      throw new ContextureError('read_only', readOnlyReason);
    }
    if (this.#isTooLargeToEdit()) {
      const message = `${contextPath} is over 16 MB, so it can be looked at but not changed here.`;
      throw new ContextureError('read_only', message);
    }
  }

  #isTooLargeToEdit(): boolean {
    return (this.#state.info?.size ?? 0) > maxEditableBytes;
  }
}

const formerName = (entry: Pick<EntryView, 'category' | 'raw'>): string => `${entry.category} ${entry.raw}`;
const refName = ({ category, raw, ordinal }: EntryRef): string => `${category} ${ordinal} ${raw}`;

function problemOf({ code, message, details }: ContextureError): ContextSummary['problem'] {
  const path = details['path'];
  return { code, message, ...(typeof path === 'string' && { path }) };
}
