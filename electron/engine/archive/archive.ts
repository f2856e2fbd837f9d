import type { CancellationToken } from '../cancellation.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { createArchiveReader, type IndexedFile } from './archive-file.ts';
import { ArchiveIndex } from './archive-index.ts';
import { createArchiveSearch } from './archive-search.ts';
import { createArchiveVersions } from './archive-versions.ts';
import { createAllDays, createDailyNotes } from './daily-notes.ts';
import { createNewestArchives } from './newest-archives.ts';

export type Archive = ReturnType<typeof createArchive>;

export function createArchive(needs: Pick<WorkspaceParts, 'ports' | 'layout' | 'links' | 'access' | 'history'>) {
  const { ports, layout, links, access } = needs;
  const archiveVersions = createArchiveVersions(needs);
  const archiveFolder = layout.archiveFolder ?? layout.root;
  const isUnread = (): boolean => links.unread(archiveFolder) !== null;
  const stillUnread = (): Promise<boolean> =>
    links
      .checkStill(archiveFolder, () => links.unread(archiveFolder))
      .then(
        () => false,
        () => true,
      );
  const index = new ArchiveIndex(ports, layout.archive, archiveVersions.takeIn, stillUnread);
  return {
    archiveVersions,
    index,
    archived: (token?: CancellationToken): Promise<readonly IndexedFile[]> =>
      access.inTurn((turn) => index.ready(turn, token)),
    days: createAllDays(index, createDailyNotes(needs, layout.format)),
    newestArchives: createNewestArchives(ports, layout.archive, isUnread),
    archiveReader: createArchiveReader(),
    archiveSearch: createArchiveSearch(layout.format),
  };
}
