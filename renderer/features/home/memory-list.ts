import { create } from 'zustand';
import type { Result } from '#shared/contract/contract.ts';
import type { Memory } from '#shared/contract/features/memories.ts';
import { readPages } from '#shared/contract/reading/pages.ts';
import { call, callWhile, on, type Problem, problemOf } from '../../api/connection.ts';
import { leadsToList } from '../../api/navigation.ts';
import { type PagedSearch, usePagedSearch } from '../../api/paged-search.ts';
import { showMemorySearch } from '../../jumps.ts';

type MemoryList = {
  /** Memories read so far; null before the first answer. */
  readonly memories: readonly Memory[] | null;
  readonly isWhole: boolean;
  readonly problem: Problem | null;
  /** Search in all memories. It outlives the page, so that one can return to the matches. */
  readonly query: string;
  /** True if that was searched for before the person went elsewhere. */
  readonly isOfBefore: boolean;
  /** True to list only memories that need attention. */
  readonly onlyNeedy: boolean;
  /** Purpose of choosing a file or folder of this computer, if the system has no dialog for that. */
  readonly browsing: 'open' | 'empty' | null;
};

export const useMemoryList = create<MemoryList>(() => ({
  memories: null,
  isWhole: false,
  problem: null,
  query: '',
  isOfBefore: false,
  onlyNeedy: false,
  browsing: null,
}));

export const filterMemories = (query: string): void => useMemoryList.setState({ query, isOfBefore: false });
showMemorySearch.answer(filterMemories);
leadsToList('home', () => filterMemories(''));
// The query may contain erased text.
on('erase.done', () => filterMemories(''));

/** True if a memory stays off the list once it is removed from it: others would be found again. */
export const isForgettable = ({ recent, assistant }: Memory): boolean =>
  recent && (assistant === null || assistant === 'Contexture');

let reading = 0;

export const stopReading = (): void => {
  reading += 1;
};

/** Looks for all memories again. Those known before stay on the page until all have been read. */
export async function readMemories(): Promise<void> {
  const turn = ++reading;
  const isFirst = !useMemoryList.getState().isWhole;
  useMemoryList.setState({ problem: null });
  try {
    await readPages(
      callWhile(() => turn === reading),
      'memories.list',
      'memories',
      {},
      {
        onPage: ({ memories }, isWhole) => {
          if (turn === reading && (isFirst || isWhole)) {
            useMemoryList.setState({ memories, isWhole });
          }
        },
      },
    );
  } catch (error) {
    const problem = problemOf(error);
    if (turn === reading && problem.code !== 'disconnected') {
      useMemoryList.setState({ problem });
    }
  }
}

type Page = Pick<Result<'memories.search'>, 'found' | 'searched' | 'unread'>;
export type MemorySearch = PagedSearch<Page>;

export const useMemorySearch = (text: string): MemorySearch =>
  usePagedSearch<Page, NonNullable<Result<'memories.search'>['next']>>(text, {
    filterKey: '',
    delay: 150,
    pageSize: 50,
    empty: { found: [], searched: { done: 0, total: 0 }, unread: [] },
    search: (from, limit, options) => call('memories.search', { text, limit, ...(from && { from }) }, options),
    merge: (known, { found, searched, unread }) => ({
      found: [...known.found, ...found],
      searched,
      unread: [...known.unread, ...unread],
    }),
  });
