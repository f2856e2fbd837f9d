import { useEffect } from 'react';
import { create } from 'zustand';
import type { Result } from '#shared/contract/contract.ts';
import type { EraseOutcome, EraseTarget, NotErased } from '#shared/contract/features/erasure.ts';
import type { MemoryHolding } from '#shared/contract/features/memories.ts';
import { onIn } from '../../api/answers.ts';
import { showWorkspace } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { createFollower } from '../../api/follower.ts';
import { openFound } from '../../entries/show-entry.ts';
import { askToErase, showConversation } from '../../jumps.ts';
import { attempt, notices } from '../../services/notices.ts';

type EraseDialogState =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking'; readonly target: EraseTarget }
  | ({ readonly kind: 'done' } & EraseResult);

export type EraseResult = {
  readonly outcome: EraseOutcome;
  readonly elsewhere: OtherMemories;
  /** Erased text, offered for erasure in other memories too. */
  readonly text: string;
};

/** Other memories that hold it, and those that could not be read. */
export type OtherMemories = Result<'memories.holding'>;

type EraseState = Result<'erase.returned'> & { readonly dialog: EraseDialogState };

const nothing: EraseState = { dialog: { kind: 'none' }, returned: [], interrupted: null };

export const useErase = create<EraseState>(() => nothing);

askToErase.answer((text) => useErase.setState({ dialog: { kind: 'asking', target: { text } } }));

/** Asks about erasing text that has returned, or resuming an interrupted erasure. */
export const askToEraseAgain = (fingerprint: string): void =>
  useErase.setState({ dialog: { kind: 'asking', target: { fingerprint } } });
export const showErased = (erased: EraseResult): void => useErase.setState({ dialog: { kind: 'done', ...erased } });
export const closeErase = (): void => useErase.setState({ dialog: nothing.dialog });

export function showConversationHolding({ id, at }: NonNullable<NotErased['conversation']>): void {
  attempt(
    call('conversations.about', { id }).then((conversation) => {
      closeErase();
      showConversation(conversation, at);
    }),
  );
}

export function openHolding({ memory, first }: MemoryHolding, andThen = (): void => undefined): void {
  closeErase();
  attempt((first === null ? showWorkspace(memory.path) : openFound(first)).then(andThen));
}

export const eraseIn = (memory: MemoryHolding, text: string): void => openHolding(memory, () => askToErase(text));

/** Lets a returned text stay: it is not reported again. */
export const acceptReturned = (workspace: string, id: string): void => attempt(call('erase.keep', { workspace, id }));

const follower = createFollower({
  ask: (workspace) => call('erase.returned', { workspace }),
  show: (returned) => useErase.setState(returned),
  events: ['erase.changed'],
  forget: () => useErase.setState(nothing),
});

/** Keeps returned texts in step with the engine, and closes the notices once something is erased. */
export function useFollowErased(workspace: string): void {
  follower.useFollow(workspace);
  // Notices may quote it, and offer to restore it.
  useEffect(() => onIn(workspace, ['erase.done'], () => notices.close()), [workspace]);
}
