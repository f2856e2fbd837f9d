import type { Result } from '#shared/contract/contract.ts';
import type { FoundInConversation } from '#shared/contract/features/conversation-search.ts';
import { call } from '../../api/connection.ts';
import { type PagedSearch, usePagedSearch } from '../../api/paged-search.ts';

type Answer = Result<'conversations.search'>;
type Page = Pick<Answer, 'byScan' | 'searched' | 'unread'> & { readonly found: readonly FoundInConversation[] };
type SearchNarrowing = { readonly assistant: string | null; readonly project: string | null };
export type ConversationSearch = PagedSearch<Page>;

const pageSize = 20;

export function useConversationSearch(
  text: string,
  match: 'words' | 'anywhere',
  { assistant, project }: SearchNarrowing,
) {
  const narrowing = { match, ...(assistant !== null && { assistant }), ...(project !== null && { project }) };
  return usePagedSearch<Page, NonNullable<Answer['next']>>(text, {
    reason: JSON.stringify(narrowing),
    pause: 200,
    pageSize,
    nothing: { found: [], byScan: null, unread: [], searched: { done: 0, total: 0 } },
    search: (from, _limit, options) =>
      call('conversations.search', { text, limit: pageSize, ...narrowing, ...(from !== null && { from }) }, options),
    merge: (known, { found, byScan, unread, searched }) => ({
      found: merged(known.found, found),
      byScan: byScan ?? known.byScan,
      unread: [...known.unread, ...unread],
      searched,
    }),
  });
}

/** A page may continue the conversation that the previous page ended with. */
function merged(
  before: readonly FoundInConversation[],
  more: readonly FoundInConversation[],
): readonly FoundInConversation[] {
  const last = before.at(-1);
  const [first, ...rest] = more;
  return last !== undefined && first !== undefined && last.conversation.id === first.conversation.id
    ? [...before.slice(0, -1), { ...first, hits: [...last.hits, ...first.hits] }, ...rest]
    : [...before, ...more];
}
