import { lazy, Suspense } from 'react';
import { loadPart } from '../../api/connection.ts';
import { useTransfer } from './transfer-store.ts';

const TransferDialog = lazy(() =>
  loadPart(() => import('./transfer-dialog.tsx')).then((module) => ({ default: module.TransferDialog })),
);
const AlikeDialog = lazy(() =>
  loadPart(() => import('./alike-dialog.tsx')).then((module) => ({ default: module.AlikeDialog })),
);

/** Other memories are reached from any list of entries, so these dialogs belong to no view. */
export function TransferDialogs({ workspace }: Readonly<{ workspace: string }>) {
  const asked = useTransfer((state) => state.asked);
  return (
    <Suspense fallback={null}>
      {asked.kind === 'transfer' && <TransferDialog workspace={workspace} how={asked.how} entries={asked.entries} />}
      {asked.kind === 'alike' && <AlikeDialog workspace={workspace} entry={asked.entry} />}
    </Suspense>
  );
}
