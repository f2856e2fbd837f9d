import { DuplicateQuestion } from '../entries/duplicate-question.tsx';
import { closeQuestion, undoRedo, useUndo } from '../services/undo.ts';

/** Asks what to do when taking a change back would meet a key that has been learned again. */
export function UndoQuestion() {
  const question = useUndo((state) => state.question);
  return (
    question && (
      <DuplicateQuestion
        message={question.message}
        onClose={closeQuestion}
        onChoose={(onDuplicate) => void undoRedo(question, onDuplicate)}
      />
    )
  );
}
