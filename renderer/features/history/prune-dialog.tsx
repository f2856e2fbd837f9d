import { useEffect, useState } from 'react';
import type { HistoryVersion } from '#shared/contract/features/history.ts';
import { call } from '../../api/connection.ts';
import { type Problem, problemOf } from '../../api/problem.ts';
import { say } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import styles from './entry-changes.module.css';
import { closeHistoryDialog } from './history-store.ts';

type PruneDialogProps = Readonly<{ workspace: string; positions: readonly number[] }>;

/** What is kept past the limit for what it alone still has, and the way to delete it knowingly. */
export function PruneDialog({ workspace, positions }: PruneDialogProps) {
  const [versions, setVersions] = useState<readonly HistoryVersion[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let current = true;
    readAll(workspace, positions)
      .then((read) => current && setVersions(read))
      .catch((error: unknown) => current && setProblem(problemOf(error)));
    return () => {
      current = false;
    };
  }, [workspace, positions]);
  const prune = async (): Promise<void> => {
    setBusy(true);
    try {
      const { letGo: pruned } = await call('history.letGo', { workspace, positions: [...positions] });
      say(`${counted(pruned, 'version was', 'versions were')} deleted.`, 'done');
      closeHistoryDialog();
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      wide
      title="Kept beyond the limit"
      description="These versions are older than you keep, or more than fits. They stay because they hold the last copies of what is named, which is not in the memory, an archive or a newer version. To keep something for good, bring it back first."
      onClose={closeHistoryDialog}
      actions={
        <>
          <Button onClick={closeHistoryDialog}>Keep them</Button>
          <Button
            look="danger"
            disabled={busy || versions === null || versions.length === 0}
            onClick={() => void prune()}
          >
            Let {counted(positions.length, 'version', 'versions')} go for good
          </Button>
        </>
      }
    >
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {versions === null && problem === null && <Skeleton label="Reading what is kept" />}
      <ul className={styles['held']} aria-label="Last copies">
        {versions?.map(({ position, at, lastCopyOf }) => (
          <li key={position}>
            <span className="detail">{momentInWords(at)}</span>
            <VisibleText text={(lastCopyOf ?? []).map((name) => `“${name}”`).join(', ')} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

async function readAll(workspace: string, positions: readonly number[]): Promise<readonly HistoryVersion[]> {
  const read = await Promise.all(
    positions
      .slice(0, 200)
      .map((position) =>
        call('history.list', { workspace, before: position + 1, limit: 1 }).then(({ lines }) => lines[0]),
      ),
  );
  return read.filter((line): line is HistoryVersion => line?.type === 'version');
}
