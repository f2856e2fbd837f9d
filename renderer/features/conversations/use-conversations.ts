import { useEffect } from 'react';
import { create } from 'zustand';
import type { Conversation, ConversationPlace } from '#shared/contract/features/conversations.ts';
import { call, on, type Problem, problemOf } from '../../api/connection.ts';
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

const firstPage = 50;
const pageSize = 200;
const attempts = 3;

/** Latest list, available at once when the view is shown again. */
const useListed = create<{ readonly list: ListedConversations }>(() => ({ list: { kind: 'loading' } }));

let round = {};

/** Reloads the list. The shown list stays until as much has been reloaded, so that nothing jumps. */
export function reloadConversations(): void {
  const own = {};
  round = own;
  readAll(
    (read) => {
      if (round === own) {
        noteTotal(read.total);
        useListed.setState(({ list }) => ({ list: isShorter(read, list) ? list : read }));
      }
    },
    () => round !== own,
  ).catch(
    (error: unknown) => round === own && useListed.setState({ list: { kind: 'failed', problem: problemOf(error) } }),
  );
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

async function readAll(show: (read: Ready) => void, isOver: () => boolean): Promise<void> {
  const { places } = await call('conversations.places', {});
  for (let attempt = 1; !isOver(); attempt++) {
    try {
      await readPages((conversations, total) => show({ kind: 'ready', places, conversations, total }), isOver);
      return;
    } catch (error) {
      // Too many newer lists have replaced this one meanwhile.
      if (problemOf(error).code !== 'revision_gone' || attempt === attempts) {
        throw error;
      }
    }
  }
}

async function readPages(
  show: (conversations: readonly Conversation[], total: number) => void,
  isOver: () => boolean,
): Promise<void> {
  let conversations: readonly Conversation[] = [];
  let page = await call('conversations.list', { limit: firstPage });
  for (;;) {
    conversations = [...conversations, ...page.conversations];
    show(conversations, page.total);
    if (page.conversations.length === 0 || conversations.length >= page.total || isOver()) {
      return;
    }
    const { revision } = page;
    page = await call('conversations.list', { revision, offset: conversations.length, limit: pageSize });
  }
}
