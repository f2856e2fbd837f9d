import { lazy, Suspense } from 'react';
import { loadPart } from '../../api/connection.ts';
import { useWhenIdle } from '../../ui/use-when-idle.ts';
import { useArchive } from './archive-store.ts';

const loadDialog = () => loadPart(() => import('./archive-dialog.tsx'));
const ArchiveDialog = lazy(() => loadDialog().then((module) => ({ default: module.ArchiveDialog })));

/** Restoring starts from the archive and from a search in Review, so its dialogs belong to neither. */
export function ArchiveDialogs({ workspace }: Readonly<{ workspace: string }>) {
  const asks = useArchive(({ dialog }) => dialog.kind !== 'none');
  useWhenIdle(loadDialog);
  return <Suspense fallback={null}>{asks && <ArchiveDialog workspace={workspace} />}</Suspense>;
}
