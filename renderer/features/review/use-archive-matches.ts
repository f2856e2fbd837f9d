import type { Result } from '#shared/contract/contract.ts';
import { useAsked, useTurns } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { useReview } from './review-store.ts';

/** What a search found in the archive; null where nothing is searched for. */
export type ArchiveMatches = Pick<Result<'archive.entries'>, 'entries' | 'total'> | null;

const followed = ['archive.changed'] as const;
const pause = 150;
const maxShown = 25;

/** Looks for the words of the search in the archive as well, a moment after the last key. */
export function useArchiveMatches(workspace: string, hasArchive: boolean): ArchiveMatches {
  const query = useReview((state) => (hasArchive ? state.query.trim() : ''));
  const [turn] = useTurns(workspace, followed);
  const { answer, problem } = useAsked<ArchiveMatches>(
    JSON.stringify([workspace, query, turn]),
    async (options) => (query === '' ? null : call('archive.entries', { workspace, query, limit: maxShown }, options)),
    query === '' || turn > 0 ? 0 : pause,
  );
  // The list's own entries still stand; a search that fails here fails again in the archive, and is said there.
  return problem ? null : answer;
}
