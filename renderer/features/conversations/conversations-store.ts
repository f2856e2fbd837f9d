import { create } from 'zustand';
import type { Conversation } from '#shared/contract/features/conversations.ts';
import { call, on } from '../../api/connection.ts';
import { leadsToList } from '../../api/navigation.ts';
import { showConversation, showConversationPlaces, showConversationSearch, showSaved } from '../../jumps.ts';
import { focusCursor, initialListState, type ListState } from '../../list/list-state.ts';

/** Known facts of an open conversation; all of them if it was listed. */
export type OpenedConversation = Pick<Conversation, 'id' | 'title' | 'assistant'> & Partial<Conversation>;

type ConversationsState = ListState & {
  readonly query: string;
  /** `anywhere` also searches within words, which takes longer. */
  readonly match: 'words' | 'anywhere';
  /** Assistant whose conversations are listed; null for all assistants. */
  readonly assistant: string | null;
  /** Path of the project, or its name if it has no path; null for all. */
  readonly project: string | null;
  /** Conversation open in place of the list, and the item to open it at; a null `at` means its end. */
  readonly reading: {
    readonly conversation: OpenedConversation;
    readonly at: number | null;
    readonly find: string;
  } | null;
  readonly placesOpen: boolean;
  readonly savedOpen: boolean;
  /** True if the search field should take the focus as soon as it exists. */
  readonly searchAsked: boolean;
};

const unnarrowed = { query: '', match: 'words' as const, assistant: null, project: null };

export const useConversations = create<ConversationsState>(() => ({
  ...unnarrowed,
  ...initialListState,
  reading: null,
  placesOpen: false,
  savedOpen: false,
  searchAsked: false,
}));

type NarrowedState = Pick<ConversationsState, 'query' | 'match' | 'assistant' | 'project'>;

export const narrowConversations = (to: Partial<NarrowedState>): void => useConversations.setState(to);
export const showAllConversations = (): void => useConversations.setState(unnarrowed);

/** @param at start of the item to show; the end if null. @param find text to mark in it */
export function readConversation(conversation: OpenedConversation, at: number | null = null, find = ''): void {
  useConversations.setState({ reading: { conversation, at, find }, sheetOpen: false });
  if (conversation.path === undefined) {
    // The caller may lack facts, such as when it will be deleted.
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

showConversationSearch.answer((query) => {
  useConversations.setState({ ...unnarrowed, query, reading: null });
});

showConversationPlaces.answer(() => useConversations.setState({ placesOpen: true }));

showSaved.answer(() => useConversations.setState({ savedOpen: true }));

export function backToConversations(): void {
  useConversations.setState({ reading: null, sheetOpen: false });
  focusCursor(useConversations);
}

leadsToList('conversations', backToConversations);

// The query may contain erased text.
on('erase.done', () => useConversations.setState({ query: '' }));
