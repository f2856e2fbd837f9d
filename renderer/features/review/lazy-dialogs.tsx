import { readyContext } from '../../api/context-store.ts';
import { ProtectDialog } from './protect-dialog.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import type { ReviewDialog } from './review-store.ts';
import { SeveralDialog } from './several-dialog.tsx';

type LazyDialog = Extract<ReviewDialog, { kind: 'several' | 'protect' | 'replace' }>;

/** The dialogs of Review that are loaded once one of them is wanted. */
export function WantedDialog({ workspace, dialog }: Readonly<{ workspace: string; dialog: LazyDialog }>) {
  switch (dialog.kind) {
    case 'several':
      return <SeveralDialog workspace={workspace} entries={dialog.entries} />;
    case 'protect':
      return <ProtectDialog entries={dialog.entries} today={readyContext()?.summary.today ?? ''} />;
    case 'replace':
      return <ReplaceDialog workspace={workspace} entries={dialog.entries} of={dialog.of} />;
  }
}
