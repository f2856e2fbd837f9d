import { useRef } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { entryName } from '../../wording/names.ts';
import { change, deleteAll } from './changes.ts';
import { closeDialog, stopEditing } from './review-store.ts';

/** An emptied text can't be saved; most likely the whole entry was meant. */
export function EmptiedDialog({ entry }: Readonly<{ entry: EntryView }>) {
  const confirm = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      title="Delete this entry?"
      description={`Nothing is left of “${entryName(entry)}”. An entry can’t be empty.`}
      onClose={closeDialog}
      initialFocus={confirm}
      actions={
        <>
          <Button onClick={closeDialog}>Keep editing</Button>
          <Button
            ref={confirm}
            look="danger"
            onClick={() => {
              closeDialog();
              stopEditing();
              void change(deleteAll([entry]));
            }}
          >
            Delete
          </Button>
        </>
      }
    />
  );
}
