import { useDeferredValue, useMemo } from 'react';
import { readSearch, wordsIn } from '#shared/entries/search-query.ts';
import { useReview } from './review-store.ts';

/** The words Review is searched for, as of the list that is shown. */
export function useSearchWords(): readonly string[] {
  const query = useDeferredValue(useReview((state) => state.query));
  return useMemo(() => wordsIn(readSearch(query)), [query]);
}
