import { create } from 'zustand';
import { loadedPart } from '../../../api/loaded-part.tsx';
import { askToRestoreBackup } from '../../../jumps.ts';

const RestoreDialog = loadedPart(() => import('./restore-dialog.tsx'), 'RestoreDialog');

/** Backup that is asked about, by its path, empty if that is not known; null if none is. */
const useRestoring = create<{ readonly file: string | null }>(() => ({ file: null }));
askToRestoreBackup.answer((file = '') => useRestoring.setState({ file }));

/** Dialogs that open also where no memory is open yet. */
export function BackupDialogs() {
  const file = useRestoring((state) => state.file);
  return file !== null && <RestoreDialog file={file} onClose={() => useRestoring.setState({ file: null })} />;
}
