import { useEffect } from 'react';
import { create } from 'zustand';
import type { Result } from '#shared/contract/contract.ts';
import type {
  ByScan,
  ConversationIndexState,
  FoundInConversation,
} from '#shared/contract/features/conversation-search.ts';
import { together } from '#shared/contract/wire/listeners.ts';
import { call, on, onConnect } from '../../api/connection.ts';
import { type PagedSearch, usePagedSearch } from '../../api/paged-search.ts';
import { attempt } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { counted, shareInWords } from '../../wording/counts.ts';
import { narrowConversations, useConversations } from './conversations-store.ts';

const useIndex = create<{ readonly index: ConversationIndexState | null }>(() => ({ index: null }));

/** Progress of reading the conversations for search, with a way to stop it. Nothing once all are read. */
export function IndexState() {
  const { index } = useIndex();
  useEffect(() => {
    const ask = (): void =>
      void call('conversations.index', {})
        .then((state) => useIndex.setState({ index: state }))
        .catch(() => undefined);
    ask();
    return together([
      onConnect(ask),
      on('conversations.changed', ask),
      on('conversations.indexing', (state) => useIndex.setState({ index: state })),
    ]);
  }, []);
  if (index === null || (index.state !== 'reading' && index.state !== 'paused') || index.done >= index.total) {
    return null;
  }
  const isPaused = index.state === 'paused';
  return (
    <div className="detail line footnote">
      <span>
        {isPaused ? 'Paused reading for the search' : 'Reading for the search'}: {shareInWords(index.done, index.total)}
      </span>
      <progress aria-label="Read for the search" value={index.done} max={index.total} />
      <Button onClick={() => pause(!isPaused)}>{isPaused ? 'Go on' : 'Pause'}</Button>
    </div>
  );
}

export function SearchState({ search: { isSearching, searched, problem } }: Readonly<{ search: ConversationSearch }>) {
  if (problem !== null) {
    return (
      <div className="detail line footnote">
        <FieldProblem>{problem.message}</FieldProblem>
      </div>
    );
  }
  return isSearching && searched.total > 0 ? <ProgressLine label="Searching" progress={searched} /> : null;
}

export function SearchNotes({ search }: Readonly<{ search: ConversationSearch }>) {
  const match = useConversations((state) => state.match);
  const { text, byScan, isSearching, unread, loadMore, problem } = search;
  return text === null || isSearching || problem !== null ? null : (
    <div className="detail line inset">
      {loadMore !== null && <Button onClick={loadMore}>Show more</Button>}
      {byScan !== null && <span>{scanWords[byScan]}</span>}
      {unread[0] !== undefined && (
        <span>
          {counted(unread.length, 'conversation', 'conversations')} could not be searched. {unread[0].problem}
        </span>
      )}
      {match === 'words' && loadMore === null && (
        <Button look="link" onClick={() => narrowConversations({ match: 'anywhere' })}>
          Also match parts of words
        </Button>
      )}
    </div>
  );
}

const pause = (paused: boolean): void =>
  attempt(call('conversations.pauseIndex', { paused }).then((state) => useIndex.setState({ index: state })));

const scanWords: Readonly<Record<ByScan, string>> = {
  unavailable: 'There is no index on this computer, so the conversations were read.',
  anywhere: 'The conversations were read, to match parts of words.',
  unread: 'Some are not in the index yet, so they were read.',
};

type Answer = Result<'conversations.search'>;
type Page = Pick<Answer, 'byScan' | 'searched' | 'unread'> & { readonly found: readonly FoundInConversation[] };
type SearchNarrowing = { readonly assistant: string | null; readonly project: string | null };
type ConversationSearch = PagedSearch<Page>;

const pageSize = 20;

export function useConversationSearch(
  text: string,
  match: 'words' | 'anywhere',
  { assistant, project }: SearchNarrowing,
) {
  const narrowing = { match, ...(assistant !== null && { assistant }), ...(project !== null && { project }) };
  return usePagedSearch<Page, NonNullable<Answer['next']>>(text, {
    filterKey: JSON.stringify(narrowing),
    delay: 200,
    pageSize,
    empty: { found: [], byScan: null, unread: [], searched: { done: 0, total: 0 } },
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
