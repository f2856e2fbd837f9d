import type { Result } from '#shared/contract/contract.ts';
import { useAsked, useTurns } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { useReview } from './review-store.ts';

/** Results of a search in the archive; null if there is no search. */
export type ArchiveMatches = Pick<Result<'archive.entries'>, 'entries' | 'total'> | null;

const followed = ['archive.changed'] as const;
const pause = 150;
const maxShown = 25;

/** Searches the archive too, a moment after the last key. */
export function useArchiveMatches(workspace: string, hasArchive: boolean): ArchiveMatches {
  const query = useReview((state) => (hasArchive ? state.query.trim() : ''));
  const [turn] = useTurns(workspace, followed);
  const { answer, problem } = useAsked<ArchiveMatches>(
    JSON.stringify([workspace, query, turn]),
    async (options) => (query === '' ? null : call('archive.entries', { workspace, query, limit: maxShown }, options)),
    query === '' || turn > 0 ? 0 : pause,
  );
  // The list's own results stay valid; a search that fails here fails in the archive too, which reports it.
  return problem ? null : answer;
}
