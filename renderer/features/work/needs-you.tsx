import type { ForeignWorkflow } from '#shared/contract/features/foreign-work.ts';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { tellDone } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FieldProblem, TextInput } from '../../ui/field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { momentInWords } from '../../wording/dates.ts';
import { humanised } from '../../wording/workflows.ts';
import styles from './work-page.module.css';
import { noteTyped, useWork } from './work-store.ts';

type QuestionsProps = Readonly<{ workspace: string; workflow: WorkflowSummary; writable: boolean }>;

/** What waits in a workflow: questions, what blocks it, what failed, and how sure it is. */
export function Questions({ workspace, workflow, writable }: QuestionsProps) {
  const { questions, blockingIssues, error, problem, isLowConfidence, confidence } = workflow;
  const asked = questions.map(({ question }) => question);
  return (
    <>
      {questions.map((question) => (
        <Question key={question.id} workspace={workspace} id={workflow.id} question={question} writable={writable} />
      ))}
      {blockingIssues
        .filter((issue) => !asked.includes(issue))
        .map((issue) => (
          <p key={issue} dir="auto">
            Blocked: <VisibleText text={issue} />
          </p>
        ))}
      {error !== null && (
        <p dir="auto">
          Failed: <VisibleText text={error} />
        </p>
      )}
      {problem !== null && (
        <p>
          <VisibleText text={problem} />
        </p>
      )}
      {isLowConfidence && confidence !== null && (
        <p className="detail">Its agents are only {Math.round(confidence * 100)}% sure. Look at what came of it.</p>
      )}
    </>
  );
}

type QuestionProps = Readonly<{
  workspace: string;
  id: string;
  question: WorkflowSummary['questions'][number];
  writable: boolean;
}>;

function Question({ workspace, id, question, writable }: QuestionProps) {
  const name = `${id} ${question.id}`;
  const text = useWork(({ typed }) => typed.get(name) ?? '');
  const { busy, problem, attempt } = useAttempt();
  const answer = (value: string): Promise<void> =>
    attempt(async () => {
      tellDone(workspace, await call('work.answer', { workspace, id, question: question.id, answer: value }));
      noteTyped(name, '');
    });
  return (
    <div className={styles['question']} role="group" aria-label={question.question}>
      <p dir="auto">
        <VisibleText text={question.question} />
        {question.agent !== null && (
          <span className="detail">
            {' '}
            — <VisibleText text={humanised(question.agent)} />
          </span>
        )}
      </p>
      {writable && question.options.length > 0 && (
        <div className="wrap-close">
          {question.options.map((option) => (
            <Button key={option} disabled={busy} onClick={() => void answer(option)}>
              <VisibleText text={option} />
            </Button>
          ))}
        </div>
      )}
      {writable && (
        <form
          className={styles['answer']}
          onSubmit={(event) => {
            event.preventDefault();
            void answer(text.trim());
          }}
        >
          <Field label={question.options.length > 0 ? 'Or in your own words' : 'Your answer'}>
            {(ids) => (
              <TextInput {...ids} dir="auto" value={text} onChange={(event) => noteTyped(name, event.target.value)} />
            )}
          </Field>
          <Button type="submit" look="primary" disabled={busy || text.trim() === ''}>
            Answer
          </Button>
        </form>
      )}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </div>
  );
}

/** What a workflow of another program waits for, which is approved there. */
export function Approval({ workflow }: Readonly<{ workflow: ForeignWorkflow }>) {
  const { waitsFor, assistant } = workflow;
  return (
    <>
      {waitsFor !== null && (
        <p dir="auto">
          <VisibleText text={waitsFor.question ?? waitsFor.stage} />
          {waitsFor.question !== null && (
            <span className="detail">
              {' '}
              — <VisibleText text={humanised(waitsFor.stage)} />
            </span>
          )}
        </p>
      )}
      <p className="detail">
        Approve or deny it in {assistant}: Contexture only reads what {assistant} keeps.
        {waitsFor?.until != null && ` It waits until ${momentInWords(waitsFor.until)}.`}
      </p>
    </>
  );
}
