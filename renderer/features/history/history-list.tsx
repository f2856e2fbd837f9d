import { useEffect } from 'react';
import type { ChangeText, HistoryEntry, HistoryNote, HistoryVersion } from '#shared/contract/features/history.ts';
import { subjectFrom } from '#shared/wording/subjects.ts';
import { useApp } from '../../api/app-store.ts';
import { call } from '../../api/connection.ts';
import { useSaidInSight } from '../../api/said-in-sight.ts';
import { type Column, GroupRow, ListRow, Moment, RowMark } from '../../list/list-row.tsx';
import { ListView, type RowStop } from '../../list/list-view.tsx';
import { useList } from '../../list/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { DrawnText, SubjectText } from '../../ui/visible-text.tsx';
import { WordChanges } from '../../ui/word-changes.tsx';
import { dateInWords, dayInWords, timeInWords } from '../../wording/dates.ts';
import type { HistoryRow } from './history-layout.ts';
import styles from './history-list.module.css';
import { askToRestore, openVersion, useHistory } from './history-store.ts';
import { authorOf, changedFiles, changeTitle, countsOfChange } from './history-words.ts';

type HistoryListProps = Readonly<{
  workspace: string;
  /** True if days have actions to go back to their memory. */
  writable: boolean;
  rows: readonly HistoryRow[];
  hasMore: boolean;
  more: () => void;
}>;

/** Rows before the end at which more are loaded. */
const ahead = 20;
const heights = { day: 46, author: 28, line: null };

export const isHistoryStop = ({ kind }: HistoryRow): boolean => kind === 'line';

export function HistoryList({ workspace, writable, rows, hasMore, more }: HistoryListProps) {
  const list = useList({
    label: 'Versions',
    name: `history ${workspace}`,
    store: useHistory,
    rows,
    isStop: isHistoryStop,
    heightOf: ({ kind }) => heights[kind],
  });
  const texts = useChangeTexts(
    workspace,
    list.shown.flatMap(({ row }) => (row.kind === 'line' && row.line.type === 'version' ? [row.line] : [])),
    rows,
  );
  const { lastShown } = list;
  useEffect(() => {
    if (hasMore && lastShown >= rows.length - ahead) {
      more();
    }
  }, [hasMore, lastShown, rows.length, more]);
  return (
    <ListView list={list}>
      {(row, stop) => {
        switch (row.kind) {
          case 'day':
            return <DayRow row={row} writable={writable} stop={stop} />;
          case 'author':
            return <GroupRow stop={stop} level={3} title={row.author} />;
          case 'line':
            return row.line.type === 'note' ? (
              <NoteRow note={row.line} stop={stop} />
            ) : (
              <VersionListRow version={row.line} others={row.others} texts={texts.get(row.line.position)} stop={stop} />
            );
        }
      }}
    </ListView>
  );
}

/** Texts changed by the versions in sight, as far as they have been read; a version never changes, unless it is erased. */
function useChangeTexts(workspace: string, inSight: readonly HistoryVersion[], turn: unknown) {
  const positions = inSight.filter(hasTexts).map(({ position }) => position);
  return useSaidInSight(workspace, positions, turn, async (positions) => {
    const { texts } = await call('history.texts', { workspace, positions: [...positions] });
    return texts.map(({ position, entries }) => [position, entries] as const);
  });
}

/** True if a version's entries can be shown. The first version only has a count. */
const hasTexts = ({ available, before, counts, kind }: HistoryVersion): boolean =>
  available &&
  before !== null &&
  (kind === 'context' || kind === 'archive') &&
  (counts === null || counts.added + counts.changed + counts.removed > 0);

type DayRowProps = Readonly<{ row: Extract<HistoryRow, { kind: 'day' }>; writable: boolean; stop: RowStop }>;

/** Heading of a day, with ways to read the memory as the day ended, or to go back to it. */
function DayRow({ row: { day, last, isNow }, writable, stop }: DayRowProps) {
  const today = useApp((state) => state.today);
  const only = useHistory((state) => state.only);
  const date = dateInWords(day);
  // Today has not ended, and a list of removals does not show how a day ended.
  const hasWays = last !== null && only === 'all' && day !== today;
  return (
    <GroupRow stop={stop} title={dayInWords(day, today)} about={date}>
      {hasWays && (
        <div className="row at-end">
          <Button look="text" aria-label={`See the memory of ${date}`} onClick={() => openVersion(last)}>
            See this day
          </Button>
          {writable && !isNow && (
            <Button look="text" aria-label={`Go back to the memory of ${date}`} onClick={() => askToRestore(last)}>
              Go back to it…
            </Button>
          )}
        </div>
      )}
    </GroupRow>
  );
}

type VersionItem = Readonly<{
  version: HistoryVersion;
  /** Versions of other files in the same step. */
  others: readonly HistoryVersion[];
  /** First entries it changed, once they have been read. */
  texts: ChangeText['entries'];
}>;

const detailsOf = ({ version, others }: VersionItem): string =>
  [countsOfChange(version, others), ...changedFiles([version, ...others])].filter(Boolean).join(' · ');

const versionColumns: readonly Column<VersionItem>[] = [
  { id: 'label', look: 'title', text: ({ version }) => changeTitle(version) },
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
      const label = changeTitle(version);
      return texts
        .filter((text) => texts.length > 1 || !isInLabel(label, text))
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

type VersionRowProps = Omit<VersionItem, 'texts'> &
  Readonly<{ texts: ChangeText['entries'] | undefined; stop: RowStop }>;

const VersionListRow = ({ version, others, texts = [], stop }: VersionRowProps) => (
  <ListRow stop={stop} item={{ version, others, texts }} columns={versionColumns} className={styles['line']} />
);

/** Effect of a change on an entry, as far as a line has room; with its name only if the label lacks it. */
function ActEntry({ before, after, label }: ChangeText['entries'][number] & Readonly<{ label: string }>) {
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
const isInLabel = (label: string, { before, after }: ChangeText['entries'][number]): boolean =>
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

const NoteRow = ({ note, stop }: Readonly<{ note: HistoryNote; stop: RowStop }>) => (
  <ListRow stop={stop} item={note} columns={noteColumns} className={`${styles['line']} quiet`} />
);
