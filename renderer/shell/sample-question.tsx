import { useRef, useState } from 'react';
import { create } from 'zustand';
import { openSample } from '../api/app-store.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { say } from '../services/notices.ts';
import { forgetAll } from '../services/undo.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FieldProblem } from '../ui/field.tsx';
import { focusView } from '../ui/keep-focus.ts';
import { withoutNews } from './use-outside-news.ts';

const useQuestion = create<{ readonly asked: boolean }>(() => ({ asked: false }));

/** Asks whether to start the sample over. */
export const askToStartOver = (): void => useQuestion.setState({ asked: true });

/** Starting over takes away what was tried, and nothing brings that back: asked once. */
export function SampleQuestion() {
  const asked = useQuestion((state) => state.asked);
  return asked ? <Question onClose={() => useQuestion.setState({ asked: false })} /> : null;
}

function Question({ onClose }: Readonly<{ onClose: () => void }>) {
  const confirm = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const startOver = async (): Promise<void> => {
    setBusy(true);
    try {
      await withoutNews(openSample(true));
      onClose();
      forgetAll();
      say('The sample was started over.', 'done');
      requestAnimationFrame(focusView);
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Start the sample over?"
      description="Everything you tried in it, settings included, is replaced by the original sample."
      onClose={onClose}
      initialFocus={confirm}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button ref={confirm} look="primary" disabled={busy} onClick={() => void startOver()}>
            Start over
          </Button>
        </>
      }
    >
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </Dialog>
  );
}
