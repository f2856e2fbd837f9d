import { lazy, Suspense } from 'react';
import { loadPart } from '../../api/connection.ts';
import { closeErase, useErase, useFollowErased } from './erase-store.ts';

const EraseDialog = lazy(() =>
  loadPart(() => import('./erase-dialog.tsx')).then((module) => ({ default: module.EraseDialog })),
);
const ErasedDialog = lazy(() =>
  loadPart(() => import('./erased-dialog.tsx')).then((module) => ({ default: module.ErasedDialog })),
);

/** Erasing starts from any view, so its dialogs belong to none. */
export function EraseDialogs({ workspace }: Readonly<{ workspace: string }>) {
  useFollowErased(workspace);
  const dialog = useErase((state) => state.dialog);
  return (
    <Suspense fallback={null}>
      {dialog.kind === 'asking' && <EraseDialog workspace={workspace} asked={dialog.target} onClose={closeErase} />}
      {dialog.kind === 'done' && <ErasedDialog {...dialog} onClose={closeErase} />}
    </Suspense>
  );
}
