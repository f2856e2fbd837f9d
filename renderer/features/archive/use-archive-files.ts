import { useEffect, useState } from 'react';
import type { ArchiveFile } from '#shared/contract/features/archive.ts';
import { call, on } from '../../api/connection.ts';
import { useArchive } from './archive-store.ts';

/**
 * The files in the archive folder that can't be used. Not `wanted` before the archive has been read: to say what can't
 * be used takes all of it.
 */
export function useUnusableFiles(workspace: string, wanted: boolean): readonly ArchiveFile[] {
  const [files, setFiles] = useState<readonly ArchiveFile[]>([]);
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

function useReadAtEachChange(
  workspace: string,
  wanted: boolean,
  onRead: (unusable: readonly ArchiveFile[]) => void,
): void {
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
    call('archive.files', { workspace, only: 'unusable', limit: 1000 })
      .then(({ entries, files }) => {
        if (current) {
          onRead(files);
          useArchive.setState({ archivedCount: entries });
        }
      })
      // The list itself says what is wrong with the archive as a whole.
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [workspace, wanted, turn, onRead]);
}
