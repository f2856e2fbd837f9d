import { useRef } from 'react';
import type { EraseOutcome } from '#shared/contract/features/erasure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './erase-dialog.module.css';
import type { Elsewhere } from './erase-store.ts';
import { InOtherMemories, OutOfReach, PlaceList } from './places.tsx';

/** What was erased, and what nobody here can promise. */
export function ErasedDialog({
  outcome,
  elsewhere,
  onClose,
}: Readonly<{ outcome: EraseOutcome; elsewhere: Elsewhere; onClose: () => void }>) {
  const { erased, left } = outcome;
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      wide
      title={left.length === 0 && elsewhere.holding.length === 0 ? 'Erased everywhere' : 'Erased, but not everywhere'}
      description="Only a fingerprint of it is kept, so that you are told if it comes back."
      onClose={onClose}
      initialFocus={close}
      actions={
        <Button ref={close} look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {erased.length > 0 && (
        <div className={styles['part']} role="status">
          <h3>Erased from</h3>
          <PlaceList name="Erased from" places={erased} />
        </div>
      )}
      <InOtherMemories elsewhere={elsewhere} />
      <OutOfReach left={left} />
      <div className={styles['part']}>
        <h3>What we can’t erase</h3>
        <p>
          Backups and synchronised copies, what a disk keeps in its free space, and what your assistant or its provider
          has stored elsewhere. If it was a password, change it.
        </p>
      </div>
    </Dialog>
  );
}
