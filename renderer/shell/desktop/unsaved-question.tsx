import { useRef } from 'react';
import { useLeaving } from '../../api/leaving.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { closeWithoutSaving, keepOpen, useClosing } from './closing.ts';

/** Before a window closes over text that isn't saved. */
export function ClosingQuestion() {
  const unsaved = useClosing((state) => state.unsaved);
  return unsaved === null ? null : (
    <UnsavedQuestion
      unsaved={unsaved}
      title="Close without saving?"
      stay="Keep open"
      go="Close without saving"
      onStay={keepOpen}
      onGo={closeWithoutSaving}
    />
  );
}

/** Before another workspace takes the place of one that has text in it that isn't saved. */
export function LeavingQuestion() {
  const question = useLeaving((state) => state.question);
  return question === null ? null : (
    <UnsavedQuestion
      unsaved={question.unsaved}
      title="Leave without saving?"
      stay="Stay here"
      go="Leave without saving"
      onStay={() => question.answer(false)}
      onGo={() => question.answer(true)}
    />
  );
}

type UnsavedQuestionProps = Readonly<{
  unsaved: readonly string[];
  title: string;
  stay: string;
  go: string;
  onStay: () => void;
  onGo: () => void;
}>;

function UnsavedQuestion({ unsaved, title, stay, go, onStay, onGo }: UnsavedQuestionProps) {
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      title={title}
      description={unsaved.length === 1 ? 'This is not saved yet:' : 'These are not saved yet:'}
      onClose={onStay}
      initialFocus={first}
      actions={
        <>
          <Button ref={first} onClick={onStay}>
            {stay}
          </Button>
          <Button look="danger" onClick={onGo}>
            {go}
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
