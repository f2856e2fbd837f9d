import { lazy, Suspense } from 'react';
import { loadPart } from '../../api/connection.ts';
import { useBringIn } from './bring-in-store.ts';

const BringInDialog = lazy(() =>
  loadPart(() => import('./bring-in-dialog.tsx')).then((module) => ({ default: module.BringInDialog })),
);

/** A list can be brought in from any view, so its dialog belongs to none. */
export function BringInDialogs({ workspace }: Readonly<{ workspace: string }>) {
  const isOpen = useBringIn((state) => state.isOpen);
  return <Suspense fallback={null}>{isOpen && <BringInDialog workspace={workspace} />}</Suspense>;
}
