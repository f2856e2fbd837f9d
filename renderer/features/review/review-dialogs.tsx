import type { EntryView } from '#shared/contract/features/memory.ts';
import { Question } from '../../ui/question.tsx';
import { entryName } from '../../wording/names.ts';
import { AddDialog } from './add-dialog.tsx';
import { archiveAll, change, deleteAll, run, tryChange } from './changes.ts';
import { ConsequencesDialog } from './consequences-dialog.tsx';
import { closeDialog, focusCursor, stopEditing, useReview } from './review-store.ts';

export function ReviewDialogs({ workspace }: Readonly<{ workspace: string }>) {
  const dialog = useReview((state) => state.dialog);
  switch (dialog.kind) {
    case 'none':
      return null;
    case 'add':
      return <AddDialog workspace={workspace} />;
    case 'archive-many':
      return <Many workspace={workspace} verb="Archive" entries={dialog.entries} />;
    case 'archive-overflow':
      return <Overflow workspace={workspace} entries={dialog.entries} />;
    case 'delete-many':
      return <Many workspace={workspace} verb="Delete" entries={dialog.entries} />;
    case 'emptied':
      return <EmptiedDialog entry={dialog.entry} />;
  }
}

/** Everything that would leave for the context to fit, to be read before it goes. */
function Overflow({ workspace, entries }: Readonly<{ workspace: string; entries: readonly EntryView[] }>) {
  return (
    <ConsequencesDialog
      workspace={workspace}
      verb="Archive"
      entries={entries}
      operations={archiveAll(entries)}
      onClose={closeDialog}
      onConfirm={async () => {
        closeDialog();
        await run('context.archiveOverflow', { workspace });
        return null;
      }}
    />
  );
}

type ManyProps = Readonly<{ workspace: string; verb: 'Archive' | 'Delete'; entries: readonly EntryView[] }>;

function Many({ workspace, verb, entries }: ManyProps) {
  const operations = verb === 'Archive' ? archiveAll(entries) : deleteAll(entries);
  return (
    <ConsequencesDialog
      workspace={workspace}
      verb={verb}
      entries={entries}
      operations={operations}
      onClose={closeDialog}
      onConfirm={async () => {
        const problem = await tryChange(operations);
        if (problem === null) {
          closeDialog();
          focusCursor();
        }
        return problem;
      }}
    />
  );
}

/** An emptied text can't be saved; most likely the whole entry was meant. */
function EmptiedDialog({ entry }: Readonly<{ entry: EntryView }>) {
  return (
    <Question
      title="Delete this entry?"
      description={`Nothing is left of “${entryName(entry)}”. An entry can’t be empty.`}
      stay="Keep editing"
      onStay={closeDialog}
      go="Delete"
      onGo={() => {
        closeDialog();
        stopEditing();
        void change(deleteAll([entry]));
      }}
      look="danger"
      first="go"
    />
  );
}
