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
  readonly goOn: (() => void) | null;
  readonly problem: Problem | null;
};

type SearchOptions<Page extends PageOfMatches, Place> = {
  /** Identifies what else narrows the search; a change of it searches again. */
  readonly reason: string;
  /** Milliseconds after the last key. */
  readonly pause: number;
  readonly pageSize: number;
  readonly nothing: Page;
  /** @param from null to begin. @param limit matches missing from a full page */
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
  const nothing = { ...options.nothing, text: null, isSearching: false, goOn: null, problem: null };
  const [search, setSearch] = useState<PagedSearch<Page>>(nothing);
  // The matches may contain erased text.
  const [turn] = useEventTurns('erase.done');
  // biome-ignore lint/correctness/useExhaustiveDependencies: text, reason and turn say when to search again.
  useEffect(() => {
    if (text === '') {
      setSearch(nothing);
      return;
    }
    setSearch((before) => ({ ...before, isSearching: true }));
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      stop = beginSearch({ ...nothing, text }, options, setSearch);
    }, options.pause);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [text, options.reason, turn]);
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
  const tell = (next: PagedSearch<Page>): void => {
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
        const goOn = next !== null && isFull ? goOnFrom(next) : null;
        tell({ ...current, ...merge(current, page), isSearching: next !== null && !isFull, goOn, problem: null });
      } while (isCurrent && next !== null && count < pageSize);
    } catch (error) {
      tell({ ...current, isSearching: false, goOn: null, problem: problemOf(error) });
    }
  }
  const goOnFrom = (next: Place) => (): void => {
    tell({ ...current, isSearching: true, goOn: null });
    void run(next);
  };
  void run(null);
  return () => {
    isCurrent = false;
    cancel();
  };
}
