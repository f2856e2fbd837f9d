import { TwinQuestion } from './twin-question.tsx';
import { closeQuestion, takeBack, useUndo } from './undo.ts';

/** Asks what to do when taking a change back would meet a key that has been learned again. */
export function UndoQuestion() {
  const question = useUndo((state) => state.question);
  return (
    question && (
      <TwinQuestion
        message={question.message}
        onClose={closeQuestion}
        onChoose={(onTwin) => void takeBack(question, onTwin)}
      />
    )
  );
}
