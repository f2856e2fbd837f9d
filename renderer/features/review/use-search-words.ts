import { useDeferredValue, useMemo } from 'react';
import { readSearch, wordsIn } from '#shared/entries/search-query.ts';
import { useReview } from './review-store.ts';

/** Words Review is searched for, matching the list that is shown. */
export function useSearchWords(): readonly string[] {
  const query = useDeferredValue(useReview((state) => state.query));
  return useMemo(() => wordsIn(readSearch(query)), [query]);
}
