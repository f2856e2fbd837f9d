import { assertNever } from '../../api/problem.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { closeErase, useErase, useFollowErased } from './erase-store.ts';
import { ErasedDialog } from './erased-dialog.tsx';

/** Erasing starts from any view, so its dialogs belong to none. */
export function EraseDialogs({ workspace }: Readonly<{ workspace: string }>) {
  useFollowErased(workspace);
  const dialog = useErase((state) => state.dialog);
  switch (dialog.kind) {
    case 'none':
      return null;
    case 'asking':
      return <EraseDialog workspace={workspace} asked={dialog.target} onClose={closeErase} />;
    case 'done':
      return <ErasedDialog outcome={dialog.outcome} onClose={closeErase} />;
    default:
      return assertNever(dialog);
  }
}
