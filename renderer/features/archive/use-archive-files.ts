import { useEffect, useState } from 'react';
import type { ArchiveFile } from '#shared/contract/model.ts';
import { call, on } from '../../api/connection.ts';
import { useArchive } from './archive-store.ts';

const pageSize = 1000;

type Files = ReadonlyMap<string, ArchiveFile>;

/**
 * What is known of the archive files themselves, by name, page after page. Not `wanted` before the list itself is here:
 * its call is the one that shows how far the reading is.
 */
export function useArchiveFiles(workspace: string, wanted: boolean): Files {
  const [files, setFiles] = useState<Files>(new Map());
  useReadAtEachChange(workspace, wanted, setFiles);
  return files;
}

/** Entries in the archive; null until its page has been opened once, so that nobody waits for a number. */
export function useArchivedCount(workspace: string, archiveIsShown: boolean): number | null {
  const count = useArchive((state) => state.archivedCount);
  useReadAtEachChange(workspace, count !== null && !archiveIsShown, ignore);
  return count;
}

const ignore = (): void => undefined;

function useReadAtEachChange(workspace: string, wanted: boolean, onRead: (files: Files) => void): void {
  const [turn, setTurn] = useState(0);
  useEffect(
    () => on('archive.changed', (event) => event.workspace === workspace && setTurn((before) => before + 1)),
    [workspace],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a reason to read again.
  useEffect(() => {
    if (!wanted) {
      return;
    }
    let current = true;
    const load = async (): Promise<void> => {
      const found = new Map<string, ArchiveFile>();
      for (let offset = 0, total = 1; offset < total && current; offset += pageSize) {
        const page = await call('archive.files', { workspace, offset, limit: pageSize });
        total = page.total;
        for (const file of page.files) {
          found.set(file.name, file);
        }
      }
      if (current) {
        onRead(found);
        useArchive.setState({ archivedCount: [...found.values()].reduce((sum, file) => sum + file.entries, 0) });
      }
    };
    // The list itself says what is wrong with the archive as a whole.
    load().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [workspace, wanted, turn, onRead]);
}
