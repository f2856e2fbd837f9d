import { useEffect } from 'react';
import type { ArchiveFile } from '#shared/contract/features/archive.ts';
import { useAsked, useTurns } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { useArchive } from './archive-store.ts';

/** Files in the archive folder that can't be used; `wanted` once all of it has been read, as finding them takes that. */
export function useUnusableFiles(workspace: string, wanted: boolean): readonly ArchiveFile[] {
  return useReadAtEachChange(workspace, wanted) ?? none;
}

const none: readonly ArchiveFile[] = [];

/** Entries in the archive; null until its page has been opened once, so that nobody waits for a number. */
export function useArchivedCount(workspace: string, archiveIsShown: boolean): number | null {
  const count = useArchive((state) => state.archivedCount);
  useReadAtEachChange(workspace, count !== null && !archiveIsShown);
  return count;
}

const followed = ['archive.changed'] as const;

function useReadAtEachChange(workspace: string, wanted: boolean): readonly ArchiveFile[] | null {
  const [turn] = useTurns(workspace, followed);
  // The list itself says what is wrong with the archive as a whole.
  const { answer } = useAsked(wanted ? `${workspace} ${turn}` : null, () =>
    call('archive.files', { workspace, only: 'unusable', limit: 1000 }),
  );
  useEffect(() => {
    if (answer) {
      useArchive.setState({ archivedCount: answer.entries });
    }
  }, [answer]);
  return answer?.files ?? null;
}
