import type { Impact } from '#shared/contract/changes.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { cutInWords } from '#shared/wording/loaded.ts';
import { useAsked } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { readyContext, useMeasure } from '../../api/context-store.ts';
import { loadedPart } from '../../api/loaded-part.tsx';
import { EntriesQuestion, OutcomePreview } from '../../entries/entries-question.tsx';
import { useRoom } from '../../entries/measure/use-room.ts';
import { FieldProblem } from '../../ui/field.tsx';
import { Question } from '../../ui/question.tsx';
import { entriesInWords } from '../../wording/counts.ts';
import { archiveInWords, entryName } from '../../wording/names.ts';
import { AboutDialog } from './about-dialog.tsx';
import { AddDialog } from './add-dialog.tsx';
import { changeFromDialog } from './change-from-dialog.ts';
import { archiveAll, change, deleteAll, raiseAll, run } from './changes.ts';
import { RepairDialog } from './repair-dialog.tsx';
import { closeDialog, stopEditing, useReview } from './review-store.ts';

const SeveralDialog = loadedPart(() => import('./several-dialog.tsx'), 'SeveralDialog');
const ProtectDialog = loadedPart(() => import('./protect-dialog.tsx'), 'ProtectDialog');
const ReplaceDialog = loadedPart(() => import('./replace-dialog.tsx'), 'ReplaceDialog');

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
      return <Many workspace={workspace} verb="Archive" entries={dialog.entries} isOverflow />;
    case 'delete-many':
      return <Many workspace={workspace} verb="Delete" entries={dialog.entries} />;
    case 'repair':
      return <RepairDialog workspace={workspace} repair={dialog.repair} />;
    case 'about':
      return <AboutDialog entries={dialog.entries} />;
    case 'several':
      return <SeveralDialog workspace={workspace} entries={dialog.entries} />;
    case 'protect':
      return <ProtectDialog entries={dialog.entries} today={readyContext()?.summary.today ?? ''} />;
    case 'replace':
      return <ReplaceDialog workspace={workspace} entries={dialog.entries} of={dialog.of} />;
    case 'raise':
      return <Raise workspace={workspace} entries={dialog.entries} />;
    case 'emptied':
      return <EmptiedDialog entry={dialog.entry} />;
  }
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

/** Asks before entries are moved up, since others may no longer be read. */
function Raise({ workspace, entries }: Readonly<{ workspace: string; entries: readonly EntryView[] }>) {
  const operations = raiseAll(entries);
  const preview = useAsked(workspace, () => call('context.preview', { workspace, operations }));
  const headings = new Set(
    operations.map((operation, index) => (operation.to === 'heading' ? (entries[index]?.section ?? '') : '')),
  );
  const [heading] = headings;
  const problem = preview.problem?.message;
  const outcome = preview.answer && cutInWords(preview.answer);
  return (
    <EntriesQuestion
      title={`Move ${entriesInWords(entries.length)} up?`}
      description={
        headings.size === 1 && heading
          ? `First under “${heading}”, where your assistant reads. What it pushes down past the end is not read then.`
          : 'First in the file or under their heading, where your assistant reads. What they push down past the end is not read then.'
      }
      verb="Move up"
      entries={entries}
      onClose={closeDialog}
      onConfirm={() => changeFromDialog(operations)}
    >
      {problem ? (
        <FieldProblem>{problem}</FieldProblem>
      ) : (
        <OutcomePreview>{outcome ?? 'Working out what changes…'}</OutcomePreview>
      )}
    </EntriesQuestion>
  );
}

type ManyProps = Readonly<{
  workspace: string;
  verb: 'Archive' | 'Delete';
  entries: readonly EntryView[];
  /** True if these are the entries that would have to leave for the context to fit. */
  isOverflow?: boolean;
}>;

function Many({ workspace, verb, entries, isOverflow = false }: ManyProps) {
  const operations = verb === 'Archive' ? archiveAll(entries) : deleteAll(entries);
  const preview = useAsked(workspace, () => call('context.preview', { workspace, operations }));
  const carryOut = async (): Promise<void> => {
    if (isOverflow) {
      closeDialog();
      await run('context.archiveOverflow', { workspace });
    } else {
      await changeFromDialog(operations);
    }
  };
  return (
    <EntriesQuestion
      title={`${verb} ${entriesInWords(entries.length)}?`}
      description={
        verb === 'Archive'
          ? 'Your assistant will no longer see them. You can browse and restore them in the archive.'
          : 'They leave your assistant’s memory, and do not go to the archive. You can undo this.'
      }
      verb={verb}
      entries={entries}
      onClose={closeDialog}
      onConfirm={carryOut}
    >
      <Consequences preview={preview} />
    </EntriesQuestion>
  );
}

function Consequences({ preview }: Readonly<{ preview: ReturnType<typeof useAsked<Impact>> }>) {
  const { name } = useMeasure();
  const room = useRoom();
  if (preview.problem) {
    return <FieldProblem>{preview.problem.message}</FieldProblem>;
  }
  if (preview.answer === null) {
    return <OutcomePreview>Working out what changes…</OutcomePreview>;
  }
  const { tokensBefore, tokensAfter, alsoIn } = preview.answer;
  const cut = cutInWords(preview.answer);
  const freed = tokensBefore - tokensAfter;
  const archives = [...new Set(alsoIn.map(({ archive }) => archiveInWords(archive)))];
  return (
    <OutcomePreview>
      Frees {amountInWords(freed, name)}, leaving {room.inWords(tokensAfter)}.{cut && ` ${cut}`}
      {archives.length > 0 && ` Also in the ${archives.slice(0, 3).join(', the ')}; there it stays.`}
    </OutcomePreview>
  );
}
