import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Capabilities } from '#shared/contract/capabilities.ts';
import type { Impact } from '#shared/contract/changes.ts';
import type { RestorePreview } from '#shared/contract/features/archive.ts';
import { categories } from '#shared/entries/entry.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { useCapabilities, useMeasure } from '../../api/context-store.ts';
import { OutcomePreview } from '../../entries/entries-question.tsx';
import { EntryText } from '../../entries/entry-text.tsx';
import { useRoom } from '../../entries/measure/use-room.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/field.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ValueText, VisibleText } from '../../ui/visible-text.tsx';
import { countInWords, entriesInWords } from '../../wording/counts.ts';
import { dateInWords } from '../../wording/dates.ts';
import { entryName, sectionLabels } from '../../wording/names.ts';
import { closeArchiveDialog } from './archive-store.ts';
import { asksToRestore, decideAll, type RestoreChoice, type RestoreChoices, undecided } from './restore-plan.ts';
import { type RestoreTarget, useRestore } from './use-restore.ts';

/** Brings entries back. What that would do is shown first where something has to be decided, or where they are many. */
export function RestoreDialog({ workspace, target }: Readonly<{ workspace: string; target: RestoreTarget }>) {
  const { preview, problem, decisions, work, decide, decideEach, restore } = useRestore(workspace, target);
  const capabilities = useCapabilities();
  const room = useRoom();
  const [roomChoice, setRoomChoice] = useState<'make' | 'over' | null>(null);
  const isOver = preview !== null && room.isOver(preview.impact.tokensAfter);
  const open = preview === null ? 0 : undecided(preview, decisions) + (isOver && roomChoice === null ? 1 : 0);
  const isDecided = preview !== null && preview.items.length > 0 && open === 0;
  const isReady = isDecided && work === null;
  const confirm = (): Promise<void> => restore(isOver && roomChoice !== null ? roomChoice : 'none');
  const isAsked = useIsAsked({
    always: 'file' in target || asksToRestore(target.entries.length),
    isKnown: preview !== null || problem !== null,
    isNeeded: problem !== null || !isDecided || preview.items.some(asksSomething),
    goAhead: confirm,
  });
  const primary = useRef<HTMLButtonElement>(null);
  const looked = useRef(false);
  useEffect(() => {
    // Enter is enough if nothing has to be chosen; else the question has the focus.
    if (!looked.current && preview !== null && work === null) {
      looked.current = true;
      if (isReady && document.activeElement?.matches('[role="dialog"]')) {
        primary.current?.focus();
      }
    }
  }, [preview, work, isReady]);
  // Until it is known whether to ask, at most that it takes long is shown.
  if (!isAsked && work === null) {
    return null;
  }
  return (
    <Dialog
      wide
      title={`Restore ${restoredInWords(target)}`}
      onClose={closeArchiveDialog}
      problem={problem}
      description={destinationInWords(
        preview?.items.length === 1 || ('entries' in target && target.entries.length === 1),
        capabilities,
      )}
      actions={
        <>
          {open > 0 && (
            <span className="detail warns grow" role="status">
              {countInWords(open)} still to decide
            </span>
          )}
          <Button onClick={closeArchiveDialog}>Cancel</Button>
          <Button ref={primary} look="primary" disabled={!isReady} onClick={() => void confirm()}>
            Restore {preview ? entriesInWords(preview.items.length) : ''}
          </Button>
        </>
      }
    >
      {work && <ProgressLine label={work.label} progress={work.progress} onCancel={work.cancel} />}
      {preview === null && problem === null && work === null && <Skeleton label="Working out what comes back" />}
      {preview && (
        <>
          <OutcomePreview>
            {/* What it adds is no round number of tokens: said by itself, it would not be what the details say. */}
            Your memory goes from {countInWords(preview.impact.tokensBefore)} to{' '}
            {room.inFull(preview.impact.tokensAfter)}.
          </OutcomePreview>
          {isOver && <RoomChoice impact={preview.impact} choice={roomChoice} onChoose={setRoomChoice} />}
          <RestoreItems preview={preview} decisions={decisions} onDecide={decide} onDecideEach={decideEach} />
        </>
      )}
    </Dialog>
  );
}

type RestoreQuestion = Readonly<{ always: boolean; isKnown: boolean; isNeeded: boolean; goAhead: () => Promise<void> }>;

/** Says if the person is asked: `always`, or only if needed. Otherwise restoring runs once by itself. */
function useIsAsked({ always, isKnown, isNeeded, goAhead }: RestoreQuestion): boolean {
  const [state, setState] = useState<'open' | 'going' | 'asked'>(always ? 'asked' : 'open');
  useEffect(() => {
    if (!isKnown || state === 'asked') {
      return;
    }
    if (isNeeded) {
      setState('asked');
    } else if (state === 'open') {
      setState('going');
      void goAhead();
    }
  });
  return state === 'asked';
}

const restoredInWords = (target: RestoreTarget): string =>
  'entries' in target
    ? entriesInWords(target.entries.length)
    : `all of ${target.date === null ? target.file : dateInWords(target.date)}`;

function destinationInWords(isOne: boolean, capabilities: Capabilities | null): string {
  if (capabilities?.sections === false) {
    const destination = capabilities.headings ? ' under its heading' : '';
    return isOne
      ? `It goes back to the memory${destination}, as it was.`
      : `They go back to the memory${destination && ' under their headings'}, as they were.`;
  }
  return isOne
    ? 'It goes to the end of its section with the text it had, and won’t be archived for 30 days.'
    : 'They go to the end of their sections with the text they had, and won’t be archived for 30 days.';
}

type RoomChoiceProps = Readonly<{
  impact: Impact;
  choice: 'make' | 'over' | null;
  onChoose: (choice: 'make' | 'over') => void;
}>;

const maxNamed = 8;

function RoomChoice({ impact, choice, onChoose }: RoomChoiceProps) {
  const name = useId();
  const { name: measure } = useMeasure();
  const { wouldLeave, wouldLeaveCount, staysOver, tokensAfter, limit } = impact;
  return (
    <fieldset className="question below-3">
      <legend>
        That is {amountInWords(tokensAfter - (limit ?? tokensAfter), measure)} over the limit.
        {wouldLeaveCount > 0 && ' What should give?'}
      </legend>
      {wouldLeaveCount > 0 && (
        <>
          <Choice of={name} isChosen={choice === 'make'} onChoose={() => onChoose('make')}>
            Archive {entriesInWords(wouldLeaveCount)} instead
            {staysOver && <span className="quiet"> (it stays over the limit even then)</span>}
          </Choice>
          <ul className="quiet indented" aria-label="Would be archived instead">
            {wouldLeave.slice(0, maxNamed).map((entry) => (
              <li key={entry.raw} className="ellipsis" dir="auto">
                <VisibleText text={entry.value} />
              </li>
            ))}
            {wouldLeaveCount > maxNamed && <li>and {countInWords(wouldLeaveCount - maxNamed)} more</li>}
          </ul>
        </>
      )}
      <Choice of={name} isChosen={choice === 'over'} onChoose={() => onChoose('over')}>
        {wouldLeaveCount > 0 ? 'Go over the limit, archive nothing' : 'Restore anyway'}
      </Choice>
    </fieldset>
  );
}

type Item = RestorePreview['items'][number];

const asksSomething = ({ twin, entry }: Item): boolean => twin !== null || entry.categoryGuessed;

type RestoreItemsProps = Readonly<{
  preview: RestorePreview;
  decisions: RestoreChoices;
  onDecide: (id: string, decision: RestoreChoice) => void;
  onDecideEach: (decisions: RestoreChoices) => void;
}>;

/** Maximum listed at a time: thousands of rows with questions would freeze the dialog. */
const atATime = 100;

function RestoreItems({ preview, decisions, onDecide, onDecideEach }: RestoreItemsProps) {
  const duplicates = preview.items.filter((item) => item.twin !== null).length;
  // Entries that need a decision come first.
  const items = preview.items.toSorted((one, other) => Number(asksSomething(other)) - Number(asksSomething(one)));
  const [listed, setListed] = useState(atATime);
  const more = items.length - listed;
  return (
    <>
      {duplicates > 1 && (
        <div className="row wrap below-3">
          <span className="main-part">
            {countInWords(duplicates)} have a live entry with the same key. For all of them:
          </span>
          <Button onClick={() => onDecideEach(decideAll(preview, decisions, 'replace'))}>Replace all</Button>
          <Button onClick={() => onDecideEach(decideAll(preview, decisions, 'keep_both'))}>Keep both for all</Button>
        </div>
      )}
      <ul className="ruled" aria-label="Comes back">
        {items.slice(0, listed).map((item) => (
          <RestoreItemRow
            key={item.entry.id}
            item={item}
            decision={decisions.get(item.entry.id) ?? {}}
            onDecide={(decision) => onDecide(item.entry.id, decision)}
          />
        ))}
        {more > 0 && (
          <li className="stack-2">
            and {countInWords(more)} more{' '}
            <Button look="link" onClick={() => setListed(listed + atATime)}>
              Show {countInWords(Math.min(more, atATime))} of them
            </Button>
          </li>
        )}
      </ul>
    </>
  );
}

type RestoreItemRowProps = Readonly<{
  item: Item;
  decision: RestoreChoice;
  onDecide: (decision: RestoreChoice) => void;
}>;

function RestoreItemRow({ item: { entry, twin }, decision, onDecide }: RestoreItemRowProps) {
  const name = useId();
  return (
    <li className="stack-2">
      <div className="words ends">
        <span className="main-part as-written" dir="auto">
          <EntryText entry={{ key: entry.key, value: entry.value }} />
        </span>
        <span className="words detail">
          {!entry.categoryGuessed && (
            <span>
              {entry.category === null ? <VisibleText text={entry.section} /> : sectionLabels[entry.category]}
            </span>
          )}
        </span>
      </div>
      {entry.categoryGuessed && (
        <div className="row wrap detail">
          <span className="quiet">The archive doesn’t say where it belongs. Restore to</span>
          <Select
            aria-label={`Section for “${entryName(entry)}”`}
            value={decision.category ?? entry.category ?? 'insight'}
            options={categories.map((category) => ({ value: category, label: sectionLabels[category] }))}
            onChange={(category) => onDecide({ category })}
          />
        </div>
      )}
      {twin && (
        <fieldset className="question">
          <legend>Your assistant knows this key already</legend>
          <dl className="named wide-names">
            <dt>Now</dt>
            <dd dir="auto">
              <ValueText value={twin.value} />
            </dd>
            <dt>Archived</dt>
            <dd dir="auto">
              <ValueText value={entry.value} />
            </dd>
          </dl>
          {(['replace', 'keep_both'] as const).map((way) => (
            <Choice
              key={way}
              of={name}
              isChosen={decision.onDuplicate === way}
              onChoose={() => onDecide({ onDuplicate: way })}
            >
              {way === 'replace' ? 'Replace what it knows now' : 'Keep both'}
            </Choice>
          ))}
        </fieldset>
      )}
    </li>
  );
}

type ChoiceProps = Readonly<{ of: string; isChosen: boolean; onChoose: () => void; children: ReactNode }>;

function Choice({ of, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="radio" name={of} checked={isChosen} onChange={onChoose} />
      <span>{children}</span>
    </label>
  );
}
