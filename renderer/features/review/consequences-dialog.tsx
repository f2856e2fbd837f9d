import type { EntryView, Impact, Operation } from '#shared/contract/features/memory.ts';
import { useAsked } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import type { Problem } from '../../api/problem.ts';
import { EntriesQuestion, Outcome } from '../../entries/entries-question.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { countInWords, entriesInWords, tokensInWords } from '../../wording/counts.ts';
import { archiveInWords } from '../../wording/names.ts';

type ConsequencesDialogProps = Readonly<{
  workspace: string;
  verb: 'Archive' | 'Delete';
  entries: readonly EntryView[];
  operations: readonly Operation[];
  onClose: () => void;
  /** Answers with what went wrong, or null. */
  onConfirm: () => Promise<Problem | null>;
}>;

/** Says exactly what archiving or deleting several entries would do, before it is done. */
export function ConsequencesDialog({ workspace, verb, entries, operations, ...rest }: ConsequencesDialogProps) {
  const preview = useAsked(workspace, () => call('context.preview', { workspace, operations: [...operations] }));
  return (
    <EntriesQuestion
      {...rest}
      title={`${verb} ${entriesInWords(entries.length)}?`}
      description={
        verb === 'Archive'
          ? 'They leave what your assistant reads. You can browse and restore them in the archive.'
          : 'They leave your assistant’s memory, and do not go to the archive. You can undo this.'
      }
      verb={verb}
      entries={entries}
    >
      <Consequences preview={preview} verb={verb} count={entries.length} />
    </EntriesQuestion>
  );
}

type ConsequencesProps = Readonly<{
  preview: ReturnType<typeof useAsked<Impact>>;
  verb: 'Archive' | 'Delete';
  count: number;
}>;

function Consequences({ preview, verb, count }: ConsequencesProps) {
  if (preview.problem) {
    return <FieldProblem>{preview.problem.message}</FieldProblem>;
  }
  if (preview.answer === null) {
    return <Outcome>Working out what changes…</Outcome>;
  }
  const { tokensBefore, tokensAfter, limit, alsoIn } = preview.answer;
  const freed = tokensBefore - tokensAfter;
  const archives = [...new Set(alsoIn.map(({ archive }) => archiveInWords(archive)))];
  return (
    <Outcome>
      {entriesInWords(count)} {verb === 'Archive' ? 'archived' : 'deleted'}, {tokensInWords(freed)} freed,{' '}
      {countInWords(tokensAfter)} of {countInWords(limit)} after.
      {archives.length > 0 && ` Also in the ${archives.slice(0, 3).join(', the ')}; there it stays.`}
    </Outcome>
  );
}
