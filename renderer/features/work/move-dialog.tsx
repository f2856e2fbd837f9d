import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { tellDone } from '../../services/undo.ts';
import { InTheFile } from '../../ui/details.tsx';
import { Question } from '../../ui/question.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { backToWork, useWork, type WorkMove } from './work-store.ts';

export function MoveDialog({ workspace, moving }: Readonly<{ workspace: string; moving: WorkMove }>) {
  const { busy, problem, attempt } = useAttempt();
  const { act, title, where } = moving;
  const isChanged = problem?.code === 'text_conflict';
  const close = (): void => useWork.setState({ moving: null });
  const go = (): Promise<void> =>
    attempt(async () => {
      await move(workspace, moving, isChanged);
      close();
      if (useWork.getState().reading !== null) {
        backToWork();
      }
    });
  return (
    <Question
      title={act === 'archive' ? 'Archive this workflow?' : 'Restore this workflow?'}
      stay="Cancel"
      onStay={close}
      go={act === 'archive' ? 'Archive' : isChanged ? 'Restore anyway' : 'Restore'}
      onGo={() => void go()}
      look="primary"
      busy={busy}
      problem={problem}
    >
      <div className="stack-2">
        <VisibleText as="p" dir="auto" text={title} />
        {act === 'archive' ? (
          <>
            <p>It moves to the archive with all its files. You can restore it at any time.</p>
            {where === 'active' && <p>It isn’t finished: its agents won’t find it until you restore it.</p>}
            <InTheFile>
              <p>
                Its context, steps, checkpoints and artifacts are packed into one compressed file, filed under the month
                it was created in. They come back bit for bit. Owners, extended attributes and hard links aren’t kept.
              </p>
            </InTheFile>
          </>
        ) : (
          <p>
            It comes back with all its files, exactly as they were
            {where === 'active' ? ', and its agents go on with it.' : ', to the completed workflows.'}
          </p>
        )}
      </div>
    </Question>
  );
}

async function move(workspace: string, { act, id, name }: WorkMove, isChangedFine: boolean): Promise<void> {
  const { change, findings } =
    act === 'archive'
      ? await call('work.archive', { workspace, id })
      : { ...(await call('work.restore', { workspace, id, changed: isChangedFine })), findings: [] };
  const lost = `${counted(findings.length, 'file', 'files')} with several names will be restored as files of their own.`;
  const label = `${act === 'archive' ? 'Archived' : 'Restored'} “${name}”`;
  tellDone(workspace, {
    change: change && { ...change, label },
    revision: 0,
    archived: [],
    notes: findings.length === 0 ? [] : [lost],
  });
}
