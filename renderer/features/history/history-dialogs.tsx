import { assertNever } from '../../api/problem.ts';
import { useHistory } from './history-store.ts';
import { LetGoDialog } from './let-go-dialog.tsx';
import { RestoreVersionDialog } from './restore-version-dialog.tsx';
import type { HistoryLines } from './use-history-lines.ts';

export function HistoryDialogs({ workspace, state }: Readonly<{ workspace: string; state: HistoryLines }>) {
  const dialog = useHistory((store) => store.dialog);
  switch (dialog.kind) {
    case 'none':
      return null;
    case 'restore':
      return <RestoreVersionDialog workspace={workspace} version={dialog.version} />;
    case 'let-go':
      return state.kind === 'ready' ? <LetGoDialog workspace={workspace} positions={state.beyondLimit} /> : null;
    default:
      return assertNever(dialog);
  }
}
