import { useEffect, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { CallOptions } from '#shared/contract/wire/client.ts';
import { call, on, type Problem, problemOf } from '../../api/connection.ts';
import type { Match } from './work-matches.ts';

type Answer = Result<'work.search'>;

type WorkSearch = Pick<Answer, 'searched' | 'unread'> & {
  /** Matches; those in workflows of other programs come last. */
  readonly found: readonly Match[];
  readonly isSearching: boolean;
  /** Loads the next matches; null if there are no more. */
  readonly goOn: (() => void) | null;
  readonly problem: Problem | null;
};

const nothing: WorkSearch = {
  found: [],
  searched: { done: 0, total: 0 },
  unread: [],
  isSearching: false,
  goOn: null,
  problem: null,
};
const pause = 200;
const pageSize = 50;

/** Searches the text of workflows a moment after the last key, page by page. Keeps the previous matches until then. */
export function useWorkSearch(workspace: string, text: string): WorkSearch {
  const [search, setSearch] = useState(nothing);
  const [turn, setTurn] = useState(0);
  // The matches may contain erased text.
  useEffect(() => on('erase.done', () => setTurn((turns) => turns + 1)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a reason to search again.
  useEffect(() => {
    if (text === '') {
      setSearch(nothing);
      return;
    }
    setSearch((before) => ({ ...before, isSearching: true }));
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      stop = searchFor(workspace, text, setSearch);
    }, pause);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [workspace, text, turn]);
  return search;
}

/** Searches until a page is full, and again on each request for more. Returns a function that cancels it. */
function searchFor(workspace: string, text: string, show: (search: WorkSearch) => void): () => void {
  let isCurrent = true;
  let cancel = (): void => undefined;
  let known = nothing;
  const tell = (next: WorkSearch): void => {
    if (isCurrent) {
      known = next;
      show(next);
    }
  };
  async function search(from: Place): Promise<void> {
    let place: Place | null = from;
    let count = 0;
    try {
      while (isCurrent && place !== null && count < pageSize) {
        const { found, unread, searched, next }: Searched = await searchSome(workspace, text, place, {
          onStart: (stop) => {
            cancel = stop;
          },
        });
        place = next;
        count += found.length;
        const isFull = count >= pageSize;
        tell({
          found: [...known.found, ...found],
          unread: [...known.unread, ...unread],
          searched,
          isSearching: next !== null && !isFull,
          goOn: next !== null && isFull ? () => void search(next) : null,
          problem: null,
        });
      }
    } catch (error) {
      tell({ ...known, isSearching: false, goOn: null, problem: problemOf(error) });
    }
  }
  void search({ of: 'own', from: null });
  return () => {
    isCurrent = false;
    cancel();
  };
}

/** Place to continue a search: the workspace's workflows come first, then those of other programs. */
type Place =
  | { readonly of: 'own'; readonly from: Answer['next'] }
  | { readonly of: 'foreign'; readonly offset: number };

type Searched = Pick<WorkSearch, 'found' | 'unread' | 'searched'> & { readonly next: Place | null };

async function searchSome(workspace: string, text: string, place: Place, options: CallOptions): Promise<Searched> {
  if (place.of === 'own') {
    const { from } = place;
    const answer = await call('work.search', { workspace, text, limit: pageSize, ...(from && { from }) }, options);
    return {
      ...answer,
      next: answer.next === null ? { of: 'foreign', offset: 0 } : { of: 'own', from: answer.next },
    };
  }
  const { found, unread, next, total } = await call(
    'foreignWork.search',
    { workspace, text, offset: place.offset },
    options,
  );
  return {
    found,
    unread,
    searched: { done: next ?? total, total },
    next: next === null ? null : { of: 'foreign', offset: next },
  };
}
