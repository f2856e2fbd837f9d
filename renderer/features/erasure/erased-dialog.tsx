import { useRef } from 'react';
import type { EraseOutcome } from '#shared/contract/features/erasure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { EraseResult, OtherMemories } from './erase-store.ts';
import { InOtherMemories, OutOfReach, PlaceList } from './places.tsx';

type ErasedDialogProps = EraseResult & Readonly<{ onClose: () => void }>;

export function ErasedDialog({ outcome, elsewhere, text, onClose }: ErasedDialogProps) {
  const { erased, left } = outcome;
  const wasAnywhere = erased.length + left.length + elsewhere.holding.length > 0;
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      wide
      title={titleOf(outcome, elsewhere)}
      description={
        wasAnywhere
          ? 'Only a fingerprint remains, so we can warn you if it returns.'
          : 'It was not found in this workspace or its history. Check how it is spelled there. Only a fingerprint of it is kept, so we can warn you if it turns up.'
      }
      onClose={onClose}
      initialFocus={close}
      actions={
        <Button ref={close} look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {erased.length > 0 && (
        <div className="stack-1 below-3" role="status">
          <h3>Erased from</h3>
          <PlaceList name="Erased from" places={erased} />
          <p className="quiet">
            The archive, the history, agent data, their work, and the conversations Contexture reads were all searched.
          </p>
        </div>
      )}
      <InOtherMemories elsewhere={elsewhere} erased={text} />
      <OutOfReach left={left} />
      <div className="stack-1 below-3">
        <h3>What we can’t erase</h3>
        <p>
          Backups and synchronised copies, what a disk keeps in its free space, and what your assistant or its provider
          has stored elsewhere. If it was a password, change it.
        </p>
      </div>
    </Dialog>
  );
}

function titleOf({ erased, left }: EraseOutcome, { holding }: OtherMemories): string {
  if (left.length + holding.length > 0) {
    return erased.length === 0 ? 'Not erased everywhere' : 'Erased, but not everywhere';
  }
  return erased.length === 0 ? 'Nothing was erased' : 'Erased everywhere';
}
