import { loadedPart } from '../../api/loaded-part.tsx';
import { useTransfer } from './transfer-store.ts';

const TransferDialog = loadedPart(() => import('./transfer-dialog.tsx'), 'TransferDialog');
const AlikeDialog = loadedPart(() => import('./alike-dialog.tsx'), 'AlikeDialog');

/** Other memories are reached from any list of entries, so these dialogs belong to no view. */
export function TransferDialogs({ workspace }: Readonly<{ workspace: string }>) {
  const asked = useTransfer((state) => state.asked);
  switch (asked.kind) {
    case 'transfer':
      return <TransferDialog workspace={workspace} how={asked.how} entries={asked.entries} />;
    case 'alike':
      return <AlikeDialog workspace={workspace} entry={asked.entry} />;
    default:
      return null;
  }
}
