import { lazy, Suspense, useDeferredValue } from 'react';
import { readSearch, wordsIn } from '#shared/entries/search-query.ts';
import { loadPart } from '../../api/connection.ts';
import styles from './review-search.module.css';
import { useReview } from './review-store.ts';

const loadHint = () => loadPart(() => import('./search-hint.tsx'));
const Hint = lazy(() => loadHint().then((module) => ({ default: module.SearchHint })));
const RelatedHint = lazy(() => loadHint().then((module) => ({ default: module.RelatedHint })));

/** So few results that the person may have been looking for something else. */
const few = 3;

/** Below what a search found: what else there may be to find. */
export function FewFound({ count }: Readonly<{ count: number }>) {
  const query = useDeferredValue(useReview((state) => state.query));
  if (wordsIn(readSearch(query)).length === 0) {
    return null;
  }
  return (
    <div className={styles['few']}>
      {count <= few ? (
        <SearchHint query={query} found />
      ) : (
        <Suspense fallback={null}>
          <RelatedHint query={query} />
        </Suspense>
      )}
    </div>
  );
}

/** Instead of a list where nothing is found. */
export function SearchHint(props: Readonly<{ query: string; found?: boolean }>) {
  return (
    <Suspense fallback={null}>
      <Hint {...props} />
    </Suspense>
  );
}
