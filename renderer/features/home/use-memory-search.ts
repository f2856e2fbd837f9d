import type { Result } from '#shared/contract/contract.ts';
import { call } from '../../api/connection.ts';
import { type PagedSearch, usePagedSearch } from '../../api/paged-search.ts';

type Page = Pick<Result<'memories.search'>, 'found' | 'searched' | 'unread'>;
export type MemorySearch = PagedSearch<Page>;

export const useMemorySearch = (text: string): MemorySearch =>
  usePagedSearch<Page, NonNullable<Result<'memories.search'>['next']>>(text, {
    reason: '',
    pause: 150,
    pageSize: 50,
    nothing: { found: [], searched: { done: 0, total: 0 }, unread: [] },
    search: (from, limit, options) => call('memories.search', { text, limit, ...(from && { from }) }, options),
    merge: (known, { found, searched, unread }) => ({
      found: [...known.found, ...found],
      searched,
      unread: [...known.unread, ...unread],
    }),
  });
