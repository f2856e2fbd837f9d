import { useCallback, useEffect, useRef, useState } from 'react';
import type { Conversation, ConversationPlace } from '#shared/contract/features/conversations.ts';
import { call, on, type Problem, problemOf } from '../../api/connection.ts';

export type ListedConversations =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | {
      readonly kind: 'ready';
      readonly places: readonly ConversationPlace[];
      /** The latest first, as far as they have been read. */
      readonly conversations: readonly Conversation[];
      readonly total: number;
    };

const firstPage = 50;
const pageSize = 200;
const attempts = 3;

/** All conversations in the places that may be read: the first at once, the others as they come. */
export function useConversationList(): { readonly list: ListedConversations; readonly reload: () => void } {
  const [list, setList] = useState<ListedConversations>({ kind: 'loading' });
  const round = useRef({});
  const reload = useCallback((): void => {
    const own = {};
    round.current = own;
    readAll(
      (read) => {
        if (round.current === own) {
          // What is shown stays until as much has been read anew, so that nothing jumps.
          setList((before) => (isShorter(read, before) ? before : read));
        }
      },
      () => round.current !== own,
    ).catch((error: unknown) => round.current === own && setList({ kind: 'failed', problem: problemOf(error) }));
  }, []);
  useEffect(() => {
    reload();
    const off = on('conversations.changed', reload);
    return () => {
      off();
      round.current = {};
    };
  }, [reload]);
  return { list, reload };
}

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
      // Too many have looked for them anew since.
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
