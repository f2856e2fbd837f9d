import { loadPart } from '../../api/connection.ts';
import { loadedPart } from '../../api/loaded-part.tsx';
import { useWhenIdle } from '../../ui/use-when-idle.ts';
import { useArchive } from './archive-store.ts';

const loadDialog = () => loadPart(() => import('./archive-dialog.tsx'));
const ArchiveDialog = loadedPart(loadDialog, 'ArchiveDialog');

/** Restoring starts from the archive and from a search in Review, so its dialogs belong to neither. */
export function ArchiveDialogs({ workspace }: Readonly<{ workspace: string }>) {
  const asks = useArchive(({ dialog }) => dialog.kind !== 'none');
  useWhenIdle(loadDialog);
  return asks && <ArchiveDialog workspace={workspace} />;
}
