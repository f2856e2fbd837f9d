import { Archive, BadgeCheck, Check, EyeOff, Hourglass, Pencil, Pin, ShieldCheck, Trash2 } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import type { Operation } from '#shared/contract/changes.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import type { FoundInFile } from '#shared/contract/features/scan.ts';
import { isCorrection } from '#shared/entries/correction.ts';
import { hasWords } from '#shared/entries/search.ts';
import { findingName } from '#shared/scan/words.ts';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { type Hint, hintFor } from '#shared/twins/hints.ts';
import { useSaysHowSure } from '../../api/context-store.ts';
import styles from '../../entries/entry-row.module.css';
import { EntryText, nameAndText } from '../../entries/entry-text.tsx';
import { FindingIcon } from '../../entries/findings/finding-icon.tsx';
import { openOf, useFindingsIn, withoutSecrets } from '../../entries/findings/findings.ts';
import { foldedShown } from '../../entries/narrowing.ts';
import rowActionsStyles from '../../entries/row-actions.module.css';
import type { RowPlace } from '../../list/row-place.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Later, useLater } from '../../ui/later.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { rankInWords } from '../../wording/counts.ts';
import { ageInWords, dateInWords } from '../../wording/dates.ts';
import { earlierSentence } from '../../wording/earlier.ts';
import { aboutKindNames, entryName, markNames, shortened, sourceInWords } from '../../wording/names.ts';
import { aboutIcons } from './about-icons.ts';
import { archiveAll, change, deleteAll, stepConfidence, toggleConfirmed } from './changes.ts';
import { EarlierText } from './earlier-text.tsx';
import { EntryEditor } from './entry-editor.tsx';
import { edit, select, useReview } from './review-store.ts';
import { moveTo } from './selection.ts';
import { dayOf, typeInWords } from './topics/topic-words.ts';
import { useTopicOf } from './topics/topics-store.ts';
import { isAnswered } from './triage.ts';
import { useSearchWords } from './use-search-words.ts';

export type EntryRowProps = Readonly<{
  entry: EntryView;
  place: RowPlace;
  today: string;
  /** Place from 1 among what leaves next; null if it doesn't. */
  rank: number | null;
  /** The assistant stops reading before it. */
  unread: boolean;
  tabStop: boolean;
  writable: boolean;
}>;

/** An entry row: the learned text first, details quietly beside it. */
export const EntryRow = memo(function EntryRow({
  entry,
  place,
  today,
  rank,
  unread,
  tabStop,
  writable,
}: EntryRowProps) {
  const chosen = useReview(({ selection }) => selection.chosen.has(entry.id));
  const isCursor = useReview(({ selection }) => selection.cursor === entry.id);
  const anyChosen = useReview(({ selection }) => selection.chosen.size > 0);
  const inTriage = useReview(({ triage }) => triage !== null);
  const answered = useReview(({ triage }) => triage !== null && isAnswered(triage, entry));
  const words = useSearchWords();
  const findings = useFindingsIn(entry);
  const found = openOf(findings);
  // Mask secrets, so nobody looking over a shoulder reads them.
  const shown = withoutSecrets(entry, findings);
  const saysHowSure = useSaysHowSure();
  const topic = useTopicOf(entry);
  const hint = hintFor(entry);
  const editing = useReview((state) => (state.editing?.id === entry.id ? state.editing : null));
  return (
    <div
      {...place}
      role="row"
      className={classNames(place.className, styles['row'])}
      aria-label={rowName(shown, {
        rank,
        unread,
        answered,
        inTriage,
        saysHowSure,
        found,
        hint,
        type: topic?.type ?? null,
      })}
      aria-selected={chosen || (isCursor && !anyChosen)}
      data-row={entry.id}
      data-cursor={isCursor || undefined}
      data-choosing={anyChosen || undefined}
      data-triage={inTriage || undefined}
      data-answered={answered || undefined}
      data-unread={unread || undefined}
      tabIndex={tabStop ? 0 : -1}
    >
      <div role="gridcell" className={styles['choice']} data-box>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select “${entryName(shown)}”`}
          checked={chosen}
          // The list answers, which knows what lies between two boxes.
          onChange={() => undefined}
        />
      </div>
      {editing ? (
        <div role="gridcell" className={styles['editor']}>
          <EntryEditor editing={editing} />
        </div>
      ) : (
        <>
          <div role="gridcell" className={styles['value']} dir="auto">
            <EntryText entry={shown} found={words} />
            <FoundInSource entry={entry} words={words} />
          </div>
          <div role="gridcell" className={styles['marks']}>
            <Marks
              entry={entry}
              rank={rank}
              unread={unread}
              today={today}
              answered={answered}
              found={found}
              hint={hint}
              type={topic?.type ?? null}
            />
          </div>
          <Age
            name={topic ? 'Changed' : 'First learned'}
            date={entry.date ?? (topic ? dayOf(topic) : null)}
            mark={entry.mark}
            today={today}
          />
          {inTriage && entry.earlier && (
            <div role="gridcell" className={styles['earlier']}>
              <EarlierText entry={entry} earlier={entry.earlier} writable={writable} />
            </div>
          )}
          {writable && (
            <Later>
              <RowActions entry={entry} />
            </Later>
          )}
        </>
      )}
    </div>
  );
});

/** Shows the source if it is the only thing the search matched, or the row would be a mystery. */
function FoundInSource({ entry, words }: Readonly<{ entry: EntryView; words: readonly string[] }>) {
  return (
    entry.source !== null &&
    !hasWords(foldedShown(entry), words) && (
      <span className="quiet">
        {' · Source: '}
        <VisibleText text={sourceInWords(entry.source)} found={words} />
      </span>
    )
  );
}

type AgeProps = Pick<EntryView, 'date' | 'mark'> & Readonly<{ name: string; today: string }>;

/** Time since the entry was learned. Recent changes by others have their own mark instead. */
function Age({ name, date, mark, today }: AgeProps) {
  // Formatting the first date takes the browser longer than drawing a row does.
  const later = useLater();
  return (
    <div
      role="gridcell"
      className={styles['age']}
      data-gives-way
      title={later ? `${name}: ${dateInWords(date)}` : undefined}
    >
      {date === null || mark === 'changed' || mark === 'superseded' ? '' : ageInWords(date, today)}
    </div>
  );
}

type MarksProps = Readonly<{
  entry: EntryView;
  rank: number | null;
  unread: boolean;
  today: string;
  answered: boolean;
  found: readonly FoundInFile[];
  hint: Hint | null;
  /** Type of the topic file the entry leads to. */
  type: string | null;
}>;

function Marks({ entry, rank, unread, today, answered, found, hint, type }: MarksProps) {
  const { pinned, confirmed, until } = entry.flags;
  const saysHowSure = useSaysHowSure();
  const isProtected = until !== null && until >= today;
  return (
    <>
      {rank !== null && (
        <span className={styles['leaves']} title="Archived in this order when the memory is full">
          {rankInWords(rank)} to be archived
        </span>
      )}
      {unread && (
        <span className={styles['icon']} title="Never read: it stands below where your assistant stops">
          <EyeOff aria-hidden />
        </span>
      )}
      <MarkWord entry={entry} answered={answered} />
      {found.map((finding) => (
        <span key={finding.kind} className={styles['finding']} title={`Holds ${findingName(finding)}`}>
          <FindingIcon kind={finding.kind} />
        </span>
      ))}
      {hint && (
        <span className={styles['icon']} title={`May not last: this ${hint.reason}`}>
          <Hourglass aria-hidden />
        </span>
      )}
      <AboutMark entry={entry} />
      {type !== null && (
        <span className="detail">
          <VisibleText text={typeInWords(type)} />
        </span>
      )}
      {confirmed && !saysHowSure && (
        <span className={styles['icon']} title="Confirmed by you">
          <BadgeCheck aria-hidden />
        </span>
      )}
      {pinned && (
        <span className={styles['icon']} title="Pinned: never archived automatically">
          <Pin aria-hidden />
        </span>
      )}
      {isProtected && !pinned && (
        <span className={styles['icon']} title={`Protected until ${dateInWords(until)}`}>
          <ShieldCheck aria-hidden />
        </span>
      )}
    </>
  );
}

/** Subject of the entry, if it isn't the person and isn't the title already. */
function AboutMark({ entry }: Readonly<{ entry: EntryView }>) {
  const { about } = entry.flags;
  if (about === null || about.name === entry.key) {
    return null;
  }
  const Icon = aboutIcons[about.kind];
  return (
    <span className={styles['about']} title={`About ${about.name}, ${aboutKindNames[about.kind]}`}>
      <Icon aria-hidden />
      <span className="ellipsis">
        <VisibleText text={about.name} />
      </span>
    </span>
  );
}

/** Accessible name of a row: subject and text, then what is special about it. */
function rowName(
  entry: EntryView,
  {
    rank,
    unread,
    answered,
    inTriage,
    saysHowSure,
    found,
    hint,
    type,
  }: Pick<EntryRowProps, 'rank' | 'unread'> &
    Pick<MarksProps, 'found' | 'hint' | 'type'> &
    Readonly<Record<'answered' | 'inTriage' | 'saysHowSure', boolean>>,
): string {
  const parts = [
    nameAndText(entry),
    type,
    markWord(entry, answered),
    ...found.map((finding) => `holds ${findingName(finding)}`),
    hint && 'may not last',
    entry.flags.about && entry.flags.about.name !== entry.key && `about ${entry.flags.about.name}`,
    !saysHowSure && entry.flags.confirmed && 'confirmed by you',
    entry.flags.pinned && 'pinned',
    unread && 'never read',
    rank !== null && `${rankInWords(rank)} to be archived`,
    inTriage && entry.earlier && shortened(earlierSentence(entry, entry.earlier), 200),
  ];
  return nameHidden(parts.filter(Boolean).join(', '));
}

/** The four things done most. They appear on hover; keys, the menu and the inspector do the same. */
function RowActions({ entry }: Readonly<{ entry: EntryView }>) {
  const saysHowSure = useSaysHowSure();
  // The second press of a double click would meet what is gone by then, or the next row.
  const once =
    (act: () => void) =>
    ({ detail }: MouseEvent): void => {
      if (detail < 2) {
        act();
      }
    };
  // The cursor comes along, so that the focus has somewhere to go when the row goes.
  const carryOut = (operations: Operation[]): void => {
    select(moveTo(useReview.getState().selection, entry.id));
    void change(operations);
  };
  return (
    <div role="gridcell" className={rowActionsStyles['actions']} data-row-actions>
      <IconButton name="Edit" keys="Enter" tabIndex={-1} onClick={once(() => edit(entry))}>
        <Pencil aria-hidden />
      </IconButton>
      {saysHowSure ? (
        <IconButton
          name="Confirm"
          keys="c"
          tabIndex={-1}
          disabled={entry.confidence === 'certain'}
          onClick={once(() => carryOut(stepConfidence([entry], 'up')))}
        >
          <Check aria-hidden />
        </IconButton>
      ) : (
        <IconButton
          name={entry.flags.confirmed ? 'Unconfirm' : 'Confirm'}
          keys="c"
          tabIndex={-1}
          onClick={once(() => carryOut(toggleConfirmed([entry])))}
        >
          <Check aria-hidden />
        </IconButton>
      )}
      <IconButton name="Archive" keys="a" tabIndex={-1} onClick={once(() => carryOut(archiveAll([entry])))}>
        <Archive aria-hidden />
      </IconButton>
      <IconButton name="Delete" keys="Delete" tabIndex={-1} onClick={once(() => carryOut(deleteAll([entry])))}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  );
}

/** Word on a row for changes by others or for the answer given; null for none. */
function markWord(entry: EntryView, answered: boolean): string | null {
  if (answered) {
    return isCorrection(entry) ? 'corrected' : 'kept';
  }
  return entry.mark && markNames[entry.mark];
}

const titles: Readonly<Record<NonNullable<EntryView['mark']>, string>> = {
  new: 'Learned since you last looked',
  changed: 'Changed since you last looked',
  superseded: 'You had corrected this, and it was replaced since you last looked',
};

function MarkWord({ entry, answered }: Readonly<{ entry: EntryView; answered: boolean }>) {
  const word = markWord(entry, answered);
  if (word === null) {
    return null;
  }
  return answered || entry.mark === null ? (
    <span className="detail">{word}</span>
  ) : (
    <span className={styles['mark']} data-mark={entry.mark} title={titles[entry.mark]}>
      {word}
    </span>
  );
}
