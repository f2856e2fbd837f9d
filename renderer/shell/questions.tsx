import { type ClipboardEvent, useRef } from 'react';
import { useAttempt } from '../api/answers.ts';
import { openSample } from '../api/app-store.ts';
import { useLeaving, useSampleQuestion, useUnrecordedQuestion } from '../api/questions.ts';
import { DuplicateQuestion } from '../entries/duplicate-question.tsx';
import { modKeys } from '../services/commands/shortcuts.ts';
import { endRefusedCopy, useRefusedCopy } from '../services/copy-text.ts';
import { say } from '../services/notices.ts';
import { closeQuestion, forgetAll, undoRedo, useUndo } from '../services/undo.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { focusView } from '../ui/keep-focus.ts';
import { Key } from '../ui/keys.tsx';
import { Question } from '../ui/question.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { useClosing } from './desktop/use-desktop.ts';
import { withoutNews } from './use-outside-news.ts';

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

function ClosingQuestion() {
  const question = useClosing();
  return question && <UnsavedQuestion {...question} what="Close" stay="Keep open" />;
}

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

/** Offers a text, already selected, that the browser did not let the page copy. */
function CopyByHand() {
  const refused = useRefusedCopy((state) => state.refused);
  const field = useRef<HTMLTextAreaElement>(null);
  if (refused === null) {
    return null;
  }
  const { text, done } = refused;
  const finish = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    if (selectionStart > 0 || selectionEnd < value.length) {
      return; // A part of it was chosen by hand, and more may follow.
    }
    // A field makes all line ends alike; copy the original text.
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
    endRefusedCopy();
    say(done, 'done');
  };
  return (
    <Dialog
      title="Copy it yourself"
      description={
        <>
          Your browser did not allow copying. The text is selected: press <Key>{modKeys('C')}</Key> to copy it.
        </>
      }
      onClose={endRefusedCopy}
      initialFocus={field}
      actions={<Button onClick={() => field.current?.focus()}>Select all of it</Button>}
    >
      <TextArea
        ref={field}
        className="mono"
        aria-label="The text to copy"
        readOnly
        dir="auto"
        spellCheck={false}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onCopy={finish}
      />
    </Dialog>
  );
}

/** Starting over deletes all tries for good, so ask first. */
function SampleQuestion() {
  const question = useSampleQuestion();
  return question && <StartOver onClose={() => question.answer(false)} />;
}

function StartOver({ onClose }: Readonly<{ onClose: () => void }>) {
  const { busy, problem, attempt } = useAttempt();
  const startOver = async (): Promise<void> => {
    await withoutNews(openSample(true));
    onClose();
    forgetAll();
    say('The sample was started over.', 'done');
    requestAnimationFrame(focusView);
  };
  return (
    <Question
      title="Start the sample over?"
      description="Everything you tried in it, settings included, is replaced by the original sample."
      stay="Cancel"
      onStay={onClose}
      go="Start over"
      onGo={() => void attempt(startOver)}
      look="primary"
      busy={busy}
      first="go"
      problem={problem}
    />
  );
}
