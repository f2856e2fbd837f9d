import { CircleAlert } from 'lucide-react';
import type { HistoryLine, HistoryNote, HistoryVersion } from '#shared/contract/features/history.ts';
import { useApp } from '../../api/app-store.ts';
import type { RowPlace } from '../../entries/row-place.ts';
import { classNames } from '../../ui/class-names.ts';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { dateInWords, dayInWords, timeInWords } from '../../wording/dates.ts';
import type { HistoryRow } from './history-layout.ts';
import styles from './history-rows.module.css';
import { useHistory } from './history-store.ts';
import { authorOf, countsOfVersion, fileOfVersion } from './history-words.ts';

type HistoryRowViewProps = Readonly<{ row: HistoryRow; place: RowPlace; tabStop: boolean }>;

export function HistoryRowView({ row, place, tabStop }: HistoryRowViewProps) {
  switch (row.kind) {
    case 'day':
      return (
        <div {...place} role="row" className={classNames(place.className, styles['day'])}>
          <div role="gridcell">
            <DayHeading day={row.day} />
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
        <VersionRow version={row.line} place={place} tabStop={tabStop} />
      );
  }
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
  place,
  tabStop,
}: Readonly<{ version: HistoryVersion; place: RowPlace; tabStop: boolean }>) {
  const { label, at, available, lastCopyOf } = version;
  const details = [countsOfVersion(version), fileOfVersion(version)].filter(Boolean).join(' · ');
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
