import { create } from 'zustand';
import type { Conversation } from '#shared/contract/features/conversations.ts';
import { call, on } from '../../api/connection.ts';
import { leadsToList } from '../../api/navigation.ts';
import { searchConversations, showConversation, showConversationPlaces, showKept } from '../../jumps.ts';
import { focusCursor, type ListState, listAtStart } from '../../list/list-state.ts';

/** As much as is known of a conversation that is read; more where it was listed. */
export type OpenedConversation = Pick<Conversation, 'id' | 'title' | 'assistant'> & Partial<Conversation>;

type ConversationsState = ListState & {
  readonly query: string;
  /** Whether what is searched for may stand within words, which takes longer. */
  readonly match: 'words' | 'anywhere';
  /** Whose conversations are listed; null for those of all assistants. */
  readonly assistant: string | null;
  /** Path of the project, or its name where it has none; null for all. */
  readonly project: string | null;
  /** What is read in the place of the list, and from which item on; null `at` for its end. */
  readonly reading: {
    readonly conversation: OpenedConversation;
    readonly at: number | null;
    readonly find: string;
  } | null;
  /** Whether the places that are read are shown. */
  readonly placesOpen: boolean;
  /** Whether all that is kept is shown. */
  readonly keptOpen: boolean;
  /** Whether the field to search in is to have the focus as soon as there is one. */
  readonly searchAsked: boolean;
};

const unnarrowed = { query: '', match: 'words' as const, assistant: null, project: null };

export const useConversations = create<ConversationsState>(() => ({
  ...unnarrowed,
  ...listAtStart,
  reading: null,
  placesOpen: false,
  keptOpen: false,
  searchAsked: false,
}));

type Narrowing = Pick<ConversationsState, 'query' | 'match' | 'assistant' | 'project'>;

export const narrowConversations = (to: Partial<Narrowing>): void => useConversations.setState(to);
export const showAllConversations = (): void => useConversations.setState(unnarrowed);

export const focusConversation = (): void => focusCursor(useConversations);

/** @param at where an item begins that is shown; the end if null. @param find what is marked in it */
export function readConversation(conversation: OpenedConversation, at: number | null = null, find = ''): void {
  useConversations.setState({ reading: { conversation, at, find }, sheetOpen: false });
  if (conversation.path === undefined) {
    // Whoever led here did not know all of it, such as when it will be deleted.
    call('conversations.about', { id: conversation.id })
      .then((whole) =>
        useConversations.setState(({ reading }) =>
          reading?.conversation === conversation ? { reading: { ...reading, conversation: whole } } : {},
        ),
      )
      .catch(() => undefined);
  }
}

showConversation.answer((conversation, at) => readConversation(conversation, at));

searchConversations.answer((query) => {
  useConversations.setState({ ...unnarrowed, query, reading: null });
});

showConversationPlaces.answer(() => useConversations.setState({ placesOpen: true }));

showKept.answer(() => useConversations.setState({ keptOpen: true }));

export function backToList(): void {
  useConversations.setState({ reading: null, sheetOpen: false });
  focusConversation();
}

leadsToList('conversations', backToList);

// What was searched for may be what was erased.
on('erase.done', () => useConversations.setState({ query: '' }));
