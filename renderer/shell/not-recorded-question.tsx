import { useRef } from 'react';
import { useUnrecordedQuestion } from '../api/unrecorded.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Before something is changed of which the version before can't be kept. */
export function NotRecordedQuestion() {
  const question = useUnrecordedQuestion((state) => state.question);
  const first = useRef<HTMLButtonElement>(null);
  return (
    question && (
      <Dialog
        title="Change it without keeping the previous version?"
        description="Contexture can’t save its own data right now. The line at the top says where and why."
        onClose={() => question.answer(false)}
        initialFocus={first}
        actions={
          <>
            <Button ref={first} onClick={() => question.answer(false)}>
              Don’t change it
            </Button>
            <Button look="danger" onClick={() => question.answer(true)}>
              Change it anyway
            </Button>
          </>
        }
      >
        <p>
          If you go on, the previous text is not kept. It can’t be brought back from the history, and what you change
          can be undone only until Contexture is closed. You are not asked again until changes can be recorded once
          more.
        </p>
      </Dialog>
    )
  );
}
