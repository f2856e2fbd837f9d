import { useReducer, useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { readWholeWorkText } from '#shared/contract/reading/texts.ts';
import { needsYou } from '#shared/formats/workflow/status.ts';
import { useAnswer, useAsked, useTurns } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { loadedPart } from '../../api/loaded-part.tsx';
import { showDetails } from '../../list/list-commands.ts';
import { attempt } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { ChipChoice } from '../../ui/chip.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Unread } from '../../ui/unread.tsx';
import { roomForInspector, useMedia } from '../../ui/use-media.ts';
import { humanised, workflowTitle } from '../../wording/workflows.ts';
import { CompleteDialog } from './complete-dialog.tsx';
import { DataFields } from './data-fields.tsx';
import { NeedsOf } from './needs-you.tsx';
import { ResumeDialog, type ResumeFrom } from './resume-dialog.tsx';
import { StepFileButton } from './step-file.tsx';
import { objectIn, textField, timelineOf } from './timeline.ts';
import { TimelineView } from './timeline-view.tsx';
import { useFailedChecks } from './use-failed-checks.ts';
import { ownItem } from './work-items.ts';
import styles from './work-page.module.css';
import { WorkReader, WorkSection, type WorkViewProps } from './work-reader.tsx';
import { askToMove, backToWork, closeWorkSheet, useWork } from './work-store.ts';
import { Findings, WorkflowFiles } from './workflow-files.tsx';
import { WorkflowInspector } from './workflow-inspector.tsx';
import { Checkpoints, OnRecord } from './workflow-record.tsx';

type WorkflowAnswer = Result<'work.show'>;

const waysToShow = { all: 'Overview', json: 'JSON' };
const openDetails = (): void => showDetails(useWork, true);

export function WorkflowView({ workspace, id, writable }: WorkViewProps) {
  const [turn, again] = useTurns(workspace, ['work.changed']);
  const { answer, problem } = useAnswer('work.show', { workspace, id }, turn);
  const [shown, setShown] = useState<'all' | 'json'>(() => (useWork.getState().unsaved.has(id) ? 'json' : 'all'));
  const item = answer && ownItem(answer.summary);
  return (
    <>
      <WorkReader
        head={
          item && {
            title: item.title,
            detail: [item.state, item.progress],
            actions: (
              <>
                {answer.context !== null && (
                  <ChipChoice label="Shown as" value={shown} options={waysToShow} onChoose={setShown} />
                )}
                <Actions workspace={workspace} item={item} writable={writable} />
              </>
            ),
          }
        }
        problem={problem}
        onRetry={again}
        commands={{
          escape: () => (useWork.getState().sheetOpen ? closeWorkSheet() : backToWork()),
          archive: () => writable && item && askToMove(item),
          details: openDetails,
        }}
      >
        {answer &&
          (shown === 'json' || answer.context === null ? (
            <WholeText
              workspace={workspace}
              id={id}
              title={workflowTitle(answer.summary)}
              version={answer.version}
              writable={writable && answer.summary.where === 'active'}
            />
          ) : (
            <div className="scroller">
              <div className={styles['groups']}>
                {problem && <p>{problem.message}</p>}
                <Overview
                  workspace={workspace}
                  summary={answer.summary}
                  context={answer.context}
                  version={answer.version}
                  mayChange={writable && isChangeable(answer.summary)}
                />
              </div>
            </div>
          ))}
      </WorkReader>
      {answer && <WorkflowInspector workspace={workspace} {...answer} />}
    </>
  );
}

const isChangeable = ({ where, status }: WorkflowSummary): boolean => where === 'active' && status !== 'damaged';

type ActionsProps = Readonly<{ workspace: string; item: ReturnType<typeof ownItem>; writable: boolean }>;

function Actions({ workspace, item, writable }: ActionsProps) {
  const { id, workflow } = item;
  const [isCompleting, setCompleting] = useState(false);
  const wide = useMedia(roomForInspector);
  const mayChange = writable && isChangeable(workflow);
  const complete = (): void =>
    needsWord(workflow)
      ? setCompleting(true)
      : attempt(call('work.complete', { workspace, id }).then((result) => tellDone(workspace, result)));
  return (
    <div className="wrap-close">
      {!wide && <Button onClick={openDetails}>Details</Button>}
      {writable && <Button onClick={() => askToMove(item)}>Archive…</Button>}
      {mayChange && <Button onClick={complete}>{needsWord(workflow) ? 'Complete…' : 'Complete'}</Button>}
      {isCompleting && mayChange && (
        <CompleteDialog workspace={workspace} summary={workflow} onClose={() => setCompleting(false)} />
      )}
    </div>
  );
}

/** True if it waits for an answer, so that ending it needs a confirmation. */
const needsWord = ({ status, questions }: WorkflowSummary): boolean => status === 'waiting' || questions.length > 0;

type NeedsProps = Readonly<{ workspace: string; summary: WorkflowSummary; writable: boolean }>;

function Needs({ workspace, summary, writable }: NeedsProps) {
  const isFailing = useFailedChecks(({ failed }) => failed.has(summary.id));
  return summary.where === 'active' && (needsYou(summary) || isFailing) ? (
    <section aria-label="Needs you" className="attention stack-3">
      <NeedsOf workspace={workspace} workflow={summary} writable={writable} />
    </section>
  ) : null;
}

type OverviewProps = Readonly<{
  workspace: string;
  summary: WorkflowSummary;
  context: NonNullable<WorkflowAnswer['context']>;
  mayChange: boolean;
  version: string;
}>;

function Overview({ workspace, summary, context, mayChange, version }: OverviewProps) {
  const { id, status } = summary;
  const [resume, setResume] = useState<ResumeFrom | null>(null);
  const data = objectIn(context, 'data');
  const { answer } = useAnswer('work.check', { workspace, id }, version);
  const findings = answer?.findings ?? [];
  return (
    <>
      <Needs workspace={workspace} summary={summary} writable={mayChange} />
      <WorkSection title="Steps">
        <TimelineView
          timeline={timelineOf(context)}
          current={status === 'completed' ? null : textField(objectIn(context, 'workflow'), 'current_step')}
          waits={status === 'waiting'}
          onResume={mayChange ? (step) => setResume({ step }) : null}
          read={(file) => (
            <StepFileButton workspace={workspace} id={id} file={file} version={version} inputs={data['inputs']} />
          )}
        />
      </WorkSection>
      {(['outputs', 'working_data', 'inputs', 'references'] as const).map((name) => (
        <DataFields
          key={name}
          workspace={workspace}
          id={id}
          type={textField(objectIn(context, 'meta'), 'workflow_type')}
          title={humanised(name)}
          path={['data', name]}
          value={data[name]}
          mayChange={mayChange}
        />
      ))}
      <WorkflowFiles workspace={workspace} id={id} context={context} findings={findings} mayChange={mayChange} />
      <Findings findings={findings} />
      <Checkpoints
        workspace={workspace}
        id={id}
        context={context}
        version={version}
        onResume={mayChange ? setResume : null}
      />
      <OnRecord context={context} />
      {resume && <ResumeDialog workspace={workspace} id={id} from={resume} onClose={() => setResume(null)} />}
    </>
  );
}

function WholeText({ workspace, id, title, version, writable }: WholeTextProps) {
  const [turn, again] = useReducer((turns: number) => turns + 1, 0);
  const { answer, problem } = useAsked(JSON.stringify([workspace, id, version, turn]), () =>
    readWholeWorkText({ call }, workspace, id, 'context.json'),
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

const TextOfWorkflow = loadedPart(
  () => import('./text-of-workflow.tsx'),
  'TextOfWorkflow',
  <Skeleton label="Loading the editor" />,
);
