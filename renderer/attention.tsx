import { ConnectionsAttention } from './features/connections/connections-attention.tsx';
import { ConversationsAttention } from './features/conversations/conversations-attention.tsx';
import { ScanAttention } from './features/scan/scan-attention.tsx';
import { UpdatesAttention } from './features/settings/update-cards.tsx';
import { StorageAttention } from './features/storages/storage-attention.tsx';
import { TwinsAttention } from './features/twins/twins-attention.tsx';
import { WorkAttention } from './features/work/work-attention.tsx';
import { AboveEveryView } from './on-every-view.tsx';
import type { PageProps } from './view.tsx';

/** Cards for anything that needs the person’s attention in the open memory and beside it: the most urgent first. */
export function Attention({ workspace, context }: PageProps) {
  const mayWrite = workspace.writable;
  const writable = mayWrite && context.kind === 'ready' && context.summary.writable;
  const given = { workspace: workspace.id, writable };
  return (
    <>
      <AboveEveryView workspace={workspace} context={context} />
      <WorkAttention workspace={workspace.id} writable={mayWrite} />
      <ConnectionsAttention workspace={workspace.id} />
      <ScanAttention {...given} />
      <TwinsAttention {...given} />
      <ConversationsAttention />
      <StorageAttention workspace={workspace.id} writable={mayWrite} />
      <UpdatesAttention />
    </>
  );
}
