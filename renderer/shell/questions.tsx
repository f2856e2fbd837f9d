import { useLeaving, useUnrecordedQuestion } from '../api/questions.ts';
import { DuplicateQuestion } from '../entries/duplicate-question.tsx';
import { closeQuestion, undoRedo, useUndo } from '../services/undo.ts';
import { Question } from '../ui/question.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { CopyByHand } from './copy-by-hand.tsx';
import { useClosing } from './desktop/use-desktop.ts';
import { SampleQuestion } from './sample-question.tsx';

export function Questions() {
  return (
    <>
      <UndoQuestion />
      <NotRecordedQuestion />
      <ClosingQuestion />
      <LeavingQuestion />
      <SampleQuestion />
      <CopyByHand />
    </>
  );
}

/** Asks before a change whose previous version can't be kept. */
function NotRecordedQuestion() {
  const question = useUnrecordedQuestion();
  return (
    question && (
      <Question
        title="Change it without keeping the previous version?"
        description="Contexture can’t save its own data right now. The line at the top says where and why."
        stay="Don’t change it"
        onStay={() => question.answer(false)}
        go="Change it anyway"
        onGo={() => question.answer(true)}
        look="danger"
        first="stay"
      >
        <p>
          If you go on, the previous text is not kept. It can’t be restored from the history, and what you change can be
          undone only until Contexture is closed. You are not asked again until changes can be recorded once more.
        </p>
      </Question>
    )
  );
}

/** Asks what to do if undoing a change would meet another text under the same key. */
function UndoQuestion() {
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

/** Asks before a window with unsaved text closes. */
function ClosingQuestion() {
  const question = useClosing();
  return question && <UnsavedQuestion {...question} what="Close" stay="Keep open" />;
}

/** Asks before another workspace replaces one with unsaved text. */
function LeavingQuestion() {
  const question = useLeaving();
  return question && <UnsavedQuestion {...question} what="Leave" stay="Stay here" />;
}

type UnsavedQuestionProps = Readonly<{
  unsaved: readonly string[];
  answer: (may: boolean) => void;
  what: 'Close' | 'Leave';
  stay: string;
}>;

function UnsavedQuestion({ unsaved, answer, what, stay }: UnsavedQuestionProps) {
  return (
    <Question
      title={`${what} without saving?`}
      description={unsaved.length === 1 ? 'This is not saved yet:' : 'These are not saved yet:'}
      stay={stay}
      onStay={() => answer(false)}
      go={`${what} without saving`}
      onGo={() => answer(true)}
      look="danger"
      first="stay"
    >
      <ul>
        {unsaved.map((each) => (
          <VisibleText key={each} as="li" text={each} />
        ))}
      </ul>
    </Question>
  );
}
