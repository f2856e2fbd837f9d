import { useDeferredValue, useMemo } from 'react';
import { searchWords } from '#shared/entries/search.ts';
import { useReview } from './review-store.ts';

/** The words Review is searched for, as of the list that is shown. */
export function useSearchWords(): readonly string[] {
  const query = useDeferredValue(useReview((state) => state.query));
  return useMemo(() => searchWords(query), [query]);
}
