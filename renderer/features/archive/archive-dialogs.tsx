import { entriesInWords } from '../../wording/counts.ts';
import { dateInWords } from '../../wording/dates.ts';
import { useArchive } from './archive-store.ts';
import { DeleteArchivedDialog } from './delete-archived-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

/** Restoring starts from the archive and from a search in Review, so its dialogs belong to neither. */
export function ArchiveDialogs({ workspace }: Readonly<{ workspace: string }>) {
  const dialog = useArchive((state) => state.dialog);
  switch (dialog.kind) {
    case 'none':
      return null;
    case 'restore':
      return (
        <RestoreDialog
          workspace={workspace}
          title={`Restore ${entriesInWords(dialog.entries.length)}`}
          target={{ kind: 'entries', entries: dialog.entries }}
        />
      );
    case 'restore-file':
      return (
        <RestoreDialog
          workspace={workspace}
          title={`Restore all of ${dialog.date === null ? dialog.file : dateInWords(dialog.date)}`}
          target={{ kind: 'file', file: dialog.file }}
        />
      );
    case 'delete':
      return <DeleteArchivedDialog workspace={workspace} entries={dialog.entries} />;
  }
}
