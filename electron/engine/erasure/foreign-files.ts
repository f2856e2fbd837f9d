import type { NotErased } from '#shared/contract/features/erasure.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import type { ArchiveIndex } from '../archive/archive-index.ts';
import type { Ports } from '../ports.ts';
import type { Turn } from '../workspace/access.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import { textAt } from './erasable-area.ts';
import { cannotRead } from './search.ts';

export type ForeignFilesOptions = {
  readonly layout: WorkspaceLayout;
  readonly index: ArchiveIndex;
  /** Files of others that an assistant reads beside the memory. */
  readonly others: () => readonly string[];
};

/** Folders in which the workspace's files are. */
export function memoryFolders({ paths }: Pick<Ports, 'paths'>, layout: WorkspaceLayout): string[] {
  const { contextPath, archiveFolder, ownFolder } = layout;
  return [paths.dirname(contextPath), archiveFolder, ownFolder].filter((folder) => folder !== null);
}

/**
 * Files beside ours that are another's and hold the text, and archives that can't be used: they are named and left as
 * they are.
 */
export async function foreignFiles(
  ports: Ports,
  turn: Turn,
  { layout, index, others }: ForeignFilesOptions,
  eraser: Eraser,
): Promise<NotErased[]> {
  const { files, paths } = ports;
  const { contextPath, archiveFolder, settingsPath } = layout;
  const found: NotErased[] = [];
  const unread = (path: string, error: unknown): void => void found.push(cannotRead(path, error));
  const ignore = (): void => undefined;
  const archives = new Map((await index.ready(turn)).map((file) => [file.name, file]));
  for (const folder of memoryFolders(ports, layout)) {
    for (const { name, kind } of await files.list(folder)) {
      const path = paths.join(folder, name);
      const ofArchive = folder === archiveFolder ? archives.get(name) : undefined;
      const isOurs = path === contextPath || path === settingsPath || ofArchive?.document;
      if (kind !== 'file' || isOurs) {
        continue;
      }
      const text = await textAt(ports, path, ofArchive ? unread : ignore);
      if (text !== null && eraser.occurs(text)) {
        found.push({ path, why: ofArchive?.problem ?? 'It is not a file of Contexture’s.' });
      }
    }
  }
  for (const path of others()) {
    const text = await textAt(ports, path, ignore);
    if (text !== null && eraser.occurs(text)) {
      found.push({ path, why: 'Your assistant reads it too, but Contexture does not change it.' });
    }
  }
  return found;
}
