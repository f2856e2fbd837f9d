import { loadedPart } from '../../api/loaded-part.tsx';
import { useTransfer } from './transfer-store.ts';

const TransferDialog = loadedPart(() => import('./transfer-dialog.tsx'), 'TransferDialog');
const AlikeDialog = loadedPart(() => import('./alike-dialog.tsx'), 'AlikeDialog');

/** Other memories are reached from any list of entries, so these dialogs belong to no view. */
export function TransferDialogs({ workspace }: Readonly<{ workspace: string }>) {
  const request = useTransfer((state) => state.request);
  switch (request.kind) {
    case 'transfer':
      return <TransferDialog workspace={workspace} how={request.how} entries={request.entries} />;
    case 'alike':
      return <AlikeDialog workspace={workspace} entry={request.entry} />;
    default:
      return null;
  }
}
