import type { ActText, HistoryEntry, HistoryNote, HistoryVersion } from '#shared/contract/features/history.ts';
import { subjectFrom } from '#shared/wording/subjects.ts';
import { useApp } from '../../api/app-store.ts';
import { type Column, GroupRow, ListRow, Moment, RowMark } from '../../list/list-row.tsx';
import type { RowStop } from '../../list/list-view.tsx';
import { Button } from '../../ui/button.tsx';
import { DrawnText, SubjectText } from '../../ui/visible-text.tsx';
import { WordChanges } from '../../ui/word-changes.tsx';
import { dateInWords, dayInWords, timeInWords } from '../../wording/dates.ts';
import type { HistoryRow } from './history-layout.ts';
import styles from './history-rows.module.css';
import { askToRestore, openVersion, useHistory } from './history-store.ts';
import { actOf, authorOf, changedFiles, countsOfAct } from './history-words.ts';

type DayRowProps = Readonly<{ row: Extract<HistoryRow, { kind: 'day' }>; writable: boolean; stop: RowStop }>;

export function DayRow({ row: { day, last, isNow }, writable, stop }: DayRowProps) {
  const today = useApp((state) => state.today);
  return (
    <GroupRow stop={stop} title={dayInWords(day, today)} about={dateInWords(day)}>
      {last !== null && <DayWays day={day} last={last} changes={writable && !isNow} />}
    </GroupRow>
  );
}

/** `changes` is true if going back is possible, and would change anything. */
type DayWaysProps = Readonly<{ day: string; last: HistoryVersion; changes: boolean }>;

/** Actions for the memory at the end of a day, including all other changes of the day: reading it, or going back to it. */
function DayWays({ day, last, changes }: DayWaysProps) {
  const today = useApp((state) => state.today);
  const only = useHistory((state) => state.only);
  const date = dateInWords(day);
  // Today has not ended, and a list of removals does not show how a day ended.
  return only !== 'all' || day === today ? null : (
    <div className="row at-end">
      <Button look="text" aria-label={`See the memory of ${date}`} onClick={() => openVersion(last)}>
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

type VersionItem = Readonly<{
  version: HistoryVersion;
  /** Versions of other files in the same step. */
  also: readonly HistoryVersion[];
  /** First entries it changed, once they have been read. */
  texts: ActText['entries'];
}>;

const detailsOf = ({ version, also }: VersionItem): string =>
  [countsOfAct(version, also), ...changedFiles([version, ...also])].filter(Boolean).join(' · ');

const versionColumns: readonly Column<VersionItem>[] = [
  { id: 'label', look: 'title', text: ({ version }) => actOf(version) },
  {
    id: 'marks',
    look: 'marks',
    text: ({ version: { available, lastCopyOf } }) =>
      [available ? '' : 'text missing', lastCopyOf === null ? '' : 'last copy'].filter(Boolean).join(', '),
    cell: ({ version: { available, lastCopyOf } }) => (
      <>
        {!available && <RowMark look="warning">Text missing</RowMark>}
        {lastCopyOf !== null && (
          <RowMark about="Past the limit, kept for what it holds the last copy of">Last copy</RowMark>
        )}
      </>
    ),
  },
  {
    id: 'texts',
    look: 'text',
    className: styles['texts'],
    text: () => null,
    cell: ({ version, texts }) => {
      const label = actOf(version);
      return texts
        .filter((text) => texts.length > 1 || !isSaid(label, text))
        .map((text) => <ActEntry key={`${text.before?.raw} ${text.after?.raw}`} {...text} label={label} />);
    },
  },
  { id: 'details', look: 'count', text: detailsOf },
  {
    id: 'time',
    look: 'time',
    text: ({ version }) => `${timeInWords(version.at)}, ${authorOf(version)}`,
    cell: ({ version: { at } }) => <Moment at={at} text={timeInWords(at)} />,
  },
];

type VersionRowProps = Omit<VersionItem, 'texts'> & Readonly<{ texts: ActText['entries'] | undefined; stop: RowStop }>;

export const VersionListRow = ({ version, also, texts = [], stop }: VersionRowProps) => (
  <ListRow stop={stop} item={{ version, also, texts }} columns={versionColumns} className={styles['line']} />
);

/** Effect of an act on an entry, as far as a line has room; with its name only if the label lacks it. */
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

/** True if a label already has the whole entry: its text, because it has no key. */
const isSaid = (label: string, { before, after }: ActText['entries'][number]): boolean =>
  (before === null || after === null) && (after ?? before)?.key === null && label.includes('“');

const noteColumns: readonly Column<HistoryNote>[] = [
  { id: 'label', look: 'text', text: ({ label }) => label },
  {
    id: 'time',
    look: 'time',
    text: ({ at }) => timeInWords(at),
    cell: ({ at }) => <Moment at={at} text={timeInWords(at)} />,
  },
];

export const NoteRow = ({ note, stop }: Readonly<{ note: HistoryNote; stop: RowStop }>) => (
  <ListRow stop={stop} item={note} columns={noteColumns} className={`${styles['line']} quiet`} />
);
