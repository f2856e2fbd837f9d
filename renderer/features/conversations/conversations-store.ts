import { create } from 'zustand';
import type { Conversation } from '#shared/contract/features/conversations.ts';
import { on } from '../../api/connection.ts';

type ConversationsState = {
  readonly query: string;
  /** Whose conversations are listed; null for those of all assistants. */
  readonly assistant: string | null;
  /** Path of the project, or its name where it has none; null for all. */
  readonly project: string | null;
  /** Id of the conversation the cursor is on. */
  readonly cursor: string | null;
  readonly sheetOpen: boolean;
  readonly focusTurn: number;
  /** What is read in the place of the list, and from which item on; null `at` for its end. */
  readonly reading: { readonly conversation: Conversation; readonly at: number | null } | null;
  /** Whether the places that are read are shown. */
  readonly placesOpen: boolean;
};

const unnarrowed = { query: '', assistant: null, project: null };

export const useConversations = create<ConversationsState>(() => ({
  ...unnarrowed,
  cursor: null,
  sheetOpen: false,
  focusTurn: 0,
  reading: null,
  placesOpen: false,
}));

type Narrowing = Pick<ConversationsState, 'query' | 'assistant' | 'project'>;

export const narrowConversations = (to: Partial<Narrowing>): void => useConversations.setState(to);
export const showAllConversations = (): void => useConversations.setState(unnarrowed);

export const focusConversation = (): void =>
  useConversations.setState(({ focusTurn }) => ({ focusTurn: focusTurn + 1 }));

export function readConversation(conversation: Conversation, at: number | null = null): void {
  useConversations.setState({ reading: { conversation, at }, cursor: conversation.id, sheetOpen: false });
}

export function backToList(): void {
  useConversations.setState({ reading: null, sheetOpen: false });
  focusConversation();
}

// What was searched for may be what was erased.
on('erase.done', () => useConversations.setState({ query: '' }));
