import type { Result } from '#shared/contract/contract.ts';
import type { CallOptions } from '#shared/contract/wire/client.ts';
import { call } from '../../api/connection.ts';
import { type PagedSearch, usePagedSearch } from '../../api/paged-search.ts';
import type { Match } from './work-matches.ts';

type Answer = Result<'work.search'>;

type Page = Pick<Answer, 'searched' | 'unread'> & {
  /** Matches; those in workflows of other programs come last. */
  readonly found: readonly Match[];
};

const pageSize = 50;

export const useWorkSearch = (workspace: string, text: string): PagedSearch<Page> =>
  usePagedSearch<Page, Place>(text, {
    reason: workspace,
    pause: 200,
    pageSize,
    nothing: { found: [], searched: { done: 0, total: 0 }, unread: [] },
    search: (from, _limit, options) => searchSome(workspace, text, from ?? { of: 'own', from: null }, options),
    merge: (known, { found, unread, searched }) => ({
      found: [...known.found, ...found],
      unread: [...known.unread, ...unread],
      searched,
    }),
  });

/** Place to continue a search: the workspace's workflows come first, then those of other programs. */
type Place =
  | { readonly of: 'own'; readonly from: Answer['next'] }
  | { readonly of: 'foreign'; readonly offset: number };

type WorkSearchPage = Page & { readonly next: Place | null };

async function searchSome(
  workspace: string,
  text: string,
  place: Place,
  options: CallOptions,
): Promise<WorkSearchPage> {
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
