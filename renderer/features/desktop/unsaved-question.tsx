import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { closeWithoutSaving, keepOpen, useClosing } from './closing.ts';

/** Before a window closes over text that isn't saved. */
export function UnsavedQuestion() {
  const unsaved = useClosing((state) => state.unsaved);
  const stay = useRef<HTMLButtonElement>(null);
  if (unsaved === null) {
    return null;
  }
  return (
    <Dialog
      title="Close without saving?"
      description={unsaved.length === 1 ? 'This is not saved yet:' : 'These are not saved yet:'}
      onClose={keepOpen}
      initialFocus={stay}
      actions={
        <>
          <Button ref={stay} onClick={keepOpen}>
            Keep open
          </Button>
          <Button look="danger" onClick={closeWithoutSaving}>
            Close without saving
          </Button>
        </>
      }
    >
      <ul>
        {unsaved.map((what) => (
          <li key={what}>
            <VisibleText text={what} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
