import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import { useAsked } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { useContextStore } from '../../api/context-store.ts';
import { EntriesQuestion, OutcomePreview } from '../../entries/entries-question.tsx';
import { tellDone } from '../../services/undo.ts';
import { entriesInWords } from '../../wording/counts.ts';
import { archiveInWords } from '../../wording/names.ts';
import { chooseNone, closeArchiveDialog, useArchive } from './archive-store.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { refOfArchived } from './restore-plan.ts';

export function ArchiveDialog({ workspace }: Readonly<{ workspace: string }>) {
  const dialog = useArchive((state) => state.dialog);
  switch (dialog.kind) {
    case 'none':
      return null;
    case 'restore':
    case 'restore-file':
      return <RestoreDialog workspace={workspace} target={dialog} />;
    case 'delete':
      return <DeleteArchivedDialog workspace={workspace} entries={dialog.entries} />;
  }
}

type DeleteArchivedDialogProps = Readonly<{ workspace: string; entries: readonly ArchivedEntry[] }>;

function DeleteArchivedDialog({ workspace, entries }: DeleteArchivedDialogProps) {
  const otherPlaces = useOtherPlaces(workspace, entries);
  const remove = async (): Promise<void> => {
    tellDone(workspace, await call('archive.delete', { workspace, entries: entries.map(refOfArchived) }));
    chooseNone();
    closeArchiveDialog();
  };
  return (
    <EntriesQuestion
      title={`Delete ${entriesInWords(entries.length)} from the archive?`}
      description={`${entries.length === 1 ? 'It leaves' : 'They leave'} the archive too. You can undo this.`}
      verb="Delete"
      entries={entries}
      onClose={closeArchiveDialog}
      onConfirm={remove}
    >
      {otherPlaces.length > 0 && (
        <OutcomePreview>Also {otherPlaces.slice(0, 4).join(', ')}; there it stays.</OutcomePreview>
      )}
    </EntriesQuestion>
  );
}

/** Past this many the question would take longer than its answer is worth. */
const maxAsked = 10;
const maxWords = 12;

function useOtherPlaces(workspace: string, entries: readonly ArchivedEntry[]): readonly string[] {
  const context = useContextStore();
  // The answer only adds to what is said; deleting is as sound without it.
  const { answer: archives } = useAsked(workspace, async () => {
    const archives = new Set<string>();
    for (const entry of entries.slice(0, maxAsked)) {
      const query = entry.value.split(/\s+/).slice(0, maxWords).join(' ').slice(0, 1000);
      const answer = await call('archive.entries', { workspace, query, limit: 100 });
      for (const other of answer.entries) {
        if (other.value === entry.value && other.file !== entry.file) {
          archives.add(`in the ${archiveInWords(other.file)}`);
        }
      }
    }
    return [...archives];
  });
  const texts = new Set(entries.map((entry) => entry.value));
  const live = context.kind === 'ready' && context.entries.some((entry) => texts.has(entry.value));
  return [...(live ? ['in what your assistant reads now'] : []), ...(archives ?? [])];
}
