import { useMemo } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { searchedText } from '#shared/entries/search.ts';
import { type FieldName, readSearch, stateNames, unreadIn } from '#shared/entries/search-query.ts';
import { readyContext, useContextStore } from '../../api/context-store.ts';
import { DidYouMean } from '../../entries/did-you-mean.tsx';
import { foldedText } from '../../entries/narrowing.ts';
import { searchAllMemories } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords } from '../../wording/counts.ts';
import { relatedTo } from './related-words.ts';
import { search } from './review-store.ts';

/** What a search with few results or none looks at, words that are written almost so, and where else to look. */
export function SearchHint({ query, found = false }: Readonly<{ query: string; found?: boolean }>) {
  return (
    <div className="stack-1">
      {[...new Set(unreadIn(query))].map((field) => (
        <p key={field} className="detail">
          {unreadInWords(field)}
        </p>
      ))}
      <DidYouMean query={query} texts={textsOfEntries} onChoose={search} />
      <RelatedHint query={query} />
      {readSearch(query).either.length === 0 && (
        <p className="detail">
          Search looks for words, not meanings. {!found && 'Try another word. '}
          <Button look="link" onClick={() => searchAllMemories(query)}>
            Search all memories
          </Button>
        </p>
      )}
    </div>
  );
}

/** Words that entries say which people look for along with the one that is searched for. */
export function RelatedHint({ query }: Readonly<{ query: string }>) {
  const entries = useContextStore((context) => (context.kind === 'ready' ? context.entries : none));
  const related = useMemo(() => relatedTo(query, entries.map(foldedText)), [query, entries]);
  return (
    related && (
      <p role="status">
        {related.named.length > 0 ? (
          <>
            Related words here: <VisibleText text={related.named.join(', ')} />.{' '}
          </>
        ) : (
          'Some entries say one of these words. '
        )}
        <Button look="link" onClick={() => search(related.query)}>
          {`Show all ${countInWords(related.count)}`}
        </Button>
      </p>
    )
  );
}

const none: readonly EntryView[] = [];

const unreadInWords = (field: FieldName): string =>
  field === 'is'
    ? `After “is:” comes one of these: ${stateNames.join(', ')}.`
    : `After “${field}:” comes a day, a month or a year, such as ${field}:2026-03.`;

const textsOfEntries = (): readonly string[] => (readyContext()?.entries ?? []).map(searchedText);
