import type { Params } from '#shared/contract/contract.ts';
import { useAnswer, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { tellDone } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { humanised, statusNames } from '../../wording/workflows.ts';
import { differencesBetween } from './field-differences.ts';
import { FieldDifferences } from './field-differences-view.tsx';

export type ResumeFrom = Params<'work.resume'>['from'];

type ResumeProps = Readonly<{ workspace: string; id: string; from: ResumeFrom; onClose: () => void }>;

/** Shows what going on from there changes, before it does. */
export function ResumeDialog({ workspace, id, from, onClose }: ResumeProps) {
  const { answer, problem } = useAnswer('work.previewResume', { workspace, id, from });
  const { busy, problem: failed, attempt } = useAttempt();
  const resume = (): Promise<void> =>
    attempt(async () => {
      tellDone(workspace, await call('work.resume', { workspace, id, from }));
      onClose();
    });
  return (
    <Dialog
      wide
      title={'checkpoint' in from ? `Go on from checkpoint ${from.checkpoint}` : 'Try again from this step'}
      description={`${
        'checkpoint' in from
          ? 'Data, state and the steps ahead become what they were there.'
          : 'This step and those after it are ahead again. Data stays as it is.'
      } What was done stays on record, and you can undo this.`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={busy || answer === null} onClick={() => void resume()}>
            Go on from here
          </Button>
        </>
      }
    >
      <div className="stack-2">
        {!answer && !problem && <Skeleton label="Comparing" />}
        {problem && <FieldProblem>{problem.message}</FieldProblem>}
        {failed && <FieldProblem>{failed.message}</FieldProblem>}
        {answer && answer.status.after !== answer.status.before && (
          <p>
            {statusNames[answer.status.before]} now, {statusNames[answer.status.after].toLowerCase()} then.
          </p>
        )}
        {answer && answer.status.settles !== null && (
          <p>
            The failure of <VisibleText text={humanised(answer.status.settles) || 'a step'} /> no longer counts, but
            stays on record.
          </p>
        )}
        {answer?.changes.length === 0 &&
          answer.status.after === answer.status.before &&
          answer.status.settles === null && <p>Nothing differs from how it is now.</p>}
        {answer && answer.changes.length > 0 && (
          <FieldDifferences
            differences={answer.changes.flatMap(({ path, before, after }) =>
              differencesBetween(before ?? undefined, after ?? undefined, path.split('.')),
            )}
            names={['Now', 'Then']}
          />
        )}
      </div>
    </Dialog>
  );
}
