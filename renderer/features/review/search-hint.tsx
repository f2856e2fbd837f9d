import { useDeferredValue } from 'react';
import { searchedText } from '#shared/entries/search.ts';
import { type FieldName, readSearch, stateNames, unreadIn, wordsIn } from '#shared/entries/search-query.ts';
import { readyContext } from '../../api/context-store.ts';
import { DidYouMean } from '../../entries/did-you-mean.tsx';
import { showMemorySearch } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { search, useReview } from './review-store.ts';

/** Hint for a search with few results or none: what it searches, similar words, and where else to look. */
export function SearchHint({ query, found = false }: Readonly<{ query: string; found?: boolean }>) {
  return (
    <div className="stack-1">
      {[...new Set(unreadIn(query))].map((field) => (
        <p key={field} className="detail">
          {unreadInWords(field)}
        </p>
      ))}
      <DidYouMean query={query} texts={textsOfEntries} onChoose={search} />
      {readSearch(query).either.length === 0 && (
        <p className="detail">
          Search looks for words, not meanings. {!found && 'Try another word. '}
          <Button look="link" onClick={() => showMemorySearch(query)}>
            Search all memories
          </Button>
        </p>
      )}
    </div>
  );
}

/** Fewest results that leave no doubt that the search found it. */
const enough = 4;

/** Hints below the results of a search that found little. */
export function FewFound({ count }: Readonly<{ count: number }>) {
  const query = useDeferredValue(useReview((state) => state.query));
  return (
    count < enough &&
    wordsIn(readSearch(query)).length > 0 && (
      <div className="inset">
        <SearchHint query={query} found />
      </div>
    )
  );
}

const unreadInWords = (field: FieldName): string =>
  field === 'is'
    ? `After “is:” comes one of these: ${stateNames.join(', ')}.`
    : `After “${field}:” comes a day, a month or a year, such as ${field}:2026-03.`;

const textsOfEntries = (): readonly string[] => (readyContext()?.entries ?? []).map(searchedText);
