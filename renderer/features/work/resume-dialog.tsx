import type { Params } from '#shared/contract/contract.ts';
import { useAnswer, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { tellDone } from '../../services/undo.ts';
import { Question } from '../../ui/question.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { statusNames } from '../../wording/workflows.ts';
import { differencesBetween } from './field-differences.ts';
import { FieldDifferences } from './field-differences-view.tsx';

export type ResumeFrom = Params<'work.resume'>['from'];

type ResumeProps = Readonly<{ workspace: string; id: string; from: ResumeFrom; onClose: () => void }>;

/** Fields in which programs note where a workflow goes on. */
const ofPrograms: readonly string[] = ['state.resume_from_step', 'state.can_resume', 'workflow.resumed_after'];

export function ResumeDialog({ workspace, id, from, onClose }: ResumeProps) {
  const { answer, problem } = useAnswer('work.previewResume', { workspace, id, from });
  const { busy, problem: failed, attempt } = useAttempt();
  const resume = (): Promise<void> =>
    attempt(async () => {
      tellDone(workspace, await call('work.resume', { workspace, id, from }));
      onClose();
    });
  const act = 'checkpoint' in from ? `Go on from checkpoint ${from.checkpoint}` : 'Try again';
  const changes = answer?.changes.filter(({ path }) => !ofPrograms.includes(path)) ?? [];
  return (
    <Question
      wide
      title={act}
      description={
        'checkpoint' in from
          ? 'Its data, its state and the steps ahead go back to what they were there. Nothing that was done is lost: it stays in the record. You can undo this.'
          : 'This step and the ones after it will run again. Nothing that was done is lost: its data and its record stay. You can undo this.'
      }
      stay="Cancel"
      onStay={onClose}
      go={act}
      onGo={() => void resume()}
      look="primary"
      busy={busy}
      isReady={answer !== null}
      problem={failed ?? problem}
    >
      <div className="stack-2">
        {!answer && !problem && <Skeleton label="Comparing" />}
        {answer && answer.status.after !== answer.status.before && (
          <p>
            Status: {statusNames[answer.status.before]} → {statusNames[answer.status.after]}
          </p>
        )}
        {answer && answer.status.settles !== null && <p>The failure stays in the record.</p>}
        {answer?.changes.length === 0 &&
          answer.status.after === answer.status.before &&
          answer.status.settles === null && <p>Nothing changes.</p>}
        {changes.length > 0 && (
          <FieldDifferences
            differences={changes.flatMap(({ path, before, after }) =>
              differencesBetween(before ?? undefined, after ?? undefined, path.split('.')),
            )}
            names={['Now', 'After']}
          />
        )}
      </div>
    </Question>
  );
}
