import { useEffect, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { WorkMatch } from '#shared/contract/features/work.ts';
import { call, on, type Problem, problemOf } from '../../api/connection.ts';

type Answer = Result<'work.search'>;

type WorkSearch = Pick<Answer, 'searched' | 'unread'> & {
  readonly found: readonly WorkMatch[];
  readonly isSearching: boolean;
  /** Goes on after so many were found; null where there is no more. */
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

/** Searches what workflows say a moment after the last key, some at a time. What was found before stands until then. */
export function useWorkSearch(workspace: string, text: string): WorkSearch {
  const [search, setSearch] = useState(nothing);
  const [turn, setTurn] = useState(0);
  // What was erased may be among what was found.
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

/** Searches until a page is full, and again each time it is told to go on. Returns what ends it. */
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
  async function search(from: Answer['next']): Promise<void> {
    let place = from;
    let count = 0;
    try {
      do {
        const params = { workspace, text, limit: pageSize, ...(place !== null && { from: place }) };
        const answer: Answer = await call('work.search', params, {
          onStart: (stop) => {
            cancel = stop;
          },
        });
        place = answer.next;
        count += answer.found.length;
        const isFull = count >= pageSize;
        tell({
          found: [...known.found, ...answer.found],
          unread: [...known.unread, ...answer.unread],
          searched: answer.searched,
          isSearching: place !== null && !isFull,
          goOn: place !== null && isFull ? () => void search(answer.next) : null,
          problem: null,
        });
      } while (isCurrent && place !== null && count < pageSize);
    } catch (error) {
      tell({ ...known, isSearching: false, goOn: null, problem: problemOf(error) });
    }
  }
  void search(null);
  return () => {
    isCurrent = false;
    cancel();
  };
}
