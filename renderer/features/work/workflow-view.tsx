import { useEffect, useReducer, useRef, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { needsYou } from '#shared/formats/workflow/status.ts';
import { useAnswer, useAsked, useTurns } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { lazyPart } from '../../api/lazy-part.tsx';
import { carryOutOne, useCommands } from '../../services/commands/use-commands.ts';
import { attempt } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ReaderHead } from '../../ui/reader-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Unread } from '../../ui/unread.tsx';
import { hasRoomForInspector, roomForInspector, useMedia } from '../../ui/use-media.ts';
import { humanised, statusNames, titleOf } from '../../wording/workflows.ts';
import { CompleteDialog } from './complete-dialog.tsx';
import { DataFields } from './data-fields.tsx';
import { NeedsOf } from './needs-you.tsx';
import { ResumeDialog, type ResumeFrom } from './resume-dialog.tsx';
import { StepFile } from './step-file.tsx';
import { objectIn, textIn, timelineOf } from './timeline.ts';
import { TimelineView } from './timeline-view.tsx';
import { useFailedChecks } from './use-failed-checks.ts';
import styles from './work-page.module.css';
import { askToArchive, backToWork, closeWorkSheet, useWork } from './work-store.ts';
import { readWorkText } from './work-text.ts';
import { progressInWords } from './work-words.ts';
import { Files, Findings } from './workflow-files.tsx';
import { WorkflowInspector } from './workflow-inspector.tsx';
import { Checkpoints, OnRecord } from './workflow-record.tsx';

type WorkflowProps = Readonly<{ workspace: string; id: string; writable: boolean }>;
type Context = NonNullable<Result<'work.show'>['context']>;

const changed = ['work.changed'] as const;

/** A workflow: its needs, its steps, its data and results, its files, and interventions by people. */
export function WorkflowView({ workspace, id, writable }: WorkflowProps) {
  const [turn, again] = useTurns(workspace, changed);
  const { answer, problem } = useAnswer('work.show', { workspace, id }, turn);
  const [shown, setShown] = useState<'all' | 'json'>(() => (useWork.getState().unsaved.has(id) ? 'json' : 'all'));
  const [resume, setResume] = useState<ResumeFrom | null>(null);
  const [isCompleting, setCompleting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const wide = useMedia(roomForInspector);
  const isRead = answer !== null;
  useEffect(() => {
    if (isRead) {
      heading.current?.focus();
    }
  }, [isRead]);
  useCommands((command) =>
    carryOutOne(command, {
      escape: () => (useWork.getState().sheetOpen ? closeWorkSheet() : backToWork()),
      archive: () => writable && answer !== null && askToArchive(answer.summary),
      details: showDetails,
    }),
  );
  if (answer === null) {
    return (
      <div className="scroller">
        <Unread label="Reading the workflow" failed="It can’t be shown" problem={problem} onRetry={again} />
      </div>
    );
  }
  const { summary, context } = answer;
  const mayChange = writable && summary.where === 'active' && summary.status !== 'damaged';
  const complete = (): void =>
    needsWord(summary)
      ? setCompleting(true)
      : attempt(call('work.complete', { workspace, id }).then((result) => tellDone(workspace, result)));
  return (
    <>
      <div className={styles['view']}>
        <ReaderHead
          heading={heading}
          onBack={backToWork}
          title={titleOf(summary)}
          detail={[statusNames[summary.status], progressInWords(summary)]}
        >
          {context !== null && (
            <div className="wrap-close" role="group" aria-label="Shown as">
              <Chip pressed={shown === 'all'} onPress={() => setShown('all')}>
                Overview
              </Chip>
              <Chip pressed={shown === 'json'} onPress={() => setShown('json')}>
                JSON
              </Chip>
            </div>
          )}
          <div className="wrap-close">
            {!wide && <Button onClick={showDetails}>Details</Button>}
            {writable && <Button onClick={() => askToArchive(summary)}>Archive…</Button>}
            {mayChange && <Button onClick={complete}>{needsWord(summary) ? 'Complete…' : 'Complete'}</Button>}
          </div>
        </ReaderHead>
        {shown === 'json' || context === null ? (
          <WholeText
            workspace={workspace}
            id={id}
            title={titleOf(summary)}
            version={answer.version}
            writable={writable && summary.where === 'active'}
          />
        ) : (
          <div className="scroller">
            <div className={styles['groups']}>
              {problem && <p>{problem.message}</p>}
              <Needs workspace={workspace} summary={summary} writable={mayChange} />
              <Overview
                workspace={workspace}
                id={id}
                context={context}
                status={summary.status}
                mayChange={mayChange}
                version={answer.version}
                onResume={setResume}
              />
            </div>
          </div>
        )}
        {isCompleting && mayChange && (
          <CompleteDialog workspace={workspace} summary={summary} onClose={() => setCompleting(false)} />
        )}
        {resume && <ResumeDialog workspace={workspace} id={id} from={resume} onClose={() => setResume(null)} />}
      </div>
      <WorkflowInspector workspace={workspace} summary={summary} context={context} folder={answer.folder} />
    </>
  );
}

/** True if it waits for an answer, so that ending it needs a confirmation. */
const needsWord = ({ status, questions }: WorkflowSummary): boolean => status === 'waiting' || questions.length > 0;

/** Needs of the workflow, above everything else, while it has any. */
function Needs({
  workspace,
  summary,
  writable,
}: Readonly<{ workspace: string; summary: WorkflowSummary; writable: boolean }>) {
  const isFailing = useFailedChecks(({ failed }) => failed.has(summary.id));
  return summary.where === 'active' && (needsYou(summary) || isFailing) ? (
    <section aria-label="Needs you" className={styles['needs']}>
      <NeedsOf workspace={workspace} workflow={summary} writable={writable} />
    </section>
  ) : null;
}

function showDetails(): void {
  useWork.setState({ sheetOpen: !hasRoomForInspector() });
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-details-heading]')?.focus());
}

type OverviewProps = Readonly<{
  workspace: string;
  id: string;
  context: Context;
  status: WorkflowSummary['status'];
  mayChange: boolean;
  version: string;
  onResume: (from: ResumeFrom) => void;
}>;

function Overview({ workspace, id, context, status, mayChange, version, onResume }: OverviewProps) {
  const data = objectIn(context, 'data');
  const { answer } = useAsked(JSON.stringify([workspace, id, version]), () => call('work.check', { workspace, id }));
  const findings = answer?.findings ?? [];
  return (
    <>
      <section aria-label="Steps" className="stack-2">
        <h2>Steps</h2>
        <TimelineView
          timeline={timelineOf(context)}
          current={status === 'completed' ? null : textIn(objectIn(context, 'workflow'), 'current_step')}
          waits={status === 'waiting'}
          onResume={mayChange ? (step) => onResume({ step }) : null}
          read={(file) => (
            <StepFile workspace={workspace} id={id} file={file} version={version} inputs={data['inputs']} />
          )}
        />
      </section>
      {(['outputs', 'working_data', 'inputs', 'references'] as const).map((name) => (
        <DataFields
          key={name}
          workspace={workspace}
          id={id}
          type={textIn(objectIn(context, 'meta'), 'workflow_type')}
          title={humanised(name)}
          path={['data', name]}
          value={data[name]}
          mayChange={mayChange}
        />
      ))}
      <Files workspace={workspace} id={id} context={context} findings={findings} mayChange={mayChange} />
      <Findings findings={findings} />
      <Checkpoints
        workspace={workspace}
        id={id}
        context={context}
        version={version}
        onResume={mayChange ? onResume : null}
      />
      <OnRecord context={context} />
    </>
  );
}

/** The JSON of a workflow in an editor. */
function WholeText({ workspace, id, title, version, writable }: WholeTextProps) {
  const [turn, again] = useReducer((turns: number) => turns + 1, 0);
  const { answer, problem } = useAsked(JSON.stringify([workspace, id, version, turn]), () =>
    readWorkText(workspace, id, 'context.json'),
  );
  return answer === null ? (
    <div className="scroller">
      <Unread label="Reading its text" failed="Its text can’t be shown" problem={problem} onRetry={again} />
    </div>
  ) : (
    <TextOfWorkflow workspace={workspace} id={id} title={title} now={answer} writable={writable} />
  );
}

type WholeTextProps = Readonly<{ workspace: string; id: string; title: string; version: string; writable: boolean }>;

const TextOfWorkflow = lazyPart(
  () => import('./text-of-workflow.tsx'),
  'TextOfWorkflow',
  <Skeleton label="Loading the editor" />,
);
