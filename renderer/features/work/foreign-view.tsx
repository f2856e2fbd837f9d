import type { Result } from '#shared/contract/contract.ts';
import type { ForeignRun, ForeignWorkflow } from '#shared/contract/features/foreign-work.ts';
import { useAnswer, useAttempt, useEventTurns } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { showConversation } from '../../jumps.ts';
import { notifyOnce, say } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { InTheFile } from '../../ui/details.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Strip } from '../../ui/strip.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { bytesInWords, counted } from '../../wording/counts.ts';
import { dateInWords, dayOfMoment, momentInWords } from '../../wording/dates.ts';
import { humanised } from '../../wording/workflows.ts';
import { DataFields } from './data-fields.tsx';
import { Approval } from './needs-you.tsx';
import { type Timeline, tookFrom } from './timeline.ts';
import { TimelineView } from './timeline-view.tsx';
import { foreignProgress, foreignTitle, runStates } from './work-items.ts';
import styles from './work-page.module.css';
import { WorkReader, WorkSection, type WorkViewProps } from './work-reader.tsx';

/** A workflow kept by another program: its steps and their results, its approvals, and everything else it states. */
export function ForeignView({ workspace, id }: WorkViewProps) {
  const [turn, again] = useEventTurns('conversations.changed', 'foreignWork.changed');
  const { answer, problem } = useAnswer('foreignWork.show', { workspace, id }, turn);
  const summary = answer?.summary;
  const readOnly = (): void => {
    const who = summary?.assistant ?? 'Another program';
    notifyOnce('foreign-work', `This belongs to ${who}. You can read it here, but not change it.`);
  };
  return (
    <WorkReader
      head={
        summary
          ? {
              title: foreignTitle(summary),
              detail: [runStates[summary.status].name, foreignProgress(summary)],
              actions: <CopyActions workspace={workspace} summary={summary} onDone={again} />,
            }
          : null
      }
      problem={problem}
      onRetry={again}
      commands={{ edit: readOnly, archive: readOnly, delete: readOnly }}
    >
      {summary && isLeaving(summary) && <DeletionStrip workspace={workspace} summary={summary} onDone={again} />}
      {answer && (
        <div className="scroller">
          <div className={styles['groups']}>
            {problem && <p>{problem.message}</p>}
            <ForeignState summary={answer.summary} />
            <ForeignSections workspace={workspace} {...answer} />
          </div>
        </div>
      )}
    </WorkReader>
  );
}

function ForeignState({ summary }: Readonly<{ summary: ForeignWorkflow }>) {
  const { assistant, status, error, problem, deletedAt, kept } = summary;
  return (
    <div className="stack-1">
      {status === 'waiting' ? (
        <Approval workflow={summary} />
      ) : (
        <p className="detail">This belongs to {assistant}. You can read it here, but not change it.</p>
      )}
      {error !== null && (
        <p dir="auto">
          Failed: <VisibleText text={error} />
        </p>
      )}
      {problem !== null && <FieldProblem>{problem}</FieldProblem>}
      {deletedAt !== null && kept !== null && (
        <p className="detail">{deletionInWords(assistant, deletedAt)} Your copy stays.</p>
      )}
    </div>
  );
}

type CopyProps = Readonly<{ workspace: string; summary: ForeignWorkflow; onDone: () => void }>;

/** True if its program will delete the only copy. */
const isLeaving = ({ deletedAt, kept }: ForeignWorkflow): boolean => deletedAt !== null && kept === null;

function deletionInWords(assistant: string, deletedAt: number): string {
  const when = deletedAt <= Date.now() ? 'at its next start' : `on ${dateInWords(dayOfMoment(deletedAt))}`;
  return `${assistant} will delete this ${when}.`;
}

function useSaveCopy({ workspace, summary: { id }, onDone }: CopyProps) {
  const { attempt, ...standing } = useAttempt();
  const keep = (): Promise<void> =>
    attempt(async () => {
      await call('foreignWork.keep', { workspace, id });
      say('Saved. A copy of all its files stays, whatever its program deletes.', 'done');
      onDone();
    });
  return { ...standing, attempt, keep };
}

function DeletionStrip(props: CopyProps) {
  const { assistant, deletedAt } = props.summary;
  const { busy, problem, keep } = useSaveCopy(props);
  return (
    <Strip
      tone="warning"
      label="About to be deleted"
      actions={
        <Button disabled={busy} onClick={() => void keep()}>
          Save a copy
        </Button>
      }
    >
      {deletionInWords(assistant, deletedAt ?? 0)}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </Strip>
  );
}

function CopyActions(props: CopyProps) {
  const { summary, onDone } = props;
  const { id, kept, conversation, assistant, startedAt, changedAt } = summary;
  const { busy, problem, attempt, keep } = useSaveCopy(props);
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
            {kept === null ? 'Save a copy' : 'Update the copy'}
          </Button>
        )
      )}
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </div>
  );
}

type ForeignSectionsProps = Result<'foreignWork.show'> & Readonly<{ workspace: string }>;

function ForeignSections({ workspace, run, isCut, files }: ForeignSectionsProps) {
  const { approvals, more, torn, steps } = run;
  const facts = Object.entries(more).filter((one) => !isOfPrograms(one));
  const shown = { workspace, id: '', type: null, path: [], mayChange: false };
  return (
    <>
      <WorkSection title="Steps">
        <TimelineView timeline={timelineOfRun(run)} current={run.currentStep} onResume={null} read={null} />
      </WorkSection>
      {approvals.length > 0 && (
        <WorkSection title="Approvals">
          <ul className="ruled">
            {approvals.map(({ stage, status, at, reason }) => (
              <li key={`${stage} ${at}`} className="words breaks">
                <VisibleText as="span" dir="auto" text={humanised(stage)} />
                <span className="detail">{humanised(status)}</span>
                {reason !== null && <VisibleText as="span" dir="auto" text={reason} />}
                {at !== null && <span className="detail">{momentInWords(at)}</span>}
              </li>
            ))}
          </ul>
        </WorkSection>
      )}
      <DataFields
        {...shown}
        title="What came of the steps"
        value={Object.fromEntries(
          steps.flatMap(({ name, asked, made, more: rest }, index) => {
            const result = { ...(asked !== null && { asked }), ...(made !== null && { made }), ...rest };
            return Object.keys(result).length === 0 ? [] : [[`${index + 1}. ${name}`, result] as const];
          }),
        )}
      />
      <DataFields {...shown} title="What else it says" value={Object.fromEntries(facts)} />
      {torn.length > 0 && (
        <WorkSection title="Not read">
          <p className="detail">
            {counted(torn.length, 'place was', 'places were')} cut short or damaged when it was written.
          </p>
          <ul className="ruled">
            {torn.map(({ file, line, text }) => (
              <VisibleText key={`${file} ${line}`} as="li" className="detail" text={text} />
            ))}
          </ul>
        </WorkSection>
      )}
      {isCut && <p className="detail">Long texts are cut here. The files have all of them.</p>}
      <RunFiles files={files} run={run} />
    </>
  );
}

/** True for ids that only programs need: `runId`, `session_id`. */
const isOfPrograms = ([name, value]: readonly [string, ForeignRun['more'][string]]): boolean =>
  typeof value !== 'object' && /(?:^|_)id$|[a-z]I[Dd]$/.test(name);

function RunFiles({ files, run: { more, torn } }: Pick<Result<'foreignWork.show'>, 'files' | 'run'>) {
  const ids = Object.entries(more).filter(isOfPrograms);
  return (
    <InTheFile
      facts={[
        ...ids.map(([name, value]) => ({ label: humanised(name), id: name, mono: true, value: String(value) })),
        ...files.map(({ path, bytes }) => ({
          label: 'File',
          id: path,
          value: <FileAndSize path={path} bytes={bytes} />,
        })),
        ...torn.map(({ file, line }) => ({
          label: 'Not read',
          id: `${file} ${line}`,
          mono: true,
          value: line === 0 ? file : `${file}:${line}`,
        })),
      ]}
    />
  );
}

function FileAndSize({ path, bytes }: Result<'foreignWork.show'>['files'][number]) {
  return (
    <>
      <VisibleText as="span" className="code" dir="auto" text={path} />{' '}
      <span className="detail">{bytesInWords(bytes)}</span>
    </>
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
        status: statuses[status as keyof typeof statuses] ?? runStates[status].name.toLowerCase(),
        error,
        from: startedAt,
        file: null,
        to: endedAt ?? (startedAt !== null && durationMs !== null ? startedAt + durationMs : null),
      },
    ]),
    ahead: steps.flatMap(({ status, name }) => (status === 'pending' ? [name] : [])),
  };
}
