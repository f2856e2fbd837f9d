import { useEffect, useState } from 'react';
import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import { call, on } from '../../api/connection.ts';
import { useReview } from './review-store.ts';

/** What a search found in the archive. */
export type ArchiveMatches =
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly entries: readonly ArchivedEntry[]; readonly total: number };

const none: ArchiveMatches = { kind: 'none' };
const pause = 150;
const maxShown = 25;

/** Looks for the words of the search in the archive as well, a moment after the last key. */
export function useArchiveMatches(workspace: string, hasArchive: boolean): ArchiveMatches {
  const query = useReview((state) => (hasArchive ? state.query.trim() : ''));
  const [matches, setMatches] = useState<ArchiveMatches>(none);
  const [turn, setTurn] = useState(0);
  useEffect(() => on('archive.changed', () => setTurn((before) => before + 1)), []);
  useEffect(() => {
    if (query === '') {
      setMatches(none);
      return;
    }
    let cancel = (): void => undefined;
    let current = true;
    const timer = setTimeout(
      () => {
        call('archive.entries', { workspace, query, limit: maxShown }, { onStart: (stop) => (cancel = stop) })
          .then(({ entries, total }) => current && setMatches({ kind: 'found', entries, total }))
          // The list's own entries still stand; a search that fails here fails again in the archive, and is said there.
          .catch(() => current && setMatches(none));
      },
      turn > 0 ? 0 : pause,
    );
    return () => {
      current = false;
      clearTimeout(timer);
      cancel();
    };
  }, [workspace, query, turn]);
  return matches;
}
