import { CircleAlert } from 'lucide-react';
import type {
  ActText,
  HistoryEntry,
  HistoryLine,
  HistoryNote,
  HistoryVersion,
} from '#shared/contract/features/history.ts';
import { subjectFrom } from '#shared/wording/subjects.ts';
import { useApp } from '../../api/app-store.ts';
import type { RowPlace } from '../../entries/row-place.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import { DrawnText, SubjectText, VisibleText } from '../../ui/visible-text.tsx';
import { WordChanges } from '../../ui/word-changes.tsx';
import { dateInWords, dayInWords, timeInWords } from '../../wording/dates.ts';
import type { HistoryRow } from './history-layout.ts';
import styles from './history-rows.module.css';
import { askToRestore, readVersion, useHistory } from './history-store.ts';
import { actOf, authorOf, countsOfAct, filesOf } from './history-words.ts';

type HistoryRowViewProps = Readonly<{
  row: HistoryRow;
  /** The first entries it changed, once they have been read. */
  texts: ActText['entries'] | undefined;
  place: RowPlace;
  tabStop: boolean;
  /** Whether the memory can be made to read as it did. */
  writable: boolean;
}>;

export function HistoryRowView({ row, texts, place, tabStop, writable }: HistoryRowViewProps) {
  switch (row.kind) {
    case 'day':
      return (
        <div {...place} role="row" className={classNames(place.className, styles['day'])}>
          <div role="gridcell" className={styles['dayCell']}>
            <DayHeading day={row.day} />
            {row.last !== null && <DayWays day={row.day} last={row.last} changes={writable && !row.isNow} />}
          </div>
        </div>
      );
    case 'author':
      return (
        <div {...place} role="row" className={classNames(place.className, styles['author'])}>
          <div role="gridcell">
            <h3>
              <VisibleText text={row.author} />
            </h3>
          </div>
        </div>
      );
    case 'line':
      return row.line.type === 'note' ? (
        <NoteRow note={row.line} place={place} tabStop={tabStop} />
      ) : (
        <VersionRow version={row.line} also={row.also} texts={texts} place={place} tabStop={tabStop} />
      );
  }
}

/** `changes`: whether going back to it is possible, and would change anything. */
type DayWaysProps = Readonly<{ day: string; last: HistoryVersion; changes: boolean }>;

/** One click to all the memory said at the end of a day, whatever else was changed on it: to read it, or to go back to it. */
function DayWays({ day, last, changes }: DayWaysProps) {
  const today = useApp((state) => state.today);
  const only = useHistory((state) => state.only);
  const date = dateInWords(day);
  // Today has not ended, and of what was removed alone, the last is not how a day ended.
  return only !== 'all' || day === today ? null : (
    <div className="row">
      <Button look="text" aria-label={`See the memory of ${date}`} onClick={() => readVersion(last)}>
        See this day
      </Button>
      {changes && (
        <Button look="text" aria-label={`Go back to the memory of ${date}`} onClick={() => askToRestore(last)}>
          Go back to it…
        </Button>
      )}
    </div>
  );
}

function DayHeading({ day }: Readonly<{ day: string }>) {
  const today = useApp((state) => state.today);
  return <h2 title={dateInWords(day)}>{dayInWords(day, today)}</h2>;
}

function useLineProps(line: HistoryLine, tabStop: boolean) {
  const current = useHistory((state) => state.cursor === line.position);
  return {
    tabIndex: tabStop ? 0 : -1,
    'data-version': line.position,
    'aria-selected': current,
    onClick: () => useHistory.setState({ cursor: line.position, sheetOpen: !hasRoomForInspector() }),
  };
}

function VersionRow({
  version,
  also,
  texts = [],
  place,
  tabStop,
}: Omit<HistoryRowViewProps, 'row' | 'writable'> &
  Readonly<{ version: HistoryVersion; also: readonly HistoryVersion[] }>) {
  const { at, available, lastCopyOf } = version;
  const label = actOf(version);
  const details = [countsOfAct(version, also), ...filesOf([version, ...also])].filter(Boolean).join(' · ');
  return (
    <div
      {...place}
      {...useLineProps(version, tabStop)}
      role="row"
      className={classNames(place.className, styles['line'])}
      aria-label={`${label}${details ? `, ${details}` : ''}, ${timeInWords(at)}, ${authorOf(version)}${available ? '' : ', text missing'}`}
    >
      <span role="gridcell" className={styles['label']}>
        <VisibleText text={label} />
      </span>
      <span role="gridcell" className={styles['texts']} dir="auto">
        {texts
          .filter((text) => texts.length > 1 || !isSaid(label, text))
          .map((text) => (
            <ActEntry key={`${text.before?.raw} ${text.after?.raw}`} {...text} label={label} />
          ))}
      </span>
      {!available && (
        <span role="gridcell" className={styles['problem']}>
          <CircleAlert aria-hidden /> Text missing
        </span>
      )}
      {lastCopyOf !== null && (
        <span
          role="gridcell"
          className={styles['mark']}
          title="Past the limit, kept for what it holds the last copy of"
        >
          Last copy
        </span>
      )}
      <span role="gridcell" className={styles['details']}>
        {details}
      </span>
      <span role="gridcell" className={styles['time']}>
        <time dateTime={new Date(at).toISOString()}>{timeInWords(at)}</time>
      </span>
    </div>
  );
}

/** What an act did to an entry, as far as a line has room; its name only where the label doesn't say it. */
function ActEntry({ before, after, label }: ActText['entries'][number] & Readonly<{ label: string }>) {
  const { key, value } = (after ?? before) as HistoryEntry;
  const isNamed = key === null || label.includes(`“${subjectFrom(key)}”`);
  return (
    <span className={styles['entry']}>
      {!isNamed && (
        <>
          <SubjectText text={key} />:{' '}
        </>
      )}
      {before !== null && after !== null ? (
        <WordChanges before={before.value} after={after.value} />
      ) : (
        <DrawnText text={value} />
      )}
    </span>
  );
}

/** Whether a label says all there is to say of an entry: its text, because it has no key. */
const isSaid = (label: string, { before, after }: ActText['entries'][number]): boolean =>
  (before === null || after === null) && (after ?? before)?.key === null && label.includes('“');

/** What a start put right: one quiet line. */
function NoteRow({ note, place, tabStop }: Readonly<{ note: HistoryNote; place: RowPlace; tabStop: boolean }>) {
  return (
    <div
      {...place}
      {...useLineProps(note, tabStop)}
      role="row"
      className={classNames(place.className, styles['line'], 'quiet')}
    >
      <span role="gridcell" className={styles['label']}>
        <VisibleText text={note.label} />
      </span>
      <span role="gridcell" className={styles['time']}>
        <time dateTime={new Date(note.at).toISOString()}>{timeInWords(note.at)}</time>
      </span>
    </div>
  );
}
