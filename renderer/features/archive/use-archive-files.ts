import { useEffect, useState } from 'react';
import type { ArchiveFile } from '#shared/contract/model.ts';
import { call, on } from '../../api/connection.ts';

const pageSize = 1000;

/**
 * What is known of the archive files themselves, by name, page after page. Not `wanted` before the list itself is here:
 * its call is the one that shows how far the reading is.
 */
export function useArchiveFiles(workspace: string, wanted: boolean): ReadonlyMap<string, ArchiveFile> {
  const [files, setFiles] = useState<ReadonlyMap<string, ArchiveFile>>(new Map());
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
        setFiles(found);
      }
    };
    // The list itself says what is wrong with the archive as a whole.
    load().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [workspace, wanted, turn]);
  return files;
}
