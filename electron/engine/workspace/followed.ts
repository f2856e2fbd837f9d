import { ArchiveIndex } from '../archive/archive-index.ts';
import { createArchiveVersions } from '../archive/archive-versions.ts';
import { createMemoryFiles } from '../assistant/memory-files.ts';
import { createDecisions } from '../decisions/decisions.ts';
import { createRetention } from '../history/retention.ts';
import { createWriters } from '../history/writers.ts';
import { ContextFile } from '../memory/context-file.ts';
import type { Rules } from '../memory/rules.ts';
import type { Ports } from '../ports.ts';
import { createSettingsService } from '../settings/settings-service.ts';
import { createWorkspaceMeasure } from '../settings/workspace-measure.ts';
import { createWorkspaceSettings } from '../settings/workspace-settings.ts';
import type { Base } from './base.ts';
import type { Kept } from './kept.ts';

export type Followed = ReturnType<typeof createFollowed>;

/** The files of a workspace as they are followed: settings, archive, the memory itself and what is read before it. */
export function createFollowed(ports: Ports, base: Base, kept: Kept, personLooks: boolean) {
  const { layout, access, durability, dataFolder, tell } = base;
  const { history, keep, undoLog, lateWrites } = kept;
  const settings = createWorkspaceSettings(ports, layout.settingsPath, keep, lateWrites.lookAgainAt);
  const values = () => settings.current().settings;
  const measure = createWorkspaceMeasure(ports, () => values().measure);
  const archiveVersions = createArchiveVersions(ports, { history, layout, access });
  const index = new ArchiveIndex(ports, layout.archive, archiveVersions.takeIn);
  const decisions = createDecisions(ports, {
    folder: dataFolder.current,
    history,
    contextName: layout.contextName,
    archiveNameOf: layout.archiveNameOf,
    access,
    isFollowed: layout.ownFolder !== null,
    onChange: () => tell('cards.changed', {}),
    onUntold: (message) => tell('notice', { severity: 'warning', message }),
  });
  const memoryFiles = createMemoryFiles(ports, {
    root: layout.root,
    contextPath: layout.contextPath,
    folder: dataFolder.current,
    wanted: () => values().memoryFiles,
    onChange: () => tell('sources.changed', {}),
  });
  const writers = createWriters(ports, { access, history, undoLog, file: layout.contextName });
  const contextFile = new ContextFile(ports, {
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
  const inArchive = async () => {
    const files = await access.inTurn((turn) => index.ready(turn));
    return files.flatMap(({ document }) => (document ? [document] : []));
  };
  const retention = createRetention(ports, history, {
    limits: () => ({ days: values().historyDays, megabytes: values().historyMegabytes }),
    standing: [async () => [contextFile.document()], inArchive],
  });
  const rules = (): Rules => ({
    format: layout.format,
    layout,
    today: ports.clock.today(),
    limit: values().tokenLimit,
    measure: measure.current(),
  });
  const settingsService = createSettingsService(settings, measure);
  return {
    settings,
    settingsService,
    measure,
    rules,
    archiveVersions,
    index,
    decisions,
    memoryFiles,
    contextFile,
    retention,
  };
}
