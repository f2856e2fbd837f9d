import type { Operation } from '#shared/contract/changes.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { OpenRequest } from './app/open-workspaces.ts';
import { createArchive } from './archive/archive.ts';
import { archiveArea } from './archive/erasable.ts';
import { archiveHandlers } from './archive/methods.ts';
import { createMemoryFiles } from './assistant/memory-files.ts';
import { assistantHandlers, sourceMethods } from './assistant/methods.ts';
import { createPutBack } from './backup/put-back.ts';
import { bringInHandlers } from './bring-in/methods.ts';
import { conversationIndexArea } from './conversations/erasable.ts';
import { savedCopiesArea } from './conversations/saved/erasable.ts';
import { createConversationStore } from './conversations/store/conversation-store.ts';
import { conversationStoreArea } from './conversations/store/erasable.ts';
import { conversationStoreHandlers } from './conversations/store/methods.ts';
import { foreignWorkArea } from './conversations/workflows/erasable.ts';
import { createDecisions } from './decisions/decisions.ts';
import { decisionMethods } from './decisions/methods.ts';
import { appDataArea, leftoversArea } from './erasure/app-data-area.ts';
import { createErasure } from './erasure/erasure.ts';
import type { ErasureRegistry } from './erasure/erasure-registry.ts';
import { createErasures } from './erasure/erasures.ts';
import { erasureHandlers } from './erasure/methods.ts';
import { createReappearances } from './erasure/reappearances.ts';
import { createRedaction, redactedHistory } from './erasure/redaction.ts';
import { handlersFor } from './handlers.ts';
import { historyArea } from './history/erasable.ts';
import { fileOfText } from './history/file-of-text.ts';
import { createHistory } from './history/history.ts';
import { createKeepVersion } from './history/keep-version.ts';
import { historyHandlers } from './history/methods.ts';
import { createRetention } from './history/retention.ts';
import { createWriters } from './history/writers.ts';
import { createAssistantUpdates } from './memory/assistant-updates.ts';
import { ContextFile } from './memory/context-file.ts';
import { createDrafts } from './memory/drafts.ts';
import { memoryArea } from './memory/erasable.ts';
import { createLook } from './memory/look.ts';
import { changeEntries, contextMethods, textHandlers } from './memory/methods.ts';
import { mergeStep } from './memory/steps.ts';
import { createVersionTexts } from './memory/version-texts.ts';
import { notesArea } from './notes/erasable.ts';
import { orLogged } from './or-logged.ts';
import type { Ports } from './ports.ts';
import { scanArea } from './scan/erasable.ts';
import { textOfStorage } from './scan/look-at-storages.ts';
import { scanHandlers } from './scan/methods.ts';
import { createScan, textsToScan } from './scan/scan.ts';
import { settingsArea } from './settings/erasable.ts';
import { settingsHandlers } from './settings/methods.ts';
import { createSettings, createSettingsChanges } from './settings/settings-service.ts';
import { createRules } from './steps/rules.ts';
import { listDriverStorages } from './storages/driver-storages.ts';
import { storagesArea } from './storages/erasable.ts';
import { storagesHandlers } from './storages/methods.ts';
import { createStorages } from './storages/storages.ts';
import { topicsArea } from './topics/erasable.ts';
import { topicMethods } from './topics/methods.ts';
import { withNotesAndTypes } from './topics/noted-format.ts';
import { createTopics } from './topics/topics.ts';
import { twinsArea } from './twins/erasable.ts';
import { twinsHandlers } from './twins/methods.ts';
import { createTwins } from './twins/twins.ts';
import { undoArea } from './undo/erasable.ts';
import { createUndo } from './undo/undo.ts';
import { createUndoLog } from './undo/undo-log.ts';
import { createUndoNotes } from './undo/undo-notes.ts';
import { workArchiveHandlers } from './work/archive-methods.ts';
import { createArchiving } from './work/archiving.ts';
import { workArea } from './work/erasable.ts';
import { workHandlers } from './work/methods.ts';
import { createWork } from './work/work.ts';
import type { Turn } from './workspace/access.ts';
import { createCommit } from './workspace/commit.ts';
import { createWorkspaceCore, type WorkspaceCore } from './workspace/core.ts';
import { durableHistory, durableWriteAheadLog } from './workspace/durability.ts';
import { createLateWrites } from './workspace/late-writes.ts';
import { tidyAppData } from './workspace/recovery.ts';
import { createRefresh } from './workspace/refresh.ts';
import { createRefreshScheduler } from './workspace/refresh-scheduler.ts';
import { createWriteAheadLog } from './workspace/write-ahead-log.ts';

export type WorkspaceOptions = OpenRequest & {
  /** True if a person looks at this engine's output; only then is it noted as seen. */
  readonly personLooks: boolean;
  /** True if what is read is shown only in the app, where a person can approve links that lead out of a workspace. */
  readonly personApproves: boolean;
};

/** Opens a workspace, as the engine and the features that go from one workspace to another know it. */
export async function openWorkspace(ports: Ports, options: WorkspaceOptions) {
  const services = await openServices(ports, options);
  const { access, layout, contextFile, settingsService, tell, attend, attending } = services;
  const { dataFolder, drafts, topics, memoryFiles, scan, settings, close, lookAgain } = services;
  return {
    ports,
    layout,
    dataFolder,
    drafts,
    contextFile,
    topics,
    memoryFiles,
    scan,
    settings,
    settingsService,
    attend,
    attending,
    lookAgain,
    close,
    look: () => services.look.look('file'),
    putBack: createPutBack(services),
    /** Answers to the calls about this workspace. */
    methods: createMethods(services),
    changeEntries: (operations: readonly Operation[], called: (label: string) => string) =>
      changeEntries(services, operations, called),
    view: (): Workspace => {
      const { readOnlyReason } = layout.format.capabilities;
      return { ...options.view, contextPath: layout.contextPath, writable: readOnlyReason === null, readOnlyReason };
    },
    startOver: () =>
      access.inTurn(async (turn) => {
        await services.undoLog.clear(turn);
        await services.refresh.all(turn);
        await services.decisions.forget(turn);
      }),
    /** Takes the place of a closed workspace that read the same file in another form, for all who follow it. */
    continueFrom(before: { readonly contextFile: ContextFile; attending(): readonly string[] }): void {
      contextFile.continueFrom(before.contextFile);
      for (const caller of before.attending()) {
        attend(caller, true);
      }
      tell('settings.changed', settingsService.read());
      tell('archive.changed', { revision: services.days.revision() });
      tell('history.changed', {});
      tell('topics.changed', {});
      tell('cards.changed', {});
    },
  };
}

/** Opens the services of a workspace, from the bottom up. Signals lead back up, connected at the end; watches come last. */
export async function openServices(ports: Ports, options: WorkspaceOptions) {
  const records = createRecords(ports, options);
  const readers = createReaders(records, options);
  const changes = createChanges(records, readers, options.view.sample);
  const erasing = createErasing(records, readers, changes, options.erasureRegistry);
  const services = { ...records, ...readers, ...changes, ...erasing };
  connect(services);
  await readFirst(services);
  const leaveList = await services.conversationStore.opened();
  // Runs in the background: what it removes is in nobody's way.
  const tidied = tidyAppData(ports, services.dataFolder.current());
  services.retention.carryOutSoon();
  const scheduler = createRefreshScheduler(ports, services.layout, services.look.look);
  services.commit.settled.on(scheduler.watchAgain);
  return {
    ...services,
    attend: scheduler.attend,
    attending: scheduler.attending,
    lookAgain: scheduler.lookAgain,
    /** @param isReplaced true if it is opened again, and what was begun in this one goes on to its end */
    async close(isReplaced = false): Promise<void> {
      leaveList();
      services.look.close();
      await services.scan.close();
      await services.twins.close();
      await scheduler.close();
      await services.storages.following.close();
      await services.memoryFiles.close();
      services.topics.close();
      await services.workArchiving.close();
      await services.work.following.close();
      await services.archiveVersions.end();
      await services.retention.settled();
      await tidied;
      await services.erasure.settled();
      // Closed last, so that late changes while the rest was ending are remembered.
      const { access, contextFile } = services;
      await (isReplaced ? access.inTurn : access.inLastTurn)(() => contextFile.close());
    },
  };
}

/** Services known to this file alone: each feature sees those that its own needs name. */
type Services = Records & Readers & Changes & ReturnType<typeof createErasing>;
type Records = ReturnType<typeof createRecords>;
type Readers = ReturnType<typeof createReaders>;
type Changes = ReturnType<typeof createChanges>;

/** Creates the workspace's own parts, and its records in the data folder. */
function createRecords(ports: Ports, { view, erasureRegistry, ...options }: WorkspaceOptions) {
  const { notes, topicTypes, place } = withNotesAndTypes(ports, options.place);
  const core: WorkspaceCore = createWorkspaceCore(ports, { ...options, id: view.id, place });
  const { layout, programLock, durability, tell } = core;
  const folder = core.dataFolder.current;
  const redaction = createRedaction(ports, layout);
  const reappearances = createReappearances({ ...core, erasureRegistry });
  const versions = createHistory(ports, () => ports.paths.join(folder(), 'history'), {
    read: layout.read,
    onChange: () => tell('history.changed', {}),
  });
  const history = redactedHistory(durableHistory(ports, versions, durability), redaction, reappearances);
  const keep = createKeepVersion(core, history);
  return {
    ...core,
    notes,
    topicTypes,
    redaction,
    reappearances,
    history,
    keep,
    writeAheadLog: durableWriteAheadLog(createWriteAheadLog(ports, folder, layout, programLock), durability),
    lateWrites: createLateWrites(core, redaction, keep),
    undoLog: createUndoLog(ports, folder, layout),
    drafts: createDrafts(ports, folder),
  };
}

/** Creates the services that read and follow the workspace's files. */
function createReaders(records: Records, { personLooks }: WorkspaceOptions) {
  const { ports, layout } = records;
  const { settings, measure, settingsService } = createSettings(records);
  const values = () => settings.current().settings;
  const archive = createArchive(records);
  const contextFile = new ContextFile({ ...records, personLooks, settings, measure, writers: createWriters(records) });
  const topics = createTopics(records);
  const memoryFiles = createMemoryFiles(
    records,
    () => values().memoryFiles,
    () => contextFile.document().text,
  );
  const work = createWork(records);
  const inArchive = async () => (await archive.archived()).flatMap(({ document }) => document ?? []);
  return {
    settings,
    settingsService,
    measure,
    ...archive,
    contextFile,
    topics,
    memoryFiles,
    work,
    storages: createStorages({ ...records, personLooks }),
    decisions: createDecisions(records, archive.newestArchives.documents),
    twins: createTwins(records, contextFile.document),
    retention: createRetention(records, values, [async () => [contextFile.document()], inArchive]),
    scan: createScan(records, {
      archive: archive.index,
      storages: async (unread) => [
        ...(await listDriverStorages(records, unread)).map(textOfStorage),
        ...(await work.keptTexts(unread)),
      ],
      texts: () => textsToScan({ layout, contextFile, memoryFiles, topics }),
    }),
    rules: createRules(ports, layout, () => values().tokenLimit, measure.current),
  };
}

/** Creates the services that change the workspace's files. */
function createChanges(records: Records, readers: Readers, isSample: boolean) {
  const below = { ...records, ...readers };
  const refresh = createRefresh(below);
  const undoNotes = createUndoNotes(records);
  const commit = createCommit({
    ...below,
    refresh,
    undoNotes,
    checkArchive: (name) => readers.index.checkInside(name),
  });
  const versionTexts = createVersionTexts(below);
  const workArchiving = createArchiving({ ...below, commit, undoNotes });
  return {
    refresh,
    undoNotes,
    commit,
    versionTexts,
    workArchiving,
    conversationStore: createConversationStore({ ...records, isSample, commit }),
    undo: createUndo({ ...below, commit, versionTexts, takeBackArchiving: workArchiving.takeBack }),
    assistantUpdates: createAssistantUpdates({ ...below, commit }),
    settingsChanges: createSettingsChanges({ ...below, refresh, commit }),
    look: createLook({ ...below, refresh, commit }),
  };
}

/** Creates the services that erase a text, from every area that keeps texts about the person. */
function createErasing(records: Records, readers: Readers, changes: Changes, erasureRegistry: ErasureRegistry) {
  const all = { ...records, ...readers, ...changes, erasureRegistry };
  const areas = [
    memoryArea(all),
    topicsArea(all),
    settingsArea(all),
    archiveArea(all),
    notesArea(all),
    conversationStoreArea(all),
    storagesArea(all),
    workArea(all),
    scanArea(all),
    twinsArea(all),
    historyArea(all),
    undoArea(all),
    conversationIndexArea(all),
    // Comes before the copies: the index relies on where messages are in the old ones.
    savedCopiesArea(all),
    foreignWorkArea(all),
    appDataArea(all, records.undoLog),
    leftoversArea(all),
  ];
  const erasures = createErasures(all, areas);
  return { erasures, erasure: createErasure({ ...all, areas, erasures }) };
}

/** Binds the handlers of the calls about a workspace, a line for each feature. */
function createMethods(all: Services & { attending(): readonly string[] }) {
  return {
    ...handlersFor(contextMethods, all),
    ...handlersFor(textHandlers, all),
    ...handlersFor(archiveHandlers, all),
    ...handlersFor(historyHandlers, all),
    ...handlersFor(decisionMethods, all),
    ...handlersFor(assistantHandlers, all),
    ...handlersFor(sourceMethods, all),
    ...handlersFor(erasureHandlers, all),
    ...handlersFor(scanHandlers, all),
    ...handlersFor(settingsHandlers, all),
    ...handlersFor(topicMethods, all),
    ...handlersFor(twinsHandlers, all),
    ...handlersFor(bringInHandlers, all),
    ...handlersFor(storagesHandlers, all),
    ...handlersFor(workHandlers, all),
    ...handlersFor(workArchiveHandlers, all),
    ...handlersFor(conversationStoreHandlers, all),
  };
}

/** Connects the signals of the lower parts to the upper parts that act on them. */
function connect(services: Services): void {
  const { ports, tell, history, drafts, contextFile, settingsService, decisions, rules, commit } = services;
  const { topics, memoryFiles, erasures, undoLog } = services;
  const lookAtFile = (): Promise<void> => services.look.look('file');
  services.durability.changed.on(contextFile.announceSummary);
  services.dataFolder.moved.on(async (before) => {
    await history.adopt(ports.paths.join(before, 'history'));
    await drafts.adopt(before);
    for (const name of ['seen.json', 'cards.json']) {
      await ports.files.discard(ports.paths.join(before, name));
    }
  });
  services.dataFolder.shared.on((before) =>
    history.copy(ports.paths.join(before, 'history'), services.layout.contextName),
  );
  settingsService.changed.on((what) => {
    tell('settings.changed', settingsService.read());
    if (what === 'measure') {
      contextFile.reweigh();
    } else {
      contextFile.announceSummary();
    }
  });
  services.links.changed.on(() => {
    services.index.readAnew();
    contextFile.announceSummary();
  });
  topics.typesChanged.on(() => contextFile.readAgain());
  topics.changed.on(() => tell('topics.changed', {}));
  services.archiveVersions.kept.on(decisions.follow);
  services.lateWrites.grown.on((turn, before, after) => commit.write(turn, 'app', mergeStep(before, after, rules())));
  commit.accepted.on(async (locked, undoes) => {
    await decisions.follow(locked);
    // Undoing the change an answer made asks its question again.
    if (undoes?.how === 'undo') {
      await decisions.reopen(locked, ({ change }) => change === undoes.undo.change.id);
    }
  });
  commit.written.on((turn, paths) => followWritten(turn, paths, services));
  contextFile.mayHaveGrown.on(lookAtFile);
  topics.mayHaveGrown.on(lookAtFile);
  memoryFiles.hinted.on(lookAtFile);
  services.refresh.began.on(erasures.noticeBeforeReading);
  // The memory may name some of these.
  services.refresh.memoryRead.on(memoryFiles.refresh);
  services.refresh.memoryRead.on(topics.refresh);
  services.refresh.memoryRead.on(services.work.following.refresh);
  services.refresh.memoryRead.on(async () => (await undoLog.refresh()) && contextFile.announceSummary());
  // Another process may have kept versions, which nothing else reports.
  services.refresh.memoryRead.on(history.lines);
  services.refresh.memoryRead.on(decisions.follow);
  services.refresh.ended.on(erasures.noticeAfterReading);
  services.refresh.ended.on(services.storages.following.check);
  contextFile.remembering.on(erasures.noticeBeforeWriting);
}

/** Updates the followers of files other than the memory with what was written to theirs. */
async function followWritten(turn: Turn, paths: readonly string[], services: Services): Promise<void> {
  const { layout, refresh, topics, work, retention } = services;
  const kinds = paths.map((path) => layout.kindOf(layout.nameOf(path)));
  if (kinds.includes('archive')) {
    await refresh.archive(turn);
  }
  if (kinds.includes('topic')) {
    await topics.refresh(turn);
  }
  await work.following.took(paths);
  retention.carryOutSoon();
}

/** Reads everything for the first time, after finishing what an earlier end left undone. */
async function readFirst(services: Services): Promise<void> {
  const { ports, layout, history, access, decisions, contextFile } = services;
  await services.durability.look();
  await services.links.refresh();
  const writtenBefore = await services.dataFolder.open();
  // The list comes before anything is kept: only an empty one is rebuilt.
  await orLogged(ports, 'The list of versions could not be made again', () =>
    history.rebuild((bytes) => fileOfText(layout, ports.decodeText(bytes) ?? '')),
  );
  await services.settingsService.refresh();
  await access.inTurn(async (turn) => {
    // Unless we have written before, or were interrupted at the first write, we have nothing to finish. Looking makes
    // no lock.
    if (writtenBefore || (await access.isLockMade())) {
      await services.commit.putRight(turn);
      await services.workArchiving.putRight(turn);
    }
    await services.undoLog.refresh();
    await services.erasures.open();
    await decisions.open();
    await contextFile.open();
    await services.topics.refresh(turn);
    await decisions.follow(turn);
    await services.memoryFiles.refresh(turn);
  });
}
