import { loadedPart } from '../../api/loaded-part.tsx';
import { closeErase, useErase, useFollowErased } from './erase-store.ts';

const EraseDialog = loadedPart(() => import('./erase-dialog.tsx'), 'EraseDialog');
const ErasedDialog = loadedPart(() => import('./erased-dialog.tsx'), 'ErasedDialog');

/** Erasing starts from any view, so its dialogs belong to none. */
export function EraseDialogs({ workspace }: Readonly<{ workspace: string }>) {
  useFollowErased(workspace);
  const dialog = useErase((state) => state.dialog);
  switch (dialog.kind) {
    case 'asking':
      return <EraseDialog workspace={workspace} asked={dialog.target} onClose={closeErase} />;
    case 'done':
      return <ErasedDialog {...dialog} onClose={closeErase} />;
    default:
      return null;
  }
}
