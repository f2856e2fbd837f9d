import { useEffect, useState } from 'react';
import type { CallOptions } from '#shared/contract/wire/client.ts';
import { useEventTurns } from './answers.ts';
import { type Problem, problemOf } from './connection.ts';

type PageOfMatches = { readonly found: readonly unknown[] };

export type PagedSearch<Page extends PageOfMatches> = Page & {
  /** Text that was searched for; null before the first answer. */
  readonly text: string | null;
  readonly isSearching: boolean;
  /** Loads the next page of matches; null if there are no more. */
  readonly loadMore: (() => void) | null;
  readonly problem: Problem | null;
};

type SearchOptions<Page extends PageOfMatches, Place> = {
  /** Key of the other filters; a new key restarts the search. */
  readonly filterKey: string;
  /** Milliseconds to wait after the last keystroke. */
  readonly delay: number;
  readonly pageSize: number;
  readonly empty: Page;
  /** @param from null to begin. @param limit matches that still fit on the page */
  readonly search: (
    from: Place | null,
    limit: number,
    options: CallOptions,
  ) => Promise<Page & { readonly next: Place | null }>;
  readonly merge: (known: Page, more: Page) => Page;
};

/** Searches a moment after the last key, page by page. Keeps the previous matches until then. */
export function usePagedSearch<Page extends PageOfMatches, Place>(
  text: string,
  options: SearchOptions<Page, Place>,
): PagedSearch<Page> {
  const empty = { ...options.empty, text: null, isSearching: false, loadMore: null, problem: null };
  const [search, setSearch] = useState<PagedSearch<Page>>(empty);
  // The matches may contain erased text.
  const [erasures] = useEventTurns('erase.done');
  // biome-ignore lint/correctness/useExhaustiveDependencies: text, filterKey and erasures say when to search again.
  useEffect(() => {
    if (text === '') {
      setSearch(empty);
      return;
    }
    setSearch((before) => ({ ...before, isSearching: true }));
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      stop = beginSearch({ ...empty, text }, options, setSearch);
    }, options.delay);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [text, options.filterKey, erasures]);
  return search;
}

/** Searches until a page is full, and again on each request for more. Returns a function that cancels it. */
function beginSearch<Page extends PageOfMatches, Place>(
  first: PagedSearch<Page>,
  { search, merge, pageSize }: SearchOptions<Page, Place>,
  show: (search: PagedSearch<Page>) => void,
): () => void {
  let isCurrent = true;
  let cancel = (): void => undefined;
  let current = first;
  const update = (next: PagedSearch<Page>): void => {
    if (isCurrent) {
      current = next;
      show(next);
    }
  };
  async function run(from: Place | null): Promise<void> {
    let next = from;
    let count = 0;
    try {
      do {
        const page = await search(next, pageSize - count, { onStart: (stop) => (cancel = stop) });
        next = page.next;
        count += page.found.length;
        const isFull = count >= pageSize;
        const loadMore = next !== null && isFull ? loadMoreFrom(next) : null;
        update({ ...current, ...merge(current, page), isSearching: next !== null && !isFull, loadMore, problem: null });
      } while (isCurrent && next !== null && count < pageSize);
    } catch (error) {
      update({ ...current, isSearching: false, loadMore: null, problem: problemOf(error) });
    }
  }
  const loadMoreFrom = (next: Place) => (): void => {
    update({ ...current, isSearching: true, loadMore: null });
    void run(next);
  };
  void run(null);
  return () => {
    isCurrent = false;
    cancel();
  };
}
