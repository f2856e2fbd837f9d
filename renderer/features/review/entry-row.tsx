import { Pin, ShieldCheck } from 'lucide-react';
import { memo } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { nameHidden } from '#shared/text/visible-characters.ts';
import styles from '../../entries/entry-row.module.css';
import type { RowPlace } from '../../entries/row-place.ts';
import { classNames } from '../../ui/class-names.ts';
import { Later, useLater } from '../../ui/later.tsx';
import { ValueText, VisibleText } from '../../ui/visible-text.tsx';
import { rankInWords } from '../../wording/counts.ts';
import { ageInWords, dateInWords } from '../../wording/dates.ts';
import { earlierSentence } from '../../wording/earlier.ts';
import { entryName, noValue, shortened } from '../../wording/names.ts';
import { EarlierText } from './earlier-text.tsx';
import { EntryEditor } from './entry-editor.tsx';
import { MarkWord, markWord } from './mark-word.tsx';
import { select, useReview } from './review-store.ts';
import { RowActions } from './row-actions.tsx';
import { toggleChosen } from './selection.ts';
import { isAnswered } from './triage.ts';
import { useSearchWords } from './use-search-words.ts';

type EntryRowProps = Readonly<{
  entry: EntryView;
  place: RowPlace;
  today: string;
  /** Place from 1 among what leaves next; null if it doesn't. */
  rank: number | null;
  tabStop: boolean;
  writable: boolean;
}>;

/** One entry: what was learned first, everything else quiet beside it. */
export const EntryRow = memo(function EntryRow({ entry, place, today, rank, tabStop, writable }: EntryRowProps) {
  const chosen = useReview(({ selection }) => selection.chosen.has(entry.id));
  const isCursor = useReview(({ selection }) => selection.cursor === entry.id);
  const anyChosen = useReview(({ selection }) => selection.chosen.size > 0);
  const inTriage = useReview(({ triage }) => triage !== null);
  const answered = useReview(({ triage }) => triage !== null && isAnswered(triage, entry));
  const found = useSearchWords();
  const editing = useReview((state) => (state.editing?.id === entry.id ? state.editing : null));
  return (
    <div
      {...place}
      role="row"
      className={classNames(place.className, styles['row'])}
      aria-label={rowName(entry, rank, answered, inTriage)}
      aria-selected={chosen || (isCursor && !anyChosen)}
      data-row={entry.id}
      data-cursor={isCursor || undefined}
      data-choosing={anyChosen || undefined}
      data-triage={inTriage || undefined}
      data-answered={answered || undefined}
      tabIndex={tabStop ? 0 : -1}
    >
      <div role="gridcell" className={styles['choice']}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Choose “${entryName(entry)}”`}
          checked={chosen}
          onChange={() => select(toggleChosen(useReview.getState().selection, entry.id))}
        />
      </div>
      {editing ? (
        <div role="gridcell" className={styles['editor']}>
          <EntryEditor editing={editing} />
        </div>
      ) : (
        <>
          <div role="gridcell" className={styles['value']} dir="auto">
            <ValueText value={entry.value} found={found} />
          </div>
          <div role="gridcell" className={styles['marks']}>
            <Marks entry={entry} rank={rank} today={today} answered={answered} />
          </div>
          <div role="gridcell" className={styles['key']}>
            {entry.key !== null && <VisibleText text={entry.key} found={found} />}
          </div>
          <Age date={entry.date} today={today} />
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

function Age({ date, today }: Readonly<{ date: string | null; today: string }>) {
  // To write a date as the system does takes the browser longer, the first time, than a row does.
  const later = useLater();
  return (
    <div role="gridcell" className={styles['age']} title={later ? `Learned: ${dateInWords(date)}` : undefined}>
      {date === null ? '' : ageInWords(date, today)}
    </div>
  );
}

type MarksProps = Readonly<{ entry: EntryView; rank: number | null; today: string; answered: boolean }>;

function Marks({ entry, rank, today, answered }: MarksProps) {
  const { pinned, until } = entry.flags;
  const isProtected = until !== null && until >= today;
  return (
    <>
      {rank !== null && (
        <span className={styles['leaves']} title="Leaves in this order when space is needed">
          leaves {rankInWords(rank)}
        </span>
      )}
      <MarkWord entry={entry} answered={answered} />
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

/** What a row is called: the text and the key, then what is special about it. */
function rowName(entry: EntryView, rank: number | null, answered: boolean, inTriage: boolean): string {
  const text = shortened(entry.value, 200);
  const parts = [
    text.trim() === '' ? noValue : text,
    entry.key,
    markWord(entry, answered),
    entry.flags.pinned && 'pinned',
    rank !== null && `leaves ${rankInWords(rank)}`,
    inTriage && entry.earlier && shortened(earlierSentence(entry, entry.earlier), 200),
  ];
  return nameHidden(parts.filter(Boolean).join(', '));
}
