import { useCallback, useEffect, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import { call, on, type Problem, problemOf } from '../../api/connection.ts';

type Answer = Result<'memories.search'>;

export type MemorySearch = Pick<Answer, 'found' | 'searched' | 'unread'> & {
  /** Text that was searched for; null before the first answer. */
  readonly text: string | null;
  /** True while the search is running. */
  readonly isSearching: boolean;
  /** Loads the next page of matches; null if there are no more. */
  readonly goOn: (() => void) | null;
  readonly problem: Problem | null;
};

const nothing: MemorySearch = {
  text: null,
  found: [],
  searched: { done: 0, total: 0 },
  unread: [],
  isSearching: false,
  goOn: null,
  problem: null,
};
const pause = 150;
const pageSize = 50;

/** Searches all memories a moment after the last key, piece by piece. Keeps the previous matches until then. */
export function useMemorySearch(text: string): MemorySearch {
  const [search, setSearch] = useState(nothing);
  const [turn, setTurn] = useState(0);
  // The matches may contain erased text.
  useEffect(() => on('erase.done', () => setTurn((turns) => turns + 1)), []);
  const begin = useCallback(() => searchFor(text, setSearch), [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is a reason to search again.
  useEffect(() => {
    if (text === '') {
      setSearch(nothing);
      return;
    }
    setSearch((before) => ({ ...before, isSearching: true }));
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      stop = begin();
    }, pause);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [text, begin, turn]);
  return search;
}

/** Searches until a page is full, and again on each request for more. Returns a function that cancels it. */
function searchFor(text: string, show: (search: MemorySearch) => void): () => void {
  let isCurrent = true;
  let cancel = (): void => undefined;
  let known: MemorySearch = { ...nothing, text };

  async function run(from: Answer['next']): Promise<void> {
    const wanted = known.found.length + pageSize;
    let next = from;
    try {
      do {
        const limit = wanted - known.found.length;
        const answer = await call(
          'memories.search',
          { text, limit, ...(next && { from: next }) },
          { onStart: (stop) => (cancel = stop) },
        );
        if (!isCurrent) {
          return;
        }
        next = answer.next;
        const found = [...known.found, ...answer.found];
        const isSearching = next !== null && found.length < wanted;
        const goOn = next === null || isSearching ? null : goOnFrom(next);
        known = { ...known, ...answer, found, unread: [...known.unread, ...answer.unread], isSearching, goOn };
        show(known);
      } while (known.isSearching);
    } catch (error) {
      if (isCurrent) {
        show({ ...known, isSearching: false, goOn: null, problem: problemOf(error) });
      }
    }
  }

  const goOnFrom = (next: Answer['next']) => (): void => {
    show({ ...known, isSearching: true, goOn: null });
    void run(next);
  };

  void run(null);
  return () => {
    isCurrent = false;
    cancel();
  };
}
