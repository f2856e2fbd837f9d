import { useCallback, useEffect, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { FoundInConversation } from '#shared/contract/features/conversation-search.ts';
import { call, on, type Problem, problemOf } from '../../api/connection.ts';

type Answer = Result<'conversations.search'>;
type Match = 'words' | 'anywhere';
type Narrowing = { readonly assistant: string | null; readonly project: string | null };

export type ConversationSearch = Pick<Answer, 'byScan' | 'searched' | 'unread'> & {
  /** Text that was searched for; null before the first answer. */
  readonly text: string | null;
  readonly found: readonly FoundInConversation[];
  readonly isSearching: boolean;
  /** Loads the next page of matches; null if there are no more. */
  readonly goOn: (() => void) | null;
  readonly problem: Problem | null;
};

const nothing: ConversationSearch = {
  text: null,
  found: [],
  byScan: null,
  unread: [],
  searched: { done: 0, total: 0 },
  isSearching: false,
  goOn: null,
  problem: null,
};
const pause = 200;
const pageSize = 20;

/** Searches conversations a moment after the last key, page by page. Keeps the previous matches until then. */
export function useConversationSearch(text: string, match: Match, { assistant, project }: Narrowing) {
  const [search, setSearch] = useState(nothing);
  const [turn, setTurn] = useState(0);
  // The matches may contain erased text.
  useEffect(() => on('erase.done', () => setTurn((turns) => turns + 1)), []);
  const begin = useCallback(
    () =>
      searchFor(
        {
          text,
          match,
          limit: pageSize,
          ...(assistant !== null && { assistant }),
          ...(project !== null && { project }),
        },
        setSearch,
      ),
    [text, match, assistant, project],
  );
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

type Params = Parameters<typeof call<'conversations.search'>>[1];

/** Searches until a page is full, and again on each request for more. Returns a function that cancels it. */
function searchFor(params: Params, show: (search: ConversationSearch) => void): () => void {
  let isCurrent = true;
  let cancel = (): void => undefined;
  let known: ConversationSearch = { ...nothing, text: params.text };
  const tell = (next: ConversationSearch): void => {
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
        const answer: Answer = await call(
          'conversations.search',
          { ...params, ...(place !== null && { from: place }) },
          {
            onStart: (stop) => {
              cancel = stop;
            },
          },
        );
        place = answer.next;
        count += answer.found.length;
        const goOn = (): void => void search(answer.next);
        const isFull = count >= pageSize;
        tell({
          ...known,
          found: merged(known.found, answer.found),
          byScan: answer.byScan ?? known.byScan,
          unread: [...known.unread, ...answer.unread],
          searched: answer.searched,
          isSearching: place !== null && !isFull,
          goOn: place !== null && isFull ? goOn : null,
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
