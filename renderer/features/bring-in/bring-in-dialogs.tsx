import { loadedPart } from '../../api/loaded-part.tsx';
import { useBringIn } from './bring-in-store.ts';

const BringInDialog = loadedPart(() => import('./bring-in-dialog.tsx'), 'BringInDialog');

/** A list can be brought in from any view, so its dialog belongs to none. */
export function BringInDialogs({ workspace }: Readonly<{ workspace: string }>) {
  const isOpen = useBringIn((state) => state.isOpen);
  return isOpen && <BringInDialog workspace={workspace} />;
}
