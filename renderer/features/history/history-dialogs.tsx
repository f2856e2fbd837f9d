import { assertNever } from '../../api/problem.ts';
import { useHistory } from './history-store.ts';
import { PruneDialog } from './prune-dialog.tsx';
import { RestoreVersionDialog } from './restore-version-dialog.tsx';
import type { HistoryLines } from './use-history-lines.ts';

export function HistoryDialogs({ workspace, state }: Readonly<{ workspace: string; state: HistoryLines }>) {
  const dialog = useHistory((store) => store.dialog);
  switch (dialog.kind) {
    case 'none':
      return null;
    case 'restore':
      return <RestoreVersionDialog workspace={workspace} version={dialog.version} />;
    case 'prune':
      return state.kind === 'ready' ? <PruneDialog workspace={workspace} positions={state.beyondLimit} /> : null;
    default:
      return assertNever(dialog);
  }
}
