import { LRUCache } from 'lru-cache';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { ArchiveFormat } from '#shared/formats/format.ts';
import { type Ports, sameFile } from '../ports.ts';
import { type IndexedFile, newestFirst, readArchiveFile } from './archive-file.ts';

/** Number of files read again: programs archive into the file of the day, which may just have changed. */
const newest = 3;

/** Reads the newest files of the archive, without a look at the others, of which there may be thousands. */
export function createNewestArchives(
  ports: Ports,
  archive: { readonly folder: string; readonly format: ArchiveFormat } | null,
  isUnread: () => boolean,
) {
  const cache = new LRUCache<string, IndexedFile>({ max: newest });
  const { files, paths } = ports;
  async function documents(): Promise<readonly MemoryDocument[]> {
    if (archive === null || isUnread()) {
      return [];
    }
    const { folder, format } = archive;
    const root = (await files.realPath(folder)) ?? folder;
    const items = (await files.list(folder))
      .filter(({ name }) => name.endsWith('.md') && !name.startsWith('.'))
      .map((item) => ({ item, name: item.name, date: format.dayOf(item.name) }))
      .sort(newestFirst)
      .slice(0, newest);
    const newestDocuments: MemoryDocument[] = [];
    for (const { item, name } of items) {
      const before = cache.get(name);
      const isKnown = before?.isSettled === true && sameFile(before.info, await files.info(paths.join(root, name)));
      const file = isKnown
        ? before
        : await readArchiveFile(ports, root, item, ports.clock.now(), before?.document ?? null, format);
      if (file) {
        cache.set(name, file);
        newestDocuments.push(...(file.document ? [file.document] : []));
      }
    }
    return newestDocuments;
  }

  return { documents, forget: (): void => cache.clear() };
}
