import { create } from 'zustand';
import { loadedPart } from '../../../api/loaded-part.tsx';
import { askToBackUp, askToRestoreBackup } from '../../../jumps.ts';

const BackupDialog = loadedPart(() => import('./backup-dialog.tsx'), 'BackupDialog');
const RestoreDialog = loadedPart(() => import('./restore-dialog.tsx'), 'RestoreDialog');

type OpenDialog =
  | { readonly kind: 'none' }
  | { readonly kind: 'backup' }
  /** `file` is empty if it is not known. */
  | { readonly kind: 'restore'; readonly file: string };

const useBackupDialog = create<{ readonly dialog: OpenDialog }>(() => ({ dialog: { kind: 'none' } }));
const show = (dialog: OpenDialog): void => useBackupDialog.setState({ dialog });
const close = (): void => show({ kind: 'none' });
askToBackUp.answer(() => show({ kind: 'backup' }));
askToRestoreBackup.answer((file = '') => show({ kind: 'restore', file }));

/** Dialogs that open from any view, and where no memory is open yet. */
export function BackupDialogs() {
  const dialog = useBackupDialog((state) => state.dialog);
  switch (dialog.kind) {
    case 'backup':
      return <BackupDialog onClose={close} />;
    case 'restore':
      return <RestoreDialog file={dialog.file} onClose={close} />;
    default:
      return null;
  }
}
