import { useState } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { type Category, refOf } from '#shared/entries/entry.ts';
import type { TransferLoss } from '#shared/transfer/transfer.ts';
import { cutInWords } from '#shared/wording/loaded.ts';
import { subjectFrom } from '#shared/wording/subjects.ts';
import { useAsked, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { firstChoice, MemoryField, otherMemories } from '../../entries/memory-field.tsx';
import { PlaceField } from '../../entries/place-field.tsx';
import { showEntryOf } from '../../entries/show-entry.ts';
import { attempt, say, sayDone } from '../../services/notices.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords, entriesInWords } from '../../wording/counts.ts';
import { cutToCharacters } from '../../wording/names.ts';
import styles from './transfer-dialog.module.css';
import { closeTransfer } from './transfer-store.ts';

type TransferDialogProps = Readonly<{ workspace: string; how: 'move' | 'copy'; entries: readonly EntryView[] }>;

export function TransferDialog({ workspace, how, entries }: TransferDialogProps) {
  const { answer: memories, problem: unlisted } = useAsked('once', () => otherMemories());
  const [to, setTo] = useState<string | null>(null);
  const [position, setPosition] = useState({ category: 'fact' as Category, section: '' });
  const [moves, setMoves] = useState(how === 'move');
  const target = to ?? (memories === null ? null : firstChoice(memories));
  const params = target === null ? null : { workspace, entries: entries.map(refOf), to: target, ...position };
  const { answer, problem } = useAsked(
    params && JSON.stringify(params),
    (options) => call('transfer.preview', params as NonNullable<typeof params>, options),
    150,
  );
  const { busy, problem: refused, attempt: submit } = useAttempt();
  const carryOut = async (): Promise<void> => {
    if (params === null) {
      return;
    }
    const done = await call('transfer.carryOut', { ...params, remove: moves });
    reportTransfer(done, { workspace, entries, to: params.to, moves });
    closeTransfer();
  };
  const isDone = answer !== null && answer.same === entries.length;
  return (
    <FormDialog
      title={`${moves ? 'Move' : 'Copy'} ${entries.length === 1 ? 'this entry' : entriesInWords(entries.length)} to another memory`}
      description={entries.length === 1 && entries[0] && <Entry entry={entries[0]} />}
      holds
      onClose={closeTransfer}
      submit={moves ? 'Move' : 'Copy'}
      onSubmit={() => submit(carryOut)}
      isReady={answer !== null && problem === null && !(isDone && !moves)}
      busy={busy}
      problem={unlisted ?? problem ?? refused}
      layout={styles['form']}
    >
      {memories === null && unlisted === null && <Skeleton label="Looking for other memories" />}
      {memories?.length === 0 && <p>There is no other memory on this computer that can be written.</p>}
      {memories !== null && memories.length > 0 && (
        <>
          <MemoryField label="To" memories={memories} value={target} onChange={setTo} />
          {answer && (
            <PlaceField
              sections={answer.sections}
              headings={answer.headings}
              category={position.category}
              heading={position.section}
              hint="Where it goes if it has no section here."
              onCategory={(category) => setPosition({ ...position, category })}
              onHeading={(section) => setPosition({ ...position, section })}
            />
          )}
          <label className="row">
            <input type="checkbox" checked={moves} onChange={(event) => setMoves(event.target.checked)} />
            Remove {entries.length === 1 ? 'it' : 'them'} here
          </label>
          {answer && !problem && <Effect preview={answer} count={entries.length} />}
        </>
      )}
    </FormDialog>
  );
}

const Entry = ({ entry: { key, value } }: Readonly<{ entry: EntryView }>) => (
  <VisibleText text={cutToCharacters(key === null ? value : `${subjectFrom(key, value)}: ${value}`, 200)} />
);

type TransferOutcome = Readonly<{ workspace: string; entries: readonly EntryView[]; to: string; moves: boolean }>;

function reportTransfer(
  { name, added, removed }: Result<'transfer.carryOut'>,
  { workspace, entries, to, moves }: TransferOutcome,
): void {
  const changes = { added: added?.change?.id ?? null, removed: removed?.change?.id ?? null };
  const undo = async (): Promise<void> => {
    await call('transfer.undo', { workspace, to, ...changes });
    say(moves ? `Moved back from ${name}.` : `Taken out of ${name} again.`, 'done');
  };
  const went = ({ value }: EntryView): boolean => value.includes(entries[0]?.value ?? '');
  sayDone(
    `${moves ? 'Moved' : 'Copied'} ${entriesInWords(entries.length)} to ${name}.`,
    { verb: 'Undo', run: () => attempt(undo(), 'It could not be undone') },
    moves ? 'Undo brings it back here and takes it out there.' : 'Undo takes it out there.',
    {
      verb: 'Open',
      run: () =>
        attempt(
          showEntryOf(to, (all) => all.find(went)),
          'It could not be opened',
        ),
    },
  );
}

const lost: Readonly<Record<TransferLoss, string>> = {
  dates: 'when it was learned',
  confidence: 'how sure it is',
  section: 'its section',
  heading: 'its heading',
  source: 'where it came from',
  pinned: 'that you pinned or confirmed it',
  about: 'who or what it is about',
  topic: 'the file that says more',
};

function Effect({ preview, count }: Readonly<{ preview: Result<'transfer.preview'>; count: number }>) {
  const { name, losses, same, differs, impact } = preview;
  const is = same === 1 ? 'is' : 'are';
  const cut = impact && cutInWords(impact);
  return (
    <div className="stack-1 detail" role="status">
      {same > 0 && (
        <p>
          {same === count ? `${name} says that already.` : `${countInWords(same)} ${is} there already and left out.`}
        </p>
      )}
      {losses.length > 0 && same < count && (
        <p>
          It loses{' '}
          {inWords(
            'and',
            losses.map((loss) => lost[loss]),
          )}{' '}
          there: {name} has no place for that.
        </p>
      )}
      {differs.length > 0 && (
        <p>
          It says something else by the name{' '}
          {inWords(
            'or',
            differs.slice(0, 3).map((key) => `“${subjectFrom(key)}”`),
          )}
          : both will stand there.
        </p>
      )}
      {impact && impact.limit !== null && impact.tokensAfter > impact.limit && (
        <p>
          It would be over its limit: {countInWords(impact.tokensAfter)} of {countInWords(impact.limit)}.
        </p>
      )}
      {cut && <p>{cut}</p>}
    </div>
  );
}

const inWords = (last: 'and' | 'or', parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;
