import { useEffect } from 'react';
import { create } from 'zustand';
import type { Result } from '#shared/contract/contract.ts';
import type { EraseOutcome, EraseTarget, NotErased } from '#shared/contract/features/erasure.ts';
import type { Holding } from '#shared/contract/features/memories.ts';
import { onIn } from '../../api/answers.ts';
import { openWorkspace } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { openFound } from '../../entries/open-found.ts';
import { askToErase, showConversation } from '../../jumps.ts';
import { attempt, notices } from '../../services/notices.ts';

type EraseDialogState =
  | { readonly kind: 'none' }
  /** Which text, where it stands, and whether it is meant. */
  | { readonly kind: 'asking'; readonly target: EraseTarget }
  | ({ readonly kind: 'done' } & Erased);

type Erased = {
  readonly outcome: EraseOutcome;
  readonly elsewhere: Elsewhere;
  /** What was erased, to be erased in other memories as well. */
  readonly text: string;
};

/** The other memories that hold it, and those that could not be read. */
export type Elsewhere = Result<'memories.holding'>;

type EraseState = Result<'erase.returned'> & { readonly dialog: EraseDialogState };

const nothing: EraseState = { dialog: { kind: 'none' }, returned: [], interrupted: null };

export const useErase = create<EraseState>(() => nothing);

askToErase.answer((text) => useErase.setState({ dialog: { kind: 'asking', target: { text } } }));

/** Asks about erasing what is back, or what was interrupted, again. */
export const askToEraseAgain = (fingerprint: string): void =>
  useErase.setState({ dialog: { kind: 'asking', target: { fingerprint } } });
export const showErased = (erased: Erased): void => useErase.setState({ dialog: { kind: 'done', ...erased } });
export const closeErase = (): void => useErase.setState({ dialog: nothing.dialog });

/** Opens a conversation that holds the text, where that stands in it. */
export function showWhereItStands({ id, at }: NonNullable<NotErased['conversation']>): void {
  attempt(
    call('conversations.about', { id }).then((found) => {
      closeErase();
      showConversation(found, at);
    }),
  );
}

/** Opens another memory that holds the text, at the first entry that says it. */
export function openHolding({ memory, first }: Holding): void {
  closeErase();
  attempt(first === null ? openWorkspace(memory.path) : openFound(first));
}

/** Opens another memory that holds the text, and asks about erasing it there. */
export function eraseIn({ memory, first }: Holding, text: string): void {
  closeErase();
  attempt((first === null ? openWorkspace(memory.path) : openFound(first)).then(() => askToErase(text)));
}

/** What is back may stay: nothing more is said of it. */
export const letStay = (workspace: string, id: string): void => attempt(call('erase.keep', { workspace, id }));

async function read(workspace: string): Promise<void> {
  try {
    useErase.setState(await call('erase.returned', { workspace }));
  } catch {
    // Whatever keeps the memory from being read says so itself.
  }
}

/** Keeps what is back in step with the engine, and takes the notices down once something is erased. */
export function useFollowErased(workspace: string): void {
  useEffect(() => {
    void read(workspace);
    const offChanged = onIn(workspace, ['erase.changed'], () => void read(workspace));
    // Notices may quote it, and offer to bring it back.
    const offDone = onIn(workspace, ['erase.done'], () => notices.close());
    return () => {
      useErase.setState(nothing);
      offChanged();
      offDone();
    };
  }, [workspace]);
}
