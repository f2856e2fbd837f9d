import { useDeferredValue } from 'react';
import { searchedText } from '#shared/entries/search.ts';
import { readSearch } from '#shared/entries/search-query.ts';
import { readyContext } from '../../api/context-store.ts';
import { DidYouMean } from '../../entries/did-you-mean.tsx';
import { searchAllMemories } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
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
  return (
    <div className="stack-1">
      <DidYouMean query={query} texts={textsOfEntries} onChoose={search} />
      <p className="detail">
        Only letters are compared, not what they mean: another word for it may find more.{' '}
        <Button look="link" onClick={() => searchAllMemories(query)}>
          Search all memories
        </Button>
      </p>
    </div>
  );
}

const textsOfEntries = (): readonly string[] => (readyContext()?.entries ?? []).map(searchedText);
