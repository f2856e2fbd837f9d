import { useEffect, useReducer, useRef } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { ForeignRun, ForeignWorkflow } from '#shared/contract/features/foreign-work.ts';
import { together } from '#shared/contract/wire/listeners.ts';
import { useAsked, useAttempt } from '../../api/answers.ts';
import { call, on } from '../../api/connection.ts';
import { Fact, InTheFile } from '../../entries/inspector.tsx';
import { showConversation } from '../../jumps.ts';
import { carryOutOne, useCommands } from '../../services/commands/use-commands.ts';
import { say, sayOnce } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { ReaderHead } from '../../ui/reader-head.tsx';
import { Strip } from '../../ui/strip.tsx';
import { Unread } from '../../ui/unread.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords, counted } from '../../wording/counts.ts';
import { dateInWords, dayOfMoment, momentInWords } from '../../wording/dates.ts';
import { humanised } from '../../wording/workflows.ts';
import { DataFields } from './data-fields.tsx';
import { Approval } from './needs-you.tsx';
import { type Timeline, tookFrom } from './timeline.ts';
import { TimelineView } from './timeline-view.tsx';
import styles from './work-page.module.css';
import { backToWork } from './work-store.ts';
import { foreignProgress, foreignTitle, runStatusNames } from './work-words.ts';

/** A workflow kept by another program: its steps and their results, its approvals, and everything else it states. */
export function ForeignView({ workspace, id }: Readonly<{ workspace: string; id: string }>) {
  const [turn, again] = useReducer((turns: number) => turns + 1, 0);
  useEffect(() => together([on('conversations.changed', again), on('foreignWork.changed', again)]), []);
  const { answer, problem } = useAsked(JSON.stringify([workspace, id, turn]), () =>
    call('foreignWork.show', { workspace, id }),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const isRead = answer !== null;
  useEffect(() => {
    if (isRead) {
      heading.current?.focus();
    }
  }, [isRead]);
  const readOnly = (): void => {
    const who = answer?.summary.assistant ?? 'Another program';
    sayOnce('foreign-work', `This belongs to ${who}. You can read it here, but not change it.`);
  };
  useCommands((command) =>
    carryOutOne(command, { escape: backToWork, edit: readOnly, archive: readOnly, delete: readOnly }),
  );
  if (answer === null) {
    return (
      <div className="scroller">
        <Unread label="Reading the workflow" failed="It can’t be shown" problem={problem} onRetry={again} />
      </div>
    );
  }
  const { summary } = answer;
  return (
    <div className={styles['view']}>
      <ReaderHead
        heading={heading}
        onBack={backToWork}
        title={foreignTitle(summary)}
        detail={[runStatusNames[summary.status], foreignProgress(summary)]}
      >
        <Keeping workspace={workspace} summary={summary} onDone={again} />
      </ReaderHead>
      {isLeaving(summary) && <Leaving workspace={workspace} summary={summary} onDone={again} />}
      <div className="scroller">
        <div className={styles['groups']}>
          {problem && <p>{problem.message}</p>}
          <div className="stack-1">
            {summary.status === 'waiting' ? (
              <Approval workflow={summary} />
            ) : (
              <p className="detail">This belongs to {summary.assistant}. You can read it here, but not change it.</p>
            )}
            {summary.error !== null && (
              <p dir="auto">
                Failed: <VisibleText text={summary.error} />
              </p>
            )}
            {summary.problem !== null && <FieldProblem>{summary.problem}</FieldProblem>}
            {summary.deletedAt !== null && summary.kept !== null && (
              <p className="detail">{deletionInWords(summary.assistant, summary.deletedAt)} Your copy stays.</p>
            )}
          </div>
          <ForeignSections workspace={workspace} {...answer} />
        </div>
      </div>
    </div>
  );
}

type KeepingProps = Readonly<{ workspace: string; summary: ForeignWorkflow; onDone: () => void }>;

/** True if its program will delete the only copy. */
const isLeaving = ({ deletedAt, kept }: ForeignWorkflow): boolean => deletedAt !== null && kept === null;

function deletionInWords(assistant: string, deletedAt: number): string {
  const when = deletedAt <= Date.now() ? 'at its next start' : `on ${dateInWords(dayOfMoment(deletedAt))}`;
  return `${assistant} will delete this ${when}.`;
}

/** Copies it, or what was added since. */
function useKeep({ workspace, summary: { id }, onDone }: KeepingProps) {
  const { attempt, ...standing } = useAttempt();
  const keep = (): Promise<void> =>
    attempt(async () => {
      await call('foreignWork.keep', { workspace, id });
      say('Kept. A copy of all its files stays, whatever its program deletes.', 'done');
      onDone();
    });
  return { ...standing, attempt, keep };
}

/** Warns that its program will delete it, and offers to keep a copy. */
function Leaving(props: KeepingProps) {
  const { assistant, deletedAt } = props.summary;
  const { busy, problem, keep } = useKeep(props);
  return (
    <Strip
      tone="warning"
      label="About to be deleted"
      actions={
        <Button disabled={busy} onClick={() => void keep()}>
          Keep a copy
        </Button>
      }
    >
      {deletionInWords(assistant, deletedAt ?? 0)}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </Strip>
  );
}

/** Link to its conversation, and actions to keep or remove a copy. */
function Keeping(props: KeepingProps) {
  const { summary, onDone } = props;
  const { id, kept, conversation, assistant, startedAt, changedAt } = summary;
  const { busy, problem, attempt, keep } = useKeep(props);
  const removeCopy = (): Promise<void> =>
    attempt(async () => {
      await call('foreignWork.removeCopy', { id });
      say('The copy is removed.', 'done');
      onDone();
    });
  return (
    <div className="wrap-close">
      {conversation !== null && (
        <Button
          onClick={() =>
            showConversation({ id: conversation, title: foreignTitle(summary), assistant, startedAt, changedAt }, null)
          }
        >
          Open conversation
        </Button>
      )}
      {kept !== null && !kept.isLast && (
        <Button disabled={busy} onClick={() => void removeCopy()}>
          Remove the copy
        </Button>
      )}
      {kept?.isLast ? (
        <span className="detail">Only copy: the original is gone</span>
      ) : (
        !isLeaving(summary) && (
          <Button disabled={busy} onClick={() => void keep()}>
            {kept === null ? 'Keep a copy' : 'Update the copy'}
          </Button>
        )
      )}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </div>
  );
}

function ForeignSections({
  workspace,
  run,
  isCut,
  files,
}: Result<'foreignWork.show'> & Readonly<{ workspace: string }>) {
  const { approvals, more, torn, steps } = run;
  const said = Object.entries(more).filter((one) => !isOfPrograms(one));
  const shown = { workspace, id: '', type: null, path: [], mayChange: false };
  return (
    <>
      <section aria-label="Steps" className="stack-2">
        <h2>Steps</h2>
        <TimelineView timeline={timelineOfRun(run)} current={run.currentStep} onResume={null} read={null} />
      </section>
      {approvals.length > 0 && (
        <section aria-label="Approvals" className="stack-2">
          <h2>Approvals</h2>
          <ul className="ruled">
            {approvals.map(({ stage, status, at, reason }) => (
              <li key={`${stage} ${at}`} className={styles['item']}>
                <span dir="auto">
                  <VisibleText text={humanised(stage)} />
                </span>
                <span className="detail">{humanised(status)}</span>
                {reason !== null && (
                  <span dir="auto">
                    <VisibleText text={reason} />
                  </span>
                )}
                {at !== null && <span className="detail">{momentInWords(at)}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <DataFields
        {...shown}
        title="What came of the steps"
        value={Object.fromEntries(
          steps.flatMap(({ name, asked, made, more: rest }, index) => {
            const said = { ...(asked !== null && { asked }), ...(made !== null && { made }), ...rest };
            return Object.keys(said).length === 0 ? [] : [[`${index + 1}. ${name}`, said] as const];
          }),
        )}
      />
      <DataFields {...shown} title="What else it says" value={Object.fromEntries(said)} />
      {torn.length > 0 && (
        <section aria-label="Not read" className="stack-2">
          <h2>Not read</h2>
          <p className="detail">
            {counted(torn.length, 'place was', 'places were')} cut short or damaged when it was written.
          </p>
          <ul className="ruled">
            {torn.map(({ file, line, text }) => (
              <li key={`${file} ${line}`} className="detail">
                <VisibleText text={text} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {isCut && <p className="detail">Long texts are cut here. The files have all of them.</p>}
      <OfItsFiles files={files} run={run} />
    </>
  );
}

/** True for ids that only programs need: `runId`, `session_id`. */
const isOfPrograms = ([name, value]: readonly [string, ForeignRun['more'][string]]): boolean =>
  typeof value !== 'object' && /(?:^|_)id$|[a-z]I[Dd]$/.test(name);

/** Details for programs: ids, its files, and the places in them that could not be read. */
function OfItsFiles({ files, run: { more, torn } }: Pick<Result<'foreignWork.show'>, 'files' | 'run'>) {
  const ids = Object.entries(more).filter(isOfPrograms);
  return (
    <InTheFile>
      {ids.map(([name, value]) => (
        <Fact key={name} name={humanised(name)} look="mono">
          {String(value)}
        </Fact>
      ))}
      {files.map(({ path, bytes }) => (
        <Fact key={path} name="File">
          <span className="code" dir="auto">
            <VisibleText text={path} />
          </span>{' '}
          <span className="detail">{bytesInWords(bytes)}</span>
        </Fact>
      ))}
      {torn.map(({ file, line }) => (
        <Fact key={`${file} ${line}`} name="Not read" look="mono">
          {line === 0 ? file : `${file}:${line}`}
        </Fact>
      ))}
    </InTheFile>
  );
}

/** Its steps in the form of any workflow; a program's group is shown beside the step. */
function timelineOfRun({ steps }: ForeignRun): Timeline {
  const statuses = { completed: 'completed', failed: 'error', skipped: 'skipped', running: 'in_progress' };
  const begun = steps.filter(({ status }) => status !== 'pending');
  return {
    done: begun.map(({ name, group, agent, status, error, startedAt, endedAt, durationMs }) => [
      {
        took: durationMs !== null && durationMs > 0 ? durationMs : tookFrom(startedAt, endedAt),
        step: group === null || group === name ? name : `${group}: ${name}`,
        agent,
        status: statuses[status as keyof typeof statuses] ?? runStatusNames[status].toLowerCase(),
        error,
        from: startedAt,
        file: null,
        to: endedAt ?? (startedAt !== null && durationMs !== null ? startedAt + durationMs : null),
      },
    ]),
    ahead: steps.flatMap(({ status, name }) => (status === 'pending' ? [name] : [])),
  };
}
