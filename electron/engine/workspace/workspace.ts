import type { AnyEvent, EventData, EventName } from '#shared/contract/contract.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { createArchiveIndex } from '../archive/archive-index.ts';
import { createArchiveVersions } from '../archive/archive-versions.ts';
import { createMemoryFiles } from '../assistant/memory-files.ts';
import { createDecisions } from '../decisions/decisions.ts';
import { createErasure } from '../erasure/erasure.ts';
import type { ErasureRegistry } from '../erasure/erasure-registry.ts';
import { createReappearances } from '../erasure/reappearances.ts';
import { createRedaction, redactedHistory } from '../erasure/redaction.ts';
import { createHistory } from '../history/history.ts';
import { createRetention } from '../history/retention.ts';
import { createWriters } from '../history/writers.ts';
import { createAssistantUpdates } from '../memory/assistant-updates.ts';
import { createContextFile } from '../memory/context-file.ts';
import { createDrafts } from '../memory/drafts.ts';
import type { Rules } from '../memory/rules.ts';
import { mergeStep } from '../memory/steps.ts';
import { createVersionTexts } from '../memory/version-texts.ts';
import type { Ports } from '../ports.ts';
import { createSettingsChanges } from '../settings/settings-changes.ts';
import { createSettingsService } from '../settings/settings-service.ts';
import { createWorkspaceMeasure } from '../settings/workspace-measure.ts';
import { createWorkspaceSettings } from '../settings/workspace-settings.ts';
import { createUndo } from '../undo/undo.ts';
import { createUndoLog } from '../undo/undo-log.ts';
import { createUndoNotes } from '../undo/undo-notes.ts';
import { createAccess } from './access.ts';
import { createCommit } from './commit.ts';
import type { DataFolders } from './data-folders.ts';
import { createDurability, durableHistory, durableWriteAheadLog } from './durability.ts';
import { createLateWrites } from './late-writes.ts';
import { createLayout, type WorkspacePlace } from './layout.ts';
import { createLook } from './look.ts';
import { tidyAppData } from './recovery.ts';
import { createRefresh } from './refresh.ts';
import { createRefreshScheduler } from './refresh-scheduler.ts';
import { createWriteAheadLog } from './write-ahead-log.ts';

export type WorkspaceOptions = {
  readonly place: WorkspacePlace;
  readonly view: Omit<Workspace, 'writable' | 'readOnlyReason' | 'contextPath'>;
  readonly folders: DataFolders;
  readonly personLooks: boolean;
  readonly erasureRegistry: ErasureRegistry;
  readonly emit: (event: AnyEvent) => void;
};

/**
 * One open workspace: what follows its files and carries out changes to them, built from the bottom up. Calls back up
 * are signals, connected at the end.
 */
export async function openWorkspace(ports: Ports, { place, view, folders, personLooks, ...options }: WorkspaceOptions) {
  const { files, paths, clock } = ports;
  const { id } = view;
  const tell = <N extends EventName>(event: N, data: Omit<EventData<N>, 'workspace'>): void =>
    options.emit({ event, data: { workspace: id, ...data } } as unknown as AnyEvent);
  const warn = (message: string): void => tell('notice', { severity: 'warning', message });

  // what is where, and who works on it ---------------------------------------------------------------------------
  const layout = createLayout(ports, place);
  const access = createAccess(ports, layout.lockPath);
  const dataFolder = folders.of(layout.root);
  const durability = createDurability(ports);

  // what is kept -------------------------------------------------------------------------------------------------
  const read = (file: string, text: string) => layout.formatOf(file)?.read(text) ?? null;
  const redaction = createRedaction(ports, layout.formatOf);
  const reappearances = createReappearances(ports, options.erasureRegistry, {
    folder: dataFolder.current,
    read,
    onChange: () => tell('erase.changed', {}),
  });
  const keptVersions = createHistory(ports, () => paths.join(dataFolder.current(), 'history'), {
    read,
    onChange: () => tell('history.changed', {}),
  });
  const history = redactedHistory(durableHistory(ports, keptVersions, durability), redaction, reappearances);
  const keep = async (path: string, { hash, bytes }: { bytes: Uint8Array; hash: string }, action?: string) => {
    const by =
      action === undefined ? ({ who: 'outside', action: 'read' } as const) : { who: 'person' as const, action };
    await history.keep({ at: clock.now(), file: layout.nameOf(path), ...by, hash, bytes });
  };
  const writeAheadLog = durableWriteAheadLog(createWriteAheadLog(ports, dataFolder.current, layout), durability);
  const drafts = createDrafts(ports, dataFolder.current);
  const undoLog = createUndoLog(ports, dataFolder.current, layout);
  const lateWrites = createLateWrites(ports, { layout, access, redaction, keep, onUnmerged: warn });

  // what is followed ---------------------------------------------------------------------------------------------
  const archiveVersions = createArchiveVersions(ports, { history, layout, access });
  const index = createArchiveIndex(ports, layout.archive, archiveVersions.takeIn);
  const settings = createWorkspaceSettings(ports, layout.settingsPath, keep, lateWrites.lookAgainAt);
  const values = () => settings.current().settings;
  const measure = createWorkspaceMeasure(ports, () => values().measure);
  const settingsService = createSettingsService(settings, measure);
  const rules = (): Rules => ({
    format: layout.format,
    layout,
    today: clock.today(),
    limit: values().tokenLimit,
    measure: measure.current(),
  });
  const decisions = createDecisions(ports, {
    folder: dataFolder.current,
    history,
    contextName: layout.contextName,
    archiveNameOf: layout.archiveNameOf,
    access,
    isFollowed: layout.ownFolder !== null,
    onChange: () => tell('cards.changed', {}),
    onUntold: warn,
  });
  const memoryFiles = createMemoryFiles(ports, {
    root: layout.root,
    contextPath: layout.contextPath,
    folder: dataFolder.current,
    wanted: () => values().memoryFiles,
    onChange: () => tell('sources.changed', {}),
  });
  const writers = createWriters(ports, { access, history, undoLog, file: layout.contextName });
  const contextFile = createContextFile(ports, {
    layout,
    dataFolder: dataFolder.current,
    history,
    durability,
    limit: () => values().tokenLimit,
    measure: measure.current,
    measureProblem: measure.problem,
    undoRedo: undoLog.next,
    rewordings: writers.rewordings,
    writersOf: writers.since,
    personLooks,
    onChange: (change) => tell('context.changed', change),
  });
  const retention = createRetention(ports, history, {
    limits: () => ({ days: values().historyDays, megabytes: values().historyMegabytes }),
    standing: [
      async () => [contextFile.document()],
      async () =>
        (await access.inTurn((turn) => index.ready(turn))).flatMap(({ document }) => (document ? [document] : [])),
    ],
  });

  // what is done -------------------------------------------------------------------------------------------------
  const refresh = createRefresh(ports, {
    layout,
    durability,
    dataFolder,
    history,
    settings: settingsService,
    memoryFiles,
    contextFile,
    undoLog,
    decisions,
    index,
    onReachable: (reachable) => tell('workspace.reachable', { reachable }),
    onArchiveChange: () => tell('archive.changed', { revision: index.revision() }),
  });
  const undoNotes = createUndoNotes(undoLog, layout, ports.newId);
  const commit = createCommit(ports, {
    layout,
    access,
    durability,
    dataFolder,
    history,
    writeAheadLog,
    contextFile,
    index,
    decisions,
    undoNotes,
    lateWrites,
    retention,
    refresh,
  });
  const versionTexts = createVersionTexts(ports, { layout, contextFile, history });
  const undo = createUndo({
    access,
    commit,
    undoLog,
    sources: () => ({ rules: rules(), layout, ...versionTexts }),
    onNext: contextFile.announceSummary,
  });
  const assistantUpdates = createAssistantUpdates({
    access,
    commit,
    decisions,
    rules,
    holds: () => values().holdAgainstCorrections,
  });
  const settingsChanges = createSettingsChanges({ access, commit, refresh, settings, memoryFiles, retention });
  const erasure = createErasure(ports, {
    layout,
    access,
    places: {
      layout,
      index,
      history,
      document: contextFile.document,
      folders: dataFolder.all,
      own: { roots: [layout.root, ports.dataFolder], format: layout.format },
      others: () => memoryFiles.list().flatMap((file) => (file.state === 'read' ? [file.place] : [])),
    },
    redaction,
    registry: options.erasureRegistry,
    reappearances,
    undoLog,
    dataFolder: dataFolder.current,
    rules,
    commit,
    refresh,
    settings,
    lateWrites,
    onChange: () => tell('erase.changed', {}),
    onErased: (texts) => {
      contextFile.announceSummary();
      tell('erase.done', { texts: [...texts] });
    },
  });
  const { look, close: stopLooking } = createLook(ports, {
    access,
    contextFile,
    settings,
    rules,
    refresh,
    commit,
    tell: (notice) => tell('notice', notice),
  });

  // what calls back up -------------------------------------------------------------------------------------------
  durability.changed.on(contextFile.announceSummary);
  dataFolder.moved.on(async (before) => {
    await history.adopt(paths.join(before, 'history'));
    await drafts.adopt(paths.join(before, 'drafts'));
    for (const name of ['seen.json', 'cards.json']) {
      await files.discard(paths.join(before, name));
    }
  });
  settingsService.changed.on((what) => {
    tell('settings.changed', settingsService.read());
    if (what === 'measure') {
      contextFile.weighAnew();
    } else {
      contextFile.announceSummary();
    }
  });
  archiveVersions.kept.on(decisions.follow);
  lateWrites.grown.on((turn, before, after) => commit.write(turn, 'app', mergeStep(before, after, rules())));
  contextFile.mayHaveGrown.on(() => look('file'));
  memoryFiles.hinted.on(() => look('file'));
  commit.settled.on(() => scheduler.watchAgain());

  // opening ------------------------------------------------------------------------------------------------------
  await durability.look();
  const writtenBefore = await dataFolder.open();
  await settingsService.refresh();
  await access.inTurn(async (turn) => {
    // Only where we have written before, or were interrupted at the first write, is there anything of ours to finish.
    // Looking alone makes no lock.
    if (layout.ownFolder !== null && (writtenBefore || (await access.isLockMade()))) {
      await commit.putRight(turn);
    }
    await undoLog.refresh();
    await decisions.open();
    await contextFile.open();
    await decisions.follow(turn);
    await memoryFiles.refresh(turn);
  });
  // Nobody waits for it: what it removes is in nobody's way.
  const tidied = tidyAppData(ports, dataFolder.current());
  retention.carryOutSoon();
  const scheduler = createRefreshScheduler(
    ports,
    {
      files: [layout.contextPath, ...(layout.settingsPath === null ? [] : [layout.settingsPath])],
      folders: [paths.dirname(layout.contextPath), ...(layout.ownFolder === null ? [] : [layout.ownFolder])],
      archive: layout.archiveFolder,
    },
    look,
  );

  return {
    id,
    layout,
    access,
    rules,
    view: (): Workspace => {
      const { readOnlyReason } = layout.format.capabilities;
      return { ...view, contextPath: layout.contextPath, writable: readOnlyReason === null, readOnlyReason };
    },
    contextFile,
    commit,
    assistantUpdates,
    versionTexts,
    drafts,
    index,
    history,
    retention,
    durability,
    undo,
    decisions,
    memoryFiles,
    settings,
    settingsService,
    settingsChanges,
    measure,
    erasure,
    /** Begins anew with files that were put in the place of others. */
    beginAnew: () =>
      access.inTurn(async (turn) => {
        await undoLog.clear(turn);
        await refresh.all(turn);
        await decisions.forget(turn);
      }),
    look,
    attend: scheduler.attend,
    async close(): Promise<void> {
      stopLooking();
      await scheduler.close();
      await memoryFiles.close();
      await access.inTurn(() => contextFile.close());
      await archiveVersions.end();
      await retention.settled();
      await tidied;
      // What came late while the rest was ending.
      await access.inTurn(async () => undefined);
    },
  };
}
export type OpenWorkspace = Awaited<ReturnType<typeof openWorkspace>>;
