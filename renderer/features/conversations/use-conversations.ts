import { useEffect } from 'react';
import { create } from 'zustand';
import type { Conversation, ConversationPlace } from '#shared/contract/features/conversations.ts';
import { readPages } from '#shared/contract/reading/pages.ts';
import { call, callWhile, on, type Problem, problemOf } from '../../api/connection.ts';
import { useWatchWhileSeen } from '../../api/watch-while-seen.ts';
import { noteTotal } from './use-conversations-badge.ts';

export type ListedConversations =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | {
      readonly kind: 'ready';
      readonly places: readonly ConversationPlace[];
      /** Conversations loaded so far, latest first. */
      readonly conversations: readonly Conversation[];
      readonly total: number;
    };

/** Latest list, available at once when the view is shown again. */
const useListed = create<{ readonly list: ListedConversations }>(() => ({ list: { kind: 'loading' } }));

const pageSize = 100;

let round = {};

/** Reloads the list. The shown list stays until as much has been reloaded, so that nothing jumps. */
export function reloadConversations(): void {
  const own = {};
  round = own;
  const isAwaited = (): boolean => round === own;
  readAll(isAwaited).catch(
    (error: unknown) => isAwaited() && useListed.setState({ list: { kind: 'failed', problem: problemOf(error) } }),
  );
}

async function readAll(isAwaited: () => boolean): Promise<void> {
  const { places } = await call('conversations.places', {});
  const params = { limit: pageSize };
  await readPages(callWhile(isAwaited), 'conversations.list', 'conversations', params, {
    onPage: ({ conversations, total }) => {
      if (isAwaited()) {
        const read: Ready = { kind: 'ready', places, conversations, total };
        noteTotal(total);
        useListed.setState(({ list }) => ({ list: isShorter(read, list) ? list : read }));
      }
    },
  });
}

// A title may contain erased text.
on('erase.done', () => {
  useListed.setState({ list: { kind: 'loading' } });
  reloadConversations();
});

/** Conversations in all readable places: the first at once, the others as they load, while the view is shown. */
export function useConversationList(): ListedConversations {
  useEffect(() => {
    reloadConversations();
    const off = on('conversations.changed', reloadConversations);
    return () => {
      off();
      round = {};
    };
  }, []);
  useWatchWhileSeen(watch);
  return useListed(({ list }) => list);
}

const watch = (on: boolean): Promise<unknown> => call('conversations.watch', { on });

type Ready = Extract<ListedConversations, { kind: 'ready' }>;

const isShorter = (read: Ready, before: ListedConversations): boolean =>
  before.kind === 'ready' &&
  read.conversations.length < Math.min(before.conversations.length, read.total) &&
  read.places.every(({ id, state }) => before.places.find((place) => place.id === id)?.state === state);
