import { useDeferredValue } from 'react';
import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { searchedText } from '#shared/entries/search.ts';
import { type FieldName, readSearch, stateNames, unreadIn, wordsIn } from '#shared/entries/search-query.ts';
import { useApp } from '../../api/app-store.ts';
import { type ReadyContext, readyContext } from '../../api/context-store.ts';
import { go } from '../../api/navigation.ts';
import { DidYouMean } from '../../entries/did-you-mean.tsx';
import { showMemorySearch } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { momentInWords } from '../../wording/dates.ts';
import { readAgain, run } from './changes.ts';
import { anyFilter, filtersFor, noFilters } from './filters.ts';
import { filterBy, openDialog, search, showAboutOnly, showType, useReview } from './review-store.ts';

/** The file is there but could not be read even once. That is not the same as nothing having been learned. */
export function NothingRead({ summary }: Readonly<{ summary: ContextSummary }>) {
  return (
    <section aria-label="The file can’t be read">
      <EmptyState
        title="Nothing can be shown"
        action={
          <>
            <Button look="primary" onClick={readAgain}>
              Try again
            </Button>
            <Button onClick={() => go('history')}>Look at its versions</Button>
            <Button onClick={() => go('home')}>Open another</Button>
          </>
        }
      >
        <VisibleText text={summary.problem?.message ?? 'The file can’t be read at the moment.'} /> Your entries appear
        here as soon as it can be read.
      </EmptyState>
    </section>
  );
}

export function ReviewEmpty({ context, writable }: Readonly<{ context: ReadyContext; writable: boolean }>) {
  const { workspace, summary, entries } = context;
  const { keptAt, capabilities } = summary;
  const query = useReview((state) => state.query);
  const isNarrowed = useReview(({ topicType, about }) => topicType !== null || about !== null);
  const isFiltered =
    useApp((state) => anyFilter(filtersFor(state.preferences.reviewFilters, capabilities))) || isNarrowed;
  const isAll = entries.length === 0 && query === '' && !isFiltered;
  if (isAll && keptAt !== null) {
    return (
      <EmptyState
        title="The memory is gone from here"
        action={
          <>
            {writable && (
              <Button look="primary" onClick={() => void run('context.putBack', { workspace })}>
                Restore it
              </Button>
            )}
            <Button onClick={() => go('history')}>Look at its versions</Button>
          </>
        }
      >
        Its file was deleted while Contexture was closed. Its last version is kept, from {momentInWords(keptAt)}.
      </EmptyState>
    );
  }
  if (isAll) {
    return (
      <EmptyState
        title="Nothing learned yet"
        action={
          <>
            <Button look="primary" onClick={() => go('connections')}>
              Connect an assistant
            </Button>
            {writable && <Button onClick={() => openDialog({ kind: 'add' })}>Add the first entry</Button>}
          </>
        }
      >
        What your assistant learns about you appears here as soon as it writes it, for you to correct and keep.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No results"
      action={
        <Button
          onClick={() => {
            search('');
            filterBy(noFilters);
            showType(null);
            showAboutOnly(null);
          }}
        >
          Show everything
        </Button>
      }
    >
      No entry matches {query === '' ? 'these filters' : `“${query}”`}
      {query !== '' && isFiltered ? ' with these filters' : ''}.{query !== '' && <SearchHint query={query} />}
    </EmptyState>
  );
}

/** Hint for a search with few results or none: what it searches, similar words, and where else to look. */
function SearchHint({ query, hasResults = false }: Readonly<{ query: string; hasResults?: boolean }>) {
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
          Search looks for words, not meanings. {!hasResults && 'Try another word. '}
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

export function FewFound({ count }: Readonly<{ count: number }>) {
  const query = useDeferredValue(useReview((state) => state.query));
  return (
    count < enough &&
    wordsIn(readSearch(query)).length > 0 && (
      <div className="inset">
        <SearchHint query={query} hasResults />
      </div>
    )
  );
}

const unreadInWords = (field: FieldName): string =>
  field === 'is'
    ? `After “is:” comes one of these: ${stateNames.join(', ')}.`
    : `After “${field}:” comes a day, a month or a year, such as ${field}:2026-03.`;

const textsOfEntries = (): readonly string[] => (readyContext()?.entries ?? []).map(searchedText);
