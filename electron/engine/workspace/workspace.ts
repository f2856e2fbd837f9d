import type { AnyEvent } from '#shared/contract/contract.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { Change, ChangeResult, ContextUpdate, Operation } from '#shared/contract/features/memory.ts';
import type { Settings } from '#shared/contract/features/settings.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { Writer } from '#shared/contract/fields.ts';
import { shortName } from '#shared/entries/find-entry.ts';
import type { OnDuplicate } from '#shared/formats/context/patch.ts';
import { readArchive } from '#shared/formats/context/read-document.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { type Bytes, type FileVersion, readVersion, versionOf } from '../app-files/file-version.ts';
import { createArchiveIndex } from '../archive/archive-index.ts';
import { createArchiveReader } from '../archive/archive-reader.ts';
import { createArchiveKeeping } from '../archive/archive-versions.ts';
import { createMemoryFiles } from '../assistant/memory-files.ts';
import { createDecisions, type Decisions } from '../decisions/decisions.ts';
import { createErasure, type Erasure } from '../erasure/erasure.ts';
import type { ErasureRegistry } from '../erasure/erasure-registry.ts';
import { createReappearances } from '../erasure/reappearances.ts';
import { type Author, createHistory, type History, type NewVersion } from '../history/history.ts';
import { latestOf } from '../history/history-lines.ts';
import { createRetention } from '../history/retention.ts';
import { outside, writersSince } from '../history/writers.ts';
import { createAssistantWrites } from '../memory/assistant-updates.ts';
import { createContextFile } from '../memory/context-file.ts';
import { createDrafts } from '../memory/drafts.ts';
import { countOf, quoted } from '../memory/labels.ts';
import { mergeStep, overflowStep, putBackStep, type Rules } from '../memory/steps.ts';
import type { TypedInto } from '../memory/text-steps.ts';
import type { Ports } from '../ports.ts';
import { createWorkspaceMeasure } from '../settings/workspace-measure.ts';
import { createWorkspaceSettings } from '../settings/workspace-settings.ts';
import { createUndo, type UndoRequest } from '../undo/undo.ts';
import { createUndoLog } from '../undo/undo-log.ts';
import type { DataFolders } from './data-folders.ts';
import { createDurability, durableHistory, durableWriteAheadLog } from './durability.ts';
import { createLateWrites } from './late-writes.ts';
import { createWorkspaceLock } from './lock.ts';
import { recover, tidyAppData } from './recovery.ts';
import { createRefreshScheduler, type Reason, type RefreshScheduler } from './refresh-scheduler.ts';
import { createSerialQueue } from './serial-queue.ts';
import { type Step, type StepFiles, type StepInput, type WrittenStep, writeStep } from './transaction.ts';
import type { WorkspacePlace } from './workspace-place.ts';
import { createWriteAheadLog } from './write-ahead-log.ts';

export type WorkspaceOptions = {
  readonly place: WorkspacePlace;
  readonly view: Omit<Workspace, 'writable' | 'readOnlyReason' | 'contextPath'>;
  readonly folders: DataFolders;
  readonly personLooks: boolean;
  readonly erasureRegistry: ErasureRegistry;
  readonly emit: (event: AnyEvent) => void;
};

type WriteRule = {
  readonly deleted: 'is refused' | 'is put back';
  /** What the assistant calls itself. */
  readonly name?: string;
  readonly undoes?: UndoRequest;
  /** What is to be noted down under the same lock, once the step is written. */
  readonly afterwards?: () => Promise<void>;
  /** Nobody can take it back, because it erases something. */
  readonly isFinal?: true;
};

/**
 * One open workspace: follows its files, and carries out changes to them one at a time under the workspace's lock.
 */
export async function openWorkspace(ports: Ports, options: WorkspaceOptions) {
  const { place, emit, folders, erasureRegistry } = options;
  const { id } = options.view;
  const { files, paths, clock } = ports;
  const enqueue = createSerialQueue();
  const dataFolder = folders.of(place.root, async (other) => {
    await history.adopt(paths.join(other, 'history'));
    await drafts.adopt(paths.join(other, 'drafts'));
    for (const name of ['seen.json', 'cards.json']) {
      await files.discard(paths.join(other, name));
    }
  });
  const settingsPath = place.ownFolder === null ? null : paths.join(place.ownFolder, 'settings.yaml');
  const labelOf = (path: string): string => (path.startsWith(place.root) ? path.slice(place.root.length + 1) : path);
  const contextName = labelOf(place.contextPath);
  const settingsName = settingsPath === null ? null : labelOf(settingsPath);
  const kindOf = (file: string): 'context' | 'archive' | 'settings' =>
    file === contextName ? 'context' : file === settingsName ? 'settings' : 'archive';
  const readerOf = (file: string): ((text: string) => MemoryDocument) | null =>
    ({ context: place.format.read, archive: readArchive, settings: null })[kindOf(file)];

  const durability = createDurability(ports, () => contextFile.announceSummary());
  const keptVersions = createHistory(ports, () => paths.join(dataFolder.current(), 'history'), {
    read: (file, text) => readerOf(file)?.(text) ?? null,
    onChange: () => emit({ event: 'history.changed', data: { workspace: id } }),
  });
  const reappearances = createReappearances(ports, erasureRegistry, {
    folder: () => dataFolder.current(),
    read: (file, text) => readerOf(file)?.(text) ?? null,
    onChange: () => emit({ event: 'erase.changed', data: { workspace: id } }),
  });
  const durableVersions = durableHistory(ports, keptVersions, durability);
  const asKeptText = (file: string, version: Bytes): Bytes => erasure?.asKept(file, version) ?? version;
  const asKept = (version: NewVersion): NewVersion => {
    const { bytes, hash } = asKeptText(version.file, version);
    return hash === version.hash ? version : withoutDocument({ ...version, bytes, hash });
  };
  const lookForErased = async (versions: readonly NewVersion[]): Promise<void> => {
    for (const version of versions) {
      if (erasure?.isKnownIn(version.file) !== true) {
        await reappearances.look(version);
      }
    }
  };
  /** Nothing is kept of what is being erased; what else is kept is looked at for what was. */
  const history: History = {
    ...durableVersions,
    prepare: ({ file, hash, bytes }) => durableVersions.prepare({ file, ...asKeptText(file, { hash, bytes }) }),
    async keep(version) {
      await durableVersions.keep(asKept(version));
      await lookForErased([version]);
    },
    async keepAll(versions) {
      await durableVersions.keepAll(versions.map(asKept));
      await lookForErased(versions);
    },
  };
  const writeAheadLog = durableWriteAheadLog(
    createWriteAheadLog(ports, () => dataFolder.current()),
    durability,
  );
  const drafts = createDrafts(ports, () => dataFolder.current());
  const undoLog = createUndoLog(ports, () => dataFolder.current());
  const lock = createWorkspaceLock(ports, place.ownFolder && paths.join(place.ownFolder, 'lock'));
  const archiveKeeping = createArchiveKeeping(ports, {
    history,
    root: place.root,
    folder: place.archiveFolder,
    enqueue,
    labelOf,
    isArchive: (file) => kindOf(file) === 'archive',
    onKept: () => decisions.follow(),
  });
  const index = createArchiveIndex(ports, place.archiveFolder, archiveKeeping.takeIn);
  const lateWrites = createLateWrites(ports, {
    contextPath: place.contextPath,
    enqueue,
    keep: keepVersion,
    asKept: () => {
      const now = erasure?.keptNow();
      return (path, version) => now?.(labelOf(path), version) ?? version;
    },
    merge: (before, after) => write('app', mergeStep(before, after, rules())),
    onUnmerged: (message) => emit({ event: 'notice', data: { workspace: id, severity: 'warning', message } }),
  });
  const settings = createWorkspaceSettings(ports, settingsPath, keepVersion, lateWrites.lookAgainAt);
  const measure = createWorkspaceMeasure(ports, () => settings.current().settings.measure);
  let erasure: Erasure | null = null;
  let reachable = true;
  let archivedFor: string | null = null;
  let closed = false;
  let scheduler: RefreshScheduler | null = null;

  const decisions: Decisions = createDecisions(ports, {
    folder: dataFolder.current,
    history,
    contextName,
    lock,
    isFollowed: place.ownFolder !== null,
    archiveNameOf: (file) => (kindOf(file) === 'archive' ? paths.basename(file) : null),
    onChange: () => emit({ event: 'cards.changed', data: { workspace: id } }),
    onUntold: (message) => emit({ event: 'notice', data: { workspace: id, severity: 'warning', message } }),
  });
  const memoryFiles = createMemoryFiles(ports, {
    root: place.root,
    contextPath: place.contextPath,
    folder: dataFolder.current,
    wanted: () => settings.current().settings.memoryFiles,
    onChange: () => emit({ event: 'sources.changed', data: { workspace: id } }),
    look: () => void look('file'),
  });
  const contextFile = createContextFile(ports, {
    place,
    dataFolder: dataFolder.current,
    history,
    historyName: contextName,
    limit: () => settings.current().settings.tokenLimit,
    measure: measure.current,
    measureProblem: measure.problem,
    undoRedo: undoLog.next,
    rewordings: async () => {
      await onceWritten();
      await undoLog.refresh();
      return undoLog.rewordings();
    },
    writersOf,
    personLooks: options.personLooks,
    beforeNews: keepPresent,
    notRecorded: () => (place.format.readOnlyReason === null ? durability.problem() : null),
    onChange: (change) => emit({ event: 'context.changed', data: { workspace: id, ...change } }),
    lookAgain: () => void look('file'),
  });
  const retention = createRetention(ports, history, {
    limits: () => {
      const { historyDays: days, historyMegabytes: megabytes } = settings.current().settings;
      return { days, megabytes };
    },
    standing: [
      async () => [contextFile.document()],
      async () => (await enqueue(() => index.ready())).flatMap(({ document }) => (document ? [document] : [])),
    ],
  });
  const rules = (): Rules => ({
    today: clock.today(),
    limit: settings.current().settings.tokenLimit,
    measure: measure.current(),
  });
  const undo = createUndo({
    undoLog,
    newId: ports.newId,
    rules,
    versionText,
    pass,
    write: (compute, undoes) => write('person', compute, { deleted: 'is refused', undoes }),
  });
  const assistantWrites = createAssistantWrites({
    decisions,
    rules,
    holds: () => settings.current().settings.holdAgainstCorrections,
    write: (name, compute, afterwards) =>
      write('assistant', compute, { deleted: 'is refused', afterwards, ...(name === undefined ? {} : { name }) }),
  });
  const readArchiveFile = createArchiveReader();
  const documentOf = (path: string, version: FileVersion): MemoryDocument =>
    path === place.contextPath ? contextFile.documentOf(version) : readArchiveFile(path, version);
  const stepFiles: StepFiles = {
    contextPath: place.contextPath,
    archivePath: index.pathOf,
    label: labelOf,
    checkArchive: index.checkInside,
  };

  /** What another process of ours wrote is in its file before it is in history and journal, but in all once it is done. */
  async function onceWritten(): Promise<void> {
    try {
      await lock.holdIfMade(async () => undefined);
    } catch (error) {
      ports.log('warn', `Whether another of us is writing could not be told: ${toContextureError(error).code}.`);
    }
  }

  async function writersOf({ hash }: Bytes, before: Bytes | null): Promise<Writer[]> {
    await onceWritten();
    try {
      return writersSince(await history.lines(), contextName, before?.hash ?? null, hash);
    } catch (error) {
      ports.log('warn', `Who wrote a version could not be looked up: ${toContextureError(error).code}.`);
      return [outside];
    }
  }

  /** @param action what the person did to make it so; left out where another program wrote it */
  async function keepVersion(path: string, { hash, bytes }: Bytes, action?: string): Promise<void> {
    const by =
      action === undefined ? ({ who: 'outside', action: 'read' } as const) : { who: 'person' as const, action };
    await history.keep({ at: clock.now(), file: labelOf(path), ...by, hash, bytes });
  }

  /** The settings as they are followed, with what of them can't be. */
  function settingsRead(): { settings: Settings; problems: string[] } {
    const { settings: values, problems } = settings.current();
    const unmeasured = measure.problem();
    return { settings: values, problems: [...problems, ...(unmeasured === null ? [] : [unmeasured])] };
  }

  async function refreshSettings(): Promise<void> {
    if (await settings.refresh()) {
      const weighsOtherwise = await measure.follow();
      const { settings: now, problems } = settingsRead();
      emit({ event: 'settings.changed', data: { workspace: id, settings: now, problems } });
      if (weighsOtherwise) {
        contextFile.weighAnew();
      } else {
        contextFile.announceSummary();
      }
    }
  }

  /** Work that writes. Where what it replaces can't be recorded, it is not begun unless the person agreed to that. */
  async function recorded<T>(who: Author, work: () => Promise<T>): Promise<T> {
    const problem = durability.problem() && (await durability.look());
    if (problem && !(who === 'person' && durability.allowsUnrecorded())) {
      throw problem;
    }
    try {
      return await work();
    } catch (error) {
      const mayStand = toContextureError(error).details['mayStand'] === true;
      if (mayStand) {
        await refreshAll().catch(() => undefined);
        throw error;
      }
      throw await durability.reasonFor(error);
    }
  }

  /** Keeps what came while nothing could be recorded, before anything newer. */
  async function makeUp(): Promise<void> {
    if (durability.problem() === null) {
      await durableVersions.catchUp();
    }
  }

  /**
   * Keeps the version in hand again where the history was taken away, or what was kept of it is damaged: before anything
   * newer, so that it is known what another program made of it. Never rejects.
   */
  async function keepPresent(): Promise<void> {
    const version = contextFile.version();
    if (version === null || contextFile.status() !== 'present' || durability.problem()) {
      return;
    }
    try {
      const last = latestOf(await history.lines(), contextName);
      if (last === undefined || (last.hash === version.hash && !(await history.isAvailable(last)))) {
        await keepVersion(place.contextPath, version);
      }
    } catch (error) {
      ports.log('warn', `A version could not be kept in the history: ${toContextureError(error).message}`);
    }
  }

  /** @param reason why, where that says how likely it is that the archive has changed */
  async function refreshAll(reason: Reason = 'archive'): Promise<void> {
    if (durability.problem()) {
      await durability.look();
    }
    const there = (await files.info(place.root)) !== null;
    if (there !== reachable) {
      reachable = there;
      emit({ event: 'workspace.reachable', data: { workspace: id, reachable } });
    }
    if (durability.problem() === null) {
      await dataFolder.follow().catch((error: unknown) => {
        ports.log('warn', `Where a workspace is could not be noted: ${toContextureError(error).message}`);
      });
    }
    await refreshSettings();
    await memoryFiles.refresh();
    await makeUp().catch((error: unknown) => {
      ports.log('warn', `What could not be recorded still can’t be: ${toContextureError(error).message}`);
    });
    await keepPresent();
    await contextFile.refresh();
    if (await undoLog.refresh()) {
      contextFile.announceSummary();
    }
    // Another process may have kept versions, and tells of it by nothing else.
    await history.lines();
    await decisions.follow();
    const isLikely = reason === 'archive' || reason === 'someone looks';
    if (index.isLoaded() && (await index.refresh(isLikely ? 'now' : 'if it is time'))) {
      emit({ event: 'archive.changed', data: { workspace: id, revision: index.revision() } });
    }
  }

  /** Archives after another program wrote over the limit, where the person set it to `always`: once per content. */
  async function archiveAlways(): Promise<void> {
    const hash = contextFile.version()?.hash ?? null;
    const { total, limit } = contextFile.summary().tokens;
    if (
      settings.current().settings.overLimit !== 'always' ||
      total <= limit ||
      hash === archivedFor ||
      contextFile.status() !== 'present'
    ) {
      return;
    }
    archivedFor = hash;
    try {
      const { archived } = await write('app', overflowStep(rules()));
      if (archived.length > 0) {
        const names = archived.slice(0, 3).map((entry) => quoted(shortName(entry)));
        const more = archived.length > names.length ? ` and ${archived.length - names.length} more` : '';
        const message = `To make room, ${countOf(archived.length)} went to the archive: ${names.join(', ')}${more}.`;
        emit({ event: 'notice', data: { workspace: id, severity: 'info', message } });
      }
    } catch (error) {
      emit({
        event: 'notice',
        data: { workspace: id, severity: 'warning', message: toContextureError(error).message },
      });
    }
  }

  /** Looks at the files now, after whatever is under way. Never rejects: nobody waits for it. */
  async function look(reason: Reason = 'archive'): Promise<void> {
    try {
      await enqueue(async () => {
        if (!closed) {
          await refreshAll(reason);
          await archiveAlways();
        }
      });
    } catch (error) {
      ports.log('error', `The files could not be looked at: ${toContextureError(error).message}`);
    }
  }

  /** The first write makes the workspace's own folder, which is to be watched from then on. */
  async function settle(): Promise<void> {
    if (await dataFolder.settle()) {
      await files.makeFolder(place.ownFolder ?? place.root);
      scheduler?.watchAgain();
    }
  }

  async function checkThere(): Promise<void> {
    if ((await files.info(place.root)) === null) {
      throw new ContextureError(
        'workspace_gone',
        `The folder ${place.root} is not there any more, so nothing can be changed in it. Bring it back, or open another.`,
        { path: place.root },
      );
    }
  }

  /** Writes a step under the lock and takes in what came of it. Must be called in turn. */
  async function write(
    who: Author,
    compute: (input: StepInput) => Promise<Step>,
    rule: WriteRule = { deleted: 'is refused' },
  ): Promise<ChangeResult> {
    contextFile.checkWritable();
    await checkThere();
    const { written, change } = await recorded(who, () =>
      lock.hold(async () => {
        await durability.attempt(settle);
        // Another process may have ended between two files; the record of it must not be lost with ours.
        await durability.attempt(async () => {
          if (await recover(ports, { tookOver: false }, { history, writeAheadLog, files: stepFiles, folders: [] })) {
            await refreshAll();
          }
        });
        await makeUp();
        // What another process of ours saved of them counts from then on, and no watch is as fast as this.
        await refreshSettings();
        await contextFile.refresh();
        if (rule.deleted === 'is refused') {
          contextFile.checkNotDeleted();
        }
        const done = await writeStep(
          ports,
          history,
          writeAheadLog,
          stepFiles,
          { who, name: rule.name ?? null },
          compute,
          contextFile.present(),
          documentOf,
          lateWrites.lookAgainAt,
        );
        const noted = done && !rule.isFinal ? await undo.noteDown(who, done, rule.undoes ?? null) : null;
        await rule.afterwards?.();
        if (done) {
          await takeIn(who, done, noted);
        }
        return { written: done, change: noted };
      }),
    );
    if (written === null) {
      return { change, revision: contextFile.revision(), archived: [], notes: [] };
    }
    const { step, archives, notes } = written;
    if (archives.length > 0 && index.isLoaded() && (await index.refresh())) {
      emit({ event: 'archive.changed', data: { workspace: id, revision: index.revision() } });
    }
    retention.carryOutSoon();
    return { change, revision: contextFile.revision(), archived: [...step.archived], notes: [...step.notes, ...notes] };
  }

  /** The lock must be held: what is followed of the change is followed without taking it again. */
  async function takeIn(
    who: Author,
    { step, contextBefore, contextAfter }: WrittenStep,
    change: Change | null,
  ): Promise<void> {
    if (contextAfter) {
      if (contextBefore && contextBefore.hash !== contextFile.version()?.hash) {
        contextFile.acceptOutside(contextBefore);
      }
      contextFile.acceptOwn(contextAfter, contextAfter.document, contextAfter.info, who, change, step.rewordings);
    } else {
      contextFile.announceSummary();
    }
    await decisions.follow();
  }

  /**
   * A version of the file that is at hand or kept; an empty text for none.
   * @throws `version_unknown`
   */
  async function versionText(hash: string | null): Promise<TypedInto> {
    const now = contextFile.version();
    if (hash === null || hash === now?.hash) {
      return { hash, text: hash === null ? '' : (now?.text ?? '') };
    }
    const bytes = await history.recall(hash);
    if (bytes === null) {
      throw new ContextureError(
        'version_unknown',
        'The version of the file that was typed into is no longer kept. Nothing was changed; what was typed is still here.',
        { version: hash },
      );
    }
    return { hash, text: versionOf(ports, place.contextPath, { bytes, hash }).text };
  }

  /** Goes on to the change before one that can't be taken back as things are. */
  async function pass(id: string): Promise<void> {
    await lock.hold(() => undoLog.pass(id));
    contextFile.announceSummary();
  }

  async function changeSettings(values: Partial<Settings>): Promise<Settings> {
    await checkThere();
    await recorded('person', () =>
      lock.hold(async () => {
        await durability.attempt(settle);
        await settings.write(values);
      }),
    );
    await refreshSettings();
    await memoryFiles.refresh();
    retention.carryOutSoon();
    return settings.current().settings;
  }

  async function approveSource(path: string, approve: boolean): Promise<void> {
    await memoryFiles.approve(path, approve);
    await memoryFiles.refresh();
  }

  async function settleDecisions(ids: ReadonlySet<string>): Promise<void> {
    await recorded('person', () => lock.hold(() => decisions.settle(ids)));
  }

  /** Settings are no part of the memory, so nothing of it changes; the version before is in the history. */
  async function restoreSettings(text: string, label: string): Promise<ChangeResult> {
    await checkThere();
    await recorded('person', () => lock.hold(() => settings.writeText(text, label)));
    await refreshSettings();
    return { change: null, revision: contextFile.revision(), archived: [], notes: [] };
  }

  /** Where it can't be done now, on a disk that is full or read-only, the memory can be looked at all the same. */
  async function putRight(): Promise<void> {
    const folders = [
      paths.dirname(place.contextPath),
      place.archiveFolder ?? place.root,
      ...(place.ownFolder === null ? [] : [place.ownFolder]),
    ];
    try {
      await lock.hold((held) => recover(ports, held, { history, writeAheadLog, files: stepFiles, folders }));
    } catch (error) {
      const { message } = toContextureError(error);
      ports.log('warn', `What an earlier end left undone could not be put right: ${message}`);
    }
  }

  erasure = createErasure(ports, {
    registry: erasureRegistry,
    reappearances,
    undoLog,
    enqueue,
    readerOf,
    places: {
      place,
      settingsPath,
      index,
      history,
      document: contextFile.document,
      folders: dataFolder.all,
      own: { roots: [place.root, ports.dataFolder] },
      others: () => memoryFiles.list().flatMap((file) => (file.state === 'read' ? [file.place] : [])),
    },
    dataFolder: dataFolder.current,
    labelOf,
    today: clock.today,
    checkWritable: async () => {
      contextFile.checkWritable();
      await checkThere();
      const problem = await durability.look();
      if (problem) {
        throw problem;
      }
      // What waits may hold what is to be erased, which is looked for in the history.
      await makeUp();
    },
    begin: () => lock.hold(settle),
    alone: lock.hold,
    refresh: async () => {
      await refreshAll();
      await index.refresh();
    },
    write: async (compute) => {
      await write('person', compute, { deleted: 'is refused', isFinal: true });
    },
    writeSettings: async (edit) => {
      await lock.hold(async () => settings.writeText(edit(await settings.textNow()), 'Erased a text everywhere'));
      await refreshSettings();
    },
    lateSettled: lateWrites.settled,
    onChange: () => emit({ event: 'erase.changed', data: { workspace: id } }),
    onErased: (texts) => {
      contextFile.announceSummary();
      emit({ event: 'erase.done', data: { workspace: id, texts: [...texts] } });
    },
  });

  // opening -------------------------------------------------------------------------------------------------------

  await durability.look();
  const writtenBefore = await dataFolder.open();
  await refreshSettings();
  // Only where we have written before, or were interrupted at the first write, is there anything of ours to finish.
  // Looking alone makes no lock.
  if (place.ownFolder !== null && (writtenBefore || (await lock.isMade()))) {
    await putRight();
  }
  await undoLog.refresh();
  await decisions.open();
  await contextFile.open();
  await decisions.follow();
  await memoryFiles.refresh();
  // Nobody waits for it: what it removes is in nobody's way.
  const tidied = tidyAppData(ports, dataFolder.current());
  retention.carryOutSoon();
  scheduler = createRefreshScheduler(
    ports,
    {
      files: [place.contextPath, ...(settings.path === null ? [] : [settings.path])],
      folders: [paths.dirname(place.contextPath), ...(place.ownFolder === null ? [] : [place.ownFolder])],
      archive: place.archiveFolder,
    },
    look,
  );

  return {
    id,
    place,
    contextFile,
    index,
    rules,
    view: (): Workspace => {
      const readOnlyReason = place.format.readOnlyReason;
      return { ...options.view, contextPath: place.contextPath, writable: readOnlyReason === null, readOnlyReason };
    },
    settings,
    settingsRead,
    measureNamed: measure.named,
    changeSettings: (values: Partial<Settings>) => enqueue(() => changeSettings(values)),
    /** Carries out a change, after whatever is under way. */
    change: (who: Author, compute: (input: StepInput) => Promise<Step>, name?: string) =>
      enqueue(() => write(who, compute, { deleted: 'is refused', ...(name === undefined ? {} : { name }) })),
    applyUpdates: (updates: readonly ContextUpdate[], name?: string) =>
      enqueue(() => assistantWrites.applyUpdates(updates, name)),
    changeAsAssistant: (operations: readonly Operation[], name: string) =>
      enqueue(() => assistantWrites.changeEntries(operations, name)),
    decisions,
    settleDecisions: (ids: ReadonlySet<string>) => enqueue(() => settleDecisions(ids)),
    memoryFiles,
    approveSource: (path: string, approve: boolean) => enqueue(() => approveSource(path, approve)),
    /** Takes a change back, or one that took back; asked twice at once, it is done once. */
    takeBack: (how: UndoRequest['how'], change: string | undefined, onDuplicate: OnDuplicate | undefined) =>
      enqueue(() => undo.takeBack(how, change, onDuplicate)),
    /** Begins anew with files that were put in the place of others. */
    beginAnew: () =>
      enqueue(async () => {
        await undoLog.clear();
        await refreshAll();
        await decisions.forget();
      }),
    /** Saves the file as text; one that was deleted meanwhile is there again. */
    saveText: (compute: (input: StepInput) => Promise<Step>) =>
      enqueue(() => write('person', compute, { deleted: 'is put back' })),
    versionText,
    history,
    retention,
    /** The person agrees to changes that can't be recorded. */
    allowUnrecorded: () => enqueue(durability.allowUnrecorded),
    kindOf,
    archiveName: paths.basename,
    contextFileName: paths.basename(place.contextPath),
    /** The text of an archive file as it is now; empty if there is none. */
    archiveText: async (name: string): Promise<string> => (await readVersion(ports, index.pathOf(name)))?.text ?? '',
    restoreSettings: (text: string, label: string) => enqueue(() => restoreSettings(text, label)),
    decodeText: ports.decodeText,
    drafts,
    now: clock.now,
    /** Writes a deleted file again as it was last read. */
    putBack: () =>
      enqueue(() => {
        const last = contextFile.version();
        if (last === null) {
          throw new ContextureError('not_found', 'There is no earlier version of the file to put back.');
        }
        return write('person', putBackStep(last.text), { deleted: 'is put back' });
      }),
    erasure,
    enqueue,
    look,
    attend: (caller: string, visible: boolean): void => scheduler?.attend(caller, visible),
    async close(): Promise<void> {
      closed = true;
      await scheduler?.close();
      await memoryFiles.close();
      await enqueue(() => contextFile.close());
      await archiveKeeping.end();
      await retention.settled();
      await tidied;
      // What came late while the rest was ending.
      await enqueue(async () => undefined);
    },
  };
}

/** A version whose text is another than what was read. */
function withoutDocument({ document: _, ...version }: NewVersion): NewVersion {
  return version;
}
export type OpenWorkspace = Awaited<ReturnType<typeof openWorkspace>>;
