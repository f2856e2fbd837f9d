import { lazyPart } from '../../api/lazy-part.tsx';
import { useTransfer } from './transfer-store.ts';

const TransferDialog = lazyPart(() => import('./transfer-dialog.tsx'), 'TransferDialog');
const AlikeDialog = lazyPart(() => import('./alike-dialog.tsx'), 'AlikeDialog');

/** Other memories are reached from any list of entries, so these dialogs belong to no view. */
export function TransferDialogs({ workspace }: Readonly<{ workspace: string }>) {
  const asked = useTransfer((state) => state.asked);
  return (
    <>
      {asked.kind === 'transfer' && <TransferDialog workspace={workspace} how={asked.how} entries={asked.entries} />}
      {asked.kind === 'alike' && <AlikeDialog workspace={workspace} entry={asked.entry} />}
    </>
  );
}
