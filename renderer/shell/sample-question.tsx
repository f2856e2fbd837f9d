import { useAttempt } from '../api/answers.ts';
import { openSample } from '../api/app-store.ts';
import { useSampleQuestion } from '../api/questions.ts';
import { say } from '../services/notices.ts';
import { forgetAll } from '../services/undo.ts';
import { focusView } from '../ui/keep-focus.ts';
import { Question } from '../ui/question.tsx';
import { withoutNews } from './use-outside-news.ts';

/** Starting over deletes all tries for good, so ask first. */
export function SampleQuestion() {
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
