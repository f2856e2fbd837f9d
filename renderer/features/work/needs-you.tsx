import { type ReactNode, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { ForeignWorkflow } from '#shared/contract/features/foreign-work.ts';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { tellDone } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { ClampedText } from '../../ui/clamped-text.tsx';
import { Field, FieldProblem, TextInput } from '../../ui/field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { shareInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import { humanised } from '../../wording/workflows.ts';
import { ResumeDialog } from './resume-dialog.tsx';
import { takeFileOff, takeOutOfList } from './take-out.ts';
import { useFailedChecks } from './use-failed-checks.ts';
import styles from './work-page.module.css';
import { noteTyped, useWork } from './work-store.ts';

type NeedsProps = Readonly<{
  workspace: string;
  workflow: WorkflowSummary;
  writable: boolean;
  found?: readonly string[];
}>;

const nothingFound: readonly string[] = [];

export function NeedsOf({ workspace, workflow, writable, found = nothingFound }: NeedsProps) {
  const { id, status, questions, blockingIssues, problem } = workflow;
  const checks = useFailedChecks(({ failed }) => failed.get(id));
  const questionTexts = questions.map(({ question }) => question);
  // An agent may say that it waits without asking anything.
  const isSilent = status === 'waiting' && questions.length === 0;
  const issues = isSilent ? [] : blockingIssues.filter((issue) => !questionTexts.includes(issue));
  const shared = { workspace, id, writable, found };
  return (
    <>
      {questions.map((question) => (
        <Question key={question.id} question={question} {...shared} />
      ))}
      {isSilent && <Question question={silentQuestion(blockingIssues)} {...shared} />}
      {issues.map((issue) => (
        <BlockedNeed key={issue} issue={issue} {...shared} />
      ))}
      <FailedNeed workspace={workspace} workflow={workflow} writable={writable} found={found} />
      {problem !== null && <VisibleText as="p" text={problem} />}
      {status !== 'completed' && <UnsureNeed workspace={workspace} workflow={workflow} writable={writable} />}
      {checks?.map((finding) => (
        <FailedCheckNeed key={finding.path} workspace={workspace} id={id} finding={finding} writable={writable} />
      ))}
    </>
  );
}

type WorkflowQuestion = {
  /** Null if nothing is asked, but an answer is expected. */
  readonly id: string | null;
  readonly question: string;
  readonly options: readonly string[];
  readonly agent: string | null;
};

const silentQuestion = (issues: readonly string[]): WorkflowQuestion => ({
  id: null,
  question: issues.join(' ') || 'It waits for you, and doesn’t say what for.',
  options: [],
  agent: null,
});

type PartProps = Required<Omit<NeedsProps, 'workflow'>> & Readonly<{ id: string }>;

function Question({ workspace, id, question, writable, found }: PartProps & Readonly<{ question: WorkflowQuestion }>) {
  const name = `${id} ${question.id ?? ''}`;
  const text = useWork(({ typed }) => typed.get(name) ?? '');
  const { busy, problem, attempt } = useAttempt();
  const answer = (value: string): Promise<void> =>
    attempt(async () => {
      const of = question.id === null ? {} : { question: question.id };
      tellDone(workspace, await call('work.answer', { workspace, id, ...of, answer: value }));
      noteTyped(name, '');
    });
  return (
    <div className={styles['question']} role="group" aria-label={question.question}>
      <div dir="auto">
        <ClampedText lines={4}>
          <VisibleText text={question.question} found={found} />
          {question.agent !== null && (
            <span className="detail">
              {' '}
              — <VisibleText text={humanised(question.agent)} />
            </span>
          )}
        </ClampedText>
      </div>
      {writable && question.options.length > 0 && (
        <div className="wrap-close">
          {question.options.map((option) => (
            <div key={option}>
              <ClampedText
                lines={2}
                within={(text) => (
                  // A double click would also answer the question that replaces this one.
                  <Button disabled={busy} onClick={({ detail }) => detail <= 1 && void answer(option)}>
                    {text}
                  </Button>
                )}
              >
                <VisibleText text={option} />
              </ClampedText>
            </div>
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

type NeedProps = Readonly<{
  says: ReactNode;
  /** Actions that settle it; none if nothing may be changed. */
  actions: readonly { readonly label: string; readonly run: () => Promise<unknown> }[];
  /** Further actions, before these. */
  children?: ReactNode;
}>;

function Need({ says, actions, children }: NeedProps) {
  const { busy, problem, attempt } = useAttempt();
  return (
    <div className={styles['need']}>
      <p dir="auto">{says}</p>
      {actions.length > 0 && (
        <div className="wrap-close">
          {children}
          {actions.map(({ label, run }) => (
            <Button key={label} disabled={busy} onClick={() => void attempt(run)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </div>
  );
}

function BlockedNeed({ workspace, id, issue, writable, found }: PartProps & Readonly<{ issue: string }>) {
  const resolve = () =>
    takeOutOfList(
      workspace,
      id,
      ['state', 'blocking_issues'],
      (item) => (typeof item === 'string' ? item : JSON.stringify(item)) === issue,
      'Settled what blocked it',
    );
  return (
    <Need
      says={
        <>
          Blocked: <VisibleText text={issue} found={found} />
        </>
      }
      actions={writable ? [{ label: 'It’s settled', run: resolve }] : []}
    />
  );
}

function FailedNeed({ workspace, workflow, writable, found }: Required<NeedsProps>) {
  const { id, error, failedStep } = workflow;
  const [isResuming, setResuming] = useState(false);
  if (error === null) {
    return null;
  }
  const skip = async () => {
    const of = failedStep === null ? {} : { step: failedStep };
    tellDone(workspace, await call('work.skip', { workspace, id, ...of }));
  };
  return (
    <Need
      says={
        <>
          {failedStep === null ? 'Failed' : <VisibleText text={`“${humanised(failedStep)}” failed`} found={found} />}
          {error.trim() === '' ? ', and nothing says why.' : ': '}
          <VisibleText text={error} found={found} />
        </>
      }
      actions={writable ? [{ label: 'Skip this step', run: skip }] : []}
    >
      {failedStep !== null && <Button onClick={() => setResuming(true)}>Try again…</Button>}
      {isResuming && failedStep !== null && (
        <ResumeDialog workspace={workspace} id={id} from={{ step: failedStep }} onClose={() => setResuming(false)} />
      )}
    </Need>
  );
}

function UnsureNeed({ workspace, workflow, writable }: NeedsProps) {
  const { id, isLowConfidence, confidence } = workflow;
  if (!isLowConfidence || confidence === null) {
    return null;
  }
  const confirm = async () => {
    const fields = [{ path: ['state', 'confidence_score'], before: confidence, value: 1 }];
    tellDone(workspace, await call('work.edit', { workspace, id, fields, action: 'Looked at it, and it’s fine' }));
  };
  return (
    <Need
      says={`Its agents are only ${shareInWords(confidence, 1)} sure. Look at what came of it.`}
      actions={writable ? [{ label: 'It’s fine', run: confirm }] : []}
    />
  );
}

type CheckProps = Readonly<{
  workspace: string;
  id: string;
  finding: Result<'work.check'>['findings'][number];
  writable: boolean;
}>;

/** A failed check and its repair: a missing file can be removed from the list, a gap in the record accepted. */
function FailedCheckNeed({ workspace, id, finding, writable }: CheckProps) {
  const { type, path, message, mend, file } = finding;
  const list = type === 'file_missing' ? /^files\.(\w+)\.\d+$/.exec(path)?.[1] : undefined;
  const accept = async () => tellDone(workspace, await call('work.acceptGaps', { workspace, id }));
  return (
    <Need
      says={
        <>
          <VisibleText text={message} /> <span className="detail">{mend}</span>
        </>
      }
      actions={[
        ...(writable && list !== undefined && file !== undefined
          ? [{ label: 'Remove from the list', run: () => takeFileOff(workspace, id, list, String(file)) }]
          : []),
        ...(writable && type === 'record_gap' ? [{ label: 'Accept', run: accept }] : []),
      ]}
    />
  );
}

/** Request another program's workflow waits on, which is approved there. */
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
        Approve or deny it in {assistant}. You can read it here, but not change it.
        {waitsFor?.until != null && ` It waits until ${momentInWords(waitsFor.until)}.`}
      </p>
    </>
  );
}
