import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { closeQuestion, takeBack, useUndo } from './undo.ts';

/** Asks what to do when taking a change back would meet a key that has been learned again. */
export function UndoQuestion() {
  const question = useUndo((state) => state.question);
  if (!question) {
    return null;
  }
  return (
    <Dialog
      title="It has been learned again"
      description={<VisibleText text={question.message} />}
      onClose={closeQuestion}
      actions={
        <>
          <Button onClick={closeQuestion}>Cancel</Button>
          <Button onClick={() => void takeBack(question, 'keep_both')}>Keep both</Button>
          <Button look="primary" onClick={() => void takeBack(question, 'replace')}>
            Replace
          </Button>
        </>
      }
    />
  );
}
