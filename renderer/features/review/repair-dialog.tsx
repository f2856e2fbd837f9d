import type { RepairPreview } from '#shared/contract/changes.ts';
import type { Repair } from '#shared/contract/features/memory.ts';
import { useAnswer } from '../../api/answers.ts';
import { useContextStore } from '../../api/context-store.ts';
import { OutcomePreview } from '../../entries/entries-question.tsx';
import { EntryText } from '../../entries/entry-text.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Question } from '../../ui/question.tsx';
import { TextVersions } from '../../ui/text-versions.tsx';
import { countInWords, entriesInWords } from '../../wording/counts.ts';
import { repairInWords } from '../../wording/repairs.ts';
import { run } from './changes.ts';
import { closeDialog } from './review-store.ts';

export function RepairDialog({ workspace, repair }: Readonly<{ workspace: string; repair: Repair }>) {
  const revision = useContextStore((state) => (state.kind === 'ready' ? state.revision : 0));
  const assistant = useContextStore((state) => (state.kind === 'ready' ? state.summary.capabilities.assistant : null));
  const { answer, problem } = useAnswer('context.previewRepair', { workspace, repair }, revision);
  const words = repairInWords(repair, assistant);
  return (
    <Question
      title={`${words}?`}
      description="You can undo this."
      stay="Cancel"
      onStay={closeDialog}
      go={words}
      onGo={() => {
        closeDialog();
        void run('context.repair', { workspace, repair });
      }}
      look="primary"
      first="go"
      wide
    >
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {answer === null ? (
        !problem && <OutcomePreview>Working out what changes…</OutcomePreview>
      ) : (
        <Effect preview={answer} />
      )}
    </Question>
  );
}

function Effect({ preview }: Readonly<{ preview: RepairPreview }>) {
  const { removed, removedAreCopies, entries, changes, changeCount } = preview;
  const removedName = removedAreCopies ? 'Second copies, removed' : 'Removed';
  return (
    <>
      <OutcomePreview>{effectInWords(preview)}</OutcomePreview>
      {removed.length > 0 && (
        <section className="below-3" aria-label={removedName}>
          <h3>{removedName}</h3>
          <ul className="ruled tight">
            {removed.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same text may be removed twice, and the list never changes.
              <li key={index} dir="auto">
                <EntryText entry={entry} />
              </li>
            ))}
            {entries.removed > removed.length && <li>and {countInWords(entries.removed - removed.length)} more</li>}
          </ul>
        </section>
      )}
      <section className="below-3" aria-label="Lines that change">
        <h3>Lines that change</h3>
        <ul className="ruled tight">
          {changes.map(({ line, before, after }) => (
            <li key={line}>
              <span className="quiet">Line {countInWords(line)}</span>
              <TextVersions
                lines={8}
                versions={[
                  { name: 'Before', text: withBlanks(before), isGone: true },
                  { name: 'After', text: withBlanks(after) },
                ]}
              />
            </li>
          ))}
          {changeCount > changes.length && <li>and {countInWords(changeCount - changes.length)} more</li>}
        </ul>
      </section>
    </>
  );
}

function effectInWords({ entries: { kept, changed, added, removed } }: RepairPreview): string {
  if (changed + added + removed === 0) {
    return kept === 1 ? 'The only entry stays as it is.' : `All ${countInWords(kept)} entries stay as they are.`;
  }
  const parts = [
    changed > 0 && `${entriesInWords(changed)} changed`,
    added > 0 && `${entriesInWords(added)} added`,
    removed > 0 && `${entriesInWords(removed)} removed`,
    `${countInWords(kept)} unchanged`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** White space at the ends of lines is often all that changes, so it is drawn. */
const withBlanks = (text: string): string =>
  text === ''
    ? 'Nothing'
    : text
        .replace(/^[ \t]+|[ \t]+(?=\r?$)/gm, (blanks) => blanks.replaceAll(' ', '·').replaceAll('\t', '→'))
        .replace(/\r\n?|\n/g, '↵\n')
        .replace(/\n$/, '');
