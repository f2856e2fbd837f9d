import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { tellDone } from '../../services/undo.ts';
import { Question } from '../../ui/question.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

/** Open questions of a workflow, or else what blocks it, each once. */
export function unansweredIn({ status, questions, blockingIssues }: WorkflowSummary): readonly string[] {
  const questionTexts = questions.map(({ question }) => question);
  return [...new Set(questionTexts.length === 0 && status === 'waiting' ? blockingIssues : questionTexts)];
}

type CompleteProps = Readonly<{ workspace: string; summary: WorkflowSummary; onClose: () => void }>;

/** Names what nobody has answered, before a workflow that waits is completed. */
export function CompleteDialog({ workspace, summary, onClose }: CompleteProps) {
  const { busy, problem, attempt } = useAttempt();
  const { id } = summary;
  const complete = (): Promise<void> =>
    attempt(async () => {
      tellDone(workspace, await call('work.complete', { workspace, id }));
      onClose();
    });
  const open = unansweredIn(summary);
  return (
    <Question
      title="Complete it without an answer?"
      description="Its agents are told that nobody will answer. You can undo this."
      stay="Cancel"
      onStay={onClose}
      go="Complete"
      onGo={() => void complete()}
      look="primary"
      busy={busy}
      problem={problem}
    >
      {open.length === 0 ? (
        <p>It waits for you, and doesn’t say what for.</p>
      ) : (
        <ul className="ruled" aria-label="Not answered">
          {open.map((question) => (
            <VisibleText key={question} as="li" dir="auto" text={question} />
          ))}
        </ul>
      )}
    </Question>
  );
}
