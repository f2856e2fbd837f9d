import { useEffect, useReducer, useRef } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { ForeignRun, ForeignWorkflow } from '#shared/contract/features/foreign-work.ts';
import { useAsked, useAttempt } from '../../api/answers.ts';
import { call, on } from '../../api/connection.ts';
import { showConversation } from '../../jumps.ts';
import { carryOutOne, useCommands } from '../../services/commands/use-commands.ts';
import { say, sayOnce } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { ReaderHead } from '../../ui/reader-head.tsx';
import { Unread } from '../../ui/unread.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords, counted } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import { humanised } from '../../wording/workflows.ts';
import { DataFields } from './data-fields.tsx';
import { Approval } from './needs-you.tsx';
import { type Timeline, tookFrom } from './timeline.ts';
import { TimelineView } from './timeline-view.tsx';
import styles from './work-page.module.css';
import { backToWork } from './work-store.ts';
import { foreignProgress, foreignTitle, runStatusNames } from './work-words.ts';

/** A workflow that another program keeps: its steps and what they made, what was approved, and everything else it says. */
export function ForeignView({ workspace, id }: Readonly<{ workspace: string; id: string }>) {
  const [turn, again] = useReducer((turns: number) => turns + 1, 0);
  useEffect(() => {
    const offs = [on('conversations.changed', again), on('foreignWork.changed', again)];
    return () => {
      for (const off of offs) {
        off();
      }
    };
  }, []);
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
    sayOnce('foreign-work', `${who} keeps this, and Contexture only reads it. Change it there, or keep a copy.`);
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
      <div className="scroller">
        <div className={styles['groups']}>
          {problem && <p>{problem.message}</p>}
          <div className="stack-1">
            {summary.status === 'waiting' ? (
              <Approval workflow={summary} />
            ) : (
              <p className="detail">{summary.assistant} keeps this. Contexture only reads it.</p>
            )}
            {summary.error !== null && (
              <p dir="auto">
                Failed: <VisibleText text={summary.error} />
              </p>
            )}
            {summary.problem !== null && <FieldProblem>{summary.problem}</FieldProblem>}
            {summary.deletedAt !== null && (
              <p className="detail">
                {summary.assistant} deletes it {momentInWords(summary.deletedAt)}.
                {summary.kept === null ? ' Keep a copy if you want it to stay.' : ' Your copy stays.'}
              </p>
            )}
          </div>
          <ForeignSections workspace={workspace} {...answer} />
        </div>
      </div>
    </div>
  );
}

type KeepingProps = Readonly<{ workspace: string; summary: ForeignWorkflow; onDone: () => void }>;

/** Keeps a copy, or removes it. */
function Keeping({ workspace, summary, onDone }: KeepingProps) {
  const { id, kept, conversation, assistant, startedAt, changedAt } = summary;
  const { busy, problem, attempt } = useAttempt();
  const keep = (): Promise<void> =>
    attempt(async () => {
      await call('foreignWork.keep', { workspace, id });
      say('Kept. A copy of all its files stays, whatever its program deletes.', 'done');
      onDone();
    });
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
          Its conversation
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
        <Button disabled={busy} onClick={() => void keep()}>
          {kept === null ? 'Keep a copy' : 'Keep what came since'}
        </Button>
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
      <DataFields {...shown} title="What else it says" value={more} />
      {torn.length > 0 && (
        <section aria-label="Not read" className="stack-2">
          <h2>Not read</h2>
          <p className="detail">
            {counted(torn.length, 'place was', 'places were')} cut short or damaged when it was written.
          </p>
          <ul className="ruled">
            {torn.map(({ file, line, text }) => (
              <li key={`${file} ${line}`} className={styles['item']}>
                <span className="code">
                  <VisibleText text={line === 0 ? file : `${file}:${line}`} />
                </span>
                <span className="detail">
                  <VisibleText text={text} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Files" className="stack-2">
        <h2>Files</h2>
        <ul className="ruled">
          {files.map(({ path, bytes }) => (
            <li key={path} className={styles['item']}>
              <span className="code" dir="auto">
                <VisibleText text={path} />
              </span>
              <span className="detail">{bytesInWords(bytes)}</span>
            </li>
          ))}
        </ul>
        {isCut && <p className="detail">Long texts are cut here; the files have all of them.</p>}
      </section>
    </>
  );
}

/** Its steps as those of any workflow; what a program calls a group stands beside the step. */
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
