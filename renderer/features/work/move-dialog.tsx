import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { tellDone } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { type Asked, askAbout, backToWork, useWork } from './work-store.ts';

/** Says where a workflow goes and what that means, before it is archived or restored. */
export function MoveDialog({ workspace, asked }: Readonly<{ workspace: string; asked: Asked }>) {
  const { busy, problem, attempt } = useAttempt();
  const { act, title, where } = asked;
  const isChanged = problem?.code === 'text_conflict';
  const close = (): void => askAbout(null);
  const go = (): Promise<void> =>
    attempt(async () => {
      await move(workspace, asked, isChanged);
      close();
      if (useWork.getState().reading !== null) {
        backToWork();
      }
    });
  return (
    <Dialog
      title={act === 'archive' ? 'Archive this workflow?' : 'Restore this workflow?'}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" disabled={busy} onClick={() => void go()}>
            {act === 'archive' ? 'Archive' : isChanged ? 'Restore anyway' : 'Restore'}
          </Button>
        </>
      }
    >
      <div className="stack-2">
        <p dir="auto">
          <VisibleText text={title} />
        </p>
        {act === 'archive' ? (
          <>
            <p>
              All its files – the context, steps, checkpoints and artifacts – are packed into one compressed file, by
              the month it was created in. Nothing in them changes, and you can restore it bit for bit. Owners, extended
              attributes and hard links aren’t kept.
            </p>
            {where === 'active' && <p>It isn’t completed: its agents won’t find it until it is restored.</p>}
          </>
        ) : (
          <p>
            All its files return bit for bit to the {where === 'active' ? 'active' : 'completed'} workflows
            {where === 'active' ? ', where its agents go on with it' : ''}.
          </p>
        )}
        {problem && <FieldProblem>{problem.message}</FieldProblem>}
      </div>
    </Dialog>
  );
}

/** Moves it, and offers the way back. */
async function move(workspace: string, { act, id }: Pick<Asked, 'act' | 'id'>, isChangedFine: boolean): Promise<void> {
  const { change, findings } =
    act === 'archive'
      ? await call('work.archive', { workspace, id })
      : { ...(await call('work.restore', { workspace, id, changed: isChangedFine })), findings: [] };
  const lost = `${counted(findings.length, 'file', 'files')} with several names will be restored as files of their own.`;
  tellDone(workspace, { change, revision: 0, archived: [], notes: findings.length === 0 ? [] : [lost] });
}
