import { leavesOthersOut } from '#shared/contract/features/settings.ts';
import { createArchiveReader, type IndexedFile } from '../archive/archive-file.ts';
import { ArchiveIndex } from '../archive/archive-index.ts';
import { createArchiveSearch } from '../archive/archive-search.ts';
import { createArchiveVersions } from '../archive/archive-versions.ts';
import { createAllDays, createDailyNotes } from '../archive/daily-notes.ts';
import { createNewestArchives } from '../archive/newest-archives.ts';
import { createMemoryFiles } from '../assistant/memory-files.ts';
import type { CancellationToken } from '../cancellation.ts';
import { createDecisions } from '../decisions/decisions.ts';
import { createRetention } from '../history/retention.ts';
import { createWriters } from '../history/writers.ts';
import { ContextFile } from '../memory/context-file.ts';
import { textOfStorage } from '../scan/look-at-storages.ts';
import { createScan } from '../scan/scan.ts';
import { createSettingsService } from '../settings/settings-service.ts';
import { createWorkspaceMeasure } from '../settings/workspace-measure.ts';
import { createWorkspaceSettings } from '../settings/workspace-settings.ts';
import type { Rules } from '../steps/rules.ts';
import { keptStorages } from '../storages/kept-in-drivers.ts';
import { createTopics } from '../topics/topics.ts';
import { createTwins } from '../twins/twins.ts';
import { createWork } from '../work/work.ts';
import type { Kept } from './kept.ts';

export type Followed = ReturnType<typeof createFollowed>;

export function createFollowed(kept: Kept) {
  const { ports, layout, access } = kept;
  const settings = createWorkspaceSettings(kept);
  const values = () => settings.current().settings;
  const measure = createWorkspaceMeasure(
    ports,
    layout.format.measure,
    () => values().measure,
    () => leavesOthersOut(values(), layout.format.capabilities),
  );
  const archiveVersions = createArchiveVersions(kept);
  const archiveFolder = layout.archiveFolder ?? layout.root;
  const isUnread = (): boolean => kept.links.unread(archiveFolder) !== null;
  const stillUnread = (): Promise<boolean> =>
    kept.links
      .checkStill(archiveFolder, () => kept.links.unread(archiveFolder))
      .then(
        () => false,
        () => true,
      );
  const index = new ArchiveIndex(ports, layout.archive, archiveVersions.takeIn, stillUnread);
  const newestArchives = createNewestArchives(ports, layout.archive, isUnread);
  const contextFile = new ContextFile(kept, settings, measure, createWriters(kept));
  /** Reads the archive to its end. @throws `cancelled` */
  const archived = (work?: CancellationToken): Promise<readonly IndexedFile[]> =>
    access.inTurn((turn) => index.ready(turn, work));
  const days = createAllDays(index, createDailyNotes(kept, layout.format));
  const inArchive = async () => (await archived()).flatMap(({ document }) => document ?? []);
  const memoryFiles = createMemoryFiles(
    kept,
    () => values().memoryFiles,
    () => contextFile.document().text,
  );
  const topics = createTopics(kept);
  const work = createWork(kept);
  const scan = createScan(kept, {
    archive: index,
    storages: async (unread) => [
      ...(await keptStorages(kept, unread)).map(textOfStorage),
      ...(await work.keptTexts(unread)),
    ],
    texts: () => {
      const document = contextFile.document();
      const memory = { place: 'memory', file: layout.contextName, text: document.text, document } as const;
      const sources = memoryFiles
        .read()
        .map(({ path, text }) => ({ place: 'source', file: path, text, document: null }) as const);
      const ofTopics = topics
        .list()
        .flatMap(({ file, read }) => (read ? { place: 'topic' as const, file, text: read.text, document: null } : []));
      return [memory, ...ofTopics, ...sources];
    },
  });
  const rules = (): Rules => ({
    format: layout.format,
    layout,
    text: ports,
    today: ports.clock.today(),
    limit: values().tokenLimit,
    measure: measure.current(),
  });
  return {
    ...kept,
    settings,
    settingsService: createSettingsService(settings, measure),
    measure,
    rules,
    archiveVersions,
    index,
    archived,
    days,
    newestArchives,
    archiveReader: createArchiveReader(),
    archiveSearch: createArchiveSearch(layout.format),
    decisions: createDecisions(kept, newestArchives.documents),
    memoryFiles,
    scan,
    contextFile,
    topics,
    twins: createTwins(kept, contextFile.document),
    work,
    retention: createRetention(kept, values, [async () => [contextFile.document()], inArchive]),
  };
}
