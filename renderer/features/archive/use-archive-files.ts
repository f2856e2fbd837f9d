import { useEffect } from 'react';
import type { ArchiveFile } from '#shared/contract/features/archive.ts';
import { useAsked, useTurns } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { useArchive } from './archive-store.ts';

/** Unusable files in the archive folder; `isWanted` once all of it has been read, since finding them takes that. */
export function useUnusableFiles(workspace: string, isWanted: boolean): readonly ArchiveFile[] {
  return useReadAtEachChange(workspace, isWanted) ?? none;
}

const none: readonly ArchiveFile[] = [];

/** Number of entries in the archive; null until its page has been opened once, so that nobody waits for a number. */
export function useArchivedCount(workspace: string, isArchiveShown: boolean): number | null {
  const count = useArchive((state) => state.archivedCount);
  useReadAtEachChange(workspace, count !== null && !isArchiveShown);
  return count;
}

function useReadAtEachChange(workspace: string, isWanted: boolean): readonly ArchiveFile[] | null {
  const [turn] = useTurns(workspace, ['archive.changed']);
  // The list itself reports problems of the whole archive.
  const { answer } = useAsked(isWanted ? `${workspace} ${turn}` : null, () =>
    call('archive.files', { workspace, only: 'unusable', limit: 1000 }),
  );
  useEffect(() => {
    if (answer) {
      useArchive.setState({ archivedCount: answer.entries });
    }
  }, [answer]);
  return answer?.files ?? null;
}
