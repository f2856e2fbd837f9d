import { useDeferredValue, useEffect, useState } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { readSearch } from '#shared/entries/search-query.ts';
import { loadPart } from '../../api/connection.ts';
import { readyContext } from '../../api/context-store.ts';
import { searchAllMemories } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './review-search.module.css';
import { search, useReview } from './review-store.ts';

/** So few results that the person may have been looking for something else. */
const few = 3;

/** The same above a list of few entries that a search found. */
export function FewFound({ count }: Readonly<{ count: number }>) {
  const query = useDeferredValue(useReview((state) => state.query));
  return count <= few && readSearch(query).words.length > 0 ? (
    <div className={styles['few']}>
      <SearchHint query={query} />
    </div>
  ) : null;
}

/** What a search with few results or none looks at, words that are written almost so, and where else to look. */
export function SearchHint({ query }: Readonly<{ query: string }>) {
  const near = useNearSearches(query);
  return (
    <div className="stack-1">
      {near.length > 0 && (
        <p role="status">
          Did you mean{' '}
          {near.map((each, at) => (
            <span key={each}>
              {at > 0 && ', '}
              <Button look="link" onClick={() => search(each)}>
                <VisibleText text={each} />
              </Button>
            </span>
          ))}
          ?
        </p>
      )}
      <p className="detail">
        Only letters are compared, not what they mean: another word for it may find more.{' '}
        <Button look="link" onClick={() => searchAllMemories(query)}>
          Search all memories
        </Button>
      </p>
    </div>
  );
}

/** Worked out by a part of the page that is loaded once a search finds little. */
function useNearSearches(query: string): readonly string[] {
  const [near, setNear] = useState<readonly string[]>([]);
  useEffect(() => {
    let current = true;
    setNear([]);
    const entries: readonly EntryView[] = readyContext()?.entries ?? [];
    loadPart(() => import('./near-words.ts')).then(
      ({ nearSearches }) => current && setNear(nearSearches(query, entries)),
      // Who searches does without; whatever keeps parts from being loaded says so itself.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [query]);
  return near;
}
