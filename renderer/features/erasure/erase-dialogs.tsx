import { lazyPart } from '../../api/lazy-part.tsx';
import { closeErase, useErase, useFollowErased } from './erase-store.ts';

const EraseDialog = lazyPart(() => import('./erase-dialog.tsx'), 'EraseDialog');
const ErasedDialog = lazyPart(() => import('./erased-dialog.tsx'), 'ErasedDialog');

/** Erasing starts from any view, so its dialogs belong to none. */
export function EraseDialogs({ workspace }: Readonly<{ workspace: string }>) {
  useFollowErased(workspace);
  const dialog = useErase((state) => state.dialog);
  return (
    <>
      {dialog.kind === 'asking' && <EraseDialog workspace={workspace} asked={dialog.target} onClose={closeErase} />}
      {dialog.kind === 'done' && <ErasedDialog {...dialog} onClose={closeErase} />}
    </>
  );
}
