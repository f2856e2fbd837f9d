import { useEffect } from 'react';
import { create } from 'zustand';
import type { Result } from '#shared/contract/contract.ts';
import type { EraseOutcome, EraseTarget } from '#shared/contract/features/erasure.ts';
import { createEraser } from '#shared/text/eraser.ts';
import { call, on } from '../../api/connection.ts';
import { problemOf } from '../../api/problem.ts';
import { notices, sayProblem } from '../../services/notices.ts';
import { emptyDraft, useReview } from '../review/review-store.ts';

export type EraseDialogState =
  | { readonly kind: 'none' }
  /** Which text, where it stands, and whether it is meant. */
  | { readonly kind: 'asking'; readonly target: EraseTarget }
  | { readonly kind: 'done'; readonly outcome: EraseOutcome };

type EraseState = Result<'erase.returned'> & { readonly dialog: EraseDialogState };

const nothing: EraseState = { dialog: { kind: 'none' }, returned: [], interrupted: null };

export const useErase = create<EraseState>(() => nothing);

/** Asks about erasing a text, which can still be narrowed or, where none is given, typed. */
export const askToErase = (text: string): void => useErase.setState({ dialog: { kind: 'asking', target: { text } } });
/** Asks about erasing what is back, or what was interrupted, again. */
export const askToEraseAgain = (fingerprint: string): void =>
  useErase.setState({ dialog: { kind: 'asking', target: { fingerprint } } });
export const showErased = (outcome: EraseOutcome): void => useErase.setState({ dialog: { kind: 'done', outcome } });
export const closeErase = (): void => useErase.setState({ dialog: nothing.dialog });

/** What is back may stay: nothing more is said of it. */
export function letStay(workspace: string, id: string): void {
  call('erase.keep', { workspace, id }).catch((error: unknown) => sayProblem(problemOf(error)));
}

async function read(workspace: string): Promise<void> {
  try {
    useErase.setState(await call('erase.returned', { workspace }));
  } catch {
    // Whatever keeps the memory from being read says so itself.
  }
}

/** Keeps what is back in step with the engine, and forgets what is erased wherever this page has it in mind. */
export function useFollowErased(workspace: string): void {
  useEffect(() => {
    void read(workspace);
    const offs = [
      on('erase.changed', (event) => {
        if (event.workspace === workspace) {
          void read(workspace);
        }
      }),
      on('erase.done', (event) => {
        if (event.workspace === workspace) {
          forgetTyped(event.texts);
        }
      }),
    ];
    return () => {
      useErase.setState(nothing);
      for (const off of offs) {
        off();
      }
    };
  }, [workspace]);
}

function forgetTyped(texts: readonly string[]): void {
  const eraser = createEraser(texts);
  // They may quote it, and offer to bring it back.
  notices.close();
  useReview.setState(({ addDraft, editing }) => ({
    addDraft: eraser.occurs(`${addDraft.key} ${addDraft.value}`) ? emptyDraft : addDraft,
    editing: editing && eraser.occurs(editing.draft) ? null : editing,
  }));
}
