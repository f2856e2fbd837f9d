import { nameHidden } from '#shared/text/visible-characters.ts';
import { useApp } from '../../api/app-store.ts';
import { type Column, GroupRow, ListRow, Moment, RowMark } from '../../list/list-row.tsx';
import { ListView, type RowStop } from '../../list/list-view.tsx';
import { useList } from '../../list/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords } from '../../wording/counts.ts';
import { ageInWords, dayOfMoment } from '../../wording/dates.ts';
import { Approval, NeedsOf } from './needs-you.tsx';
import type { WorkItem } from './work-items.ts';
import { isWorkStop, type WorkRow } from './work-layout.ts';
import { matchInWords } from './work-matches.ts';
import styles from './work-rows.module.css';
import { openRow, useWork } from './work-store.ts';

const heights = { heading: 46, needy: 160, item: null, match: null };

type WorkRowsProps = Readonly<{
  workspace: string;
  rows: readonly WorkRow[];
  writable: boolean;
  found: readonly string[];
}>;

export function WorkRows({ workspace, rows, writable, found }: WorkRowsProps) {
  const list = useList({
    label: 'Workflows',
    name: `work ${workspace}`,
    store: useWork,
    rows,
    isStop: isWorkStop,
    heightOf: ({ kind }) => heights[kind],
  });
  return (
    <ListView list={list}>
      {(row, stop) => {
        switch (row.kind) {
          case 'heading':
            return (
              <GroupRow
                stop={stop}
                title={row.title}
                count={row.count === null ? undefined : countInWords(row.count)}
              />
            );
          case 'needy':
            return <NeedyRow workspace={workspace} row={row} writable={writable} found={found} stop={stop} />;
          case 'item':
            return <ItemRow row={row} found={found} stop={stop} />;
          case 'match':
            return <ListRow stop={stop} item={{ ...row, found }} columns={matchColumns} onPick={() => openRow(row)} />;
        }
      }}
    </ListView>
  );
}

type WithItem = Extract<WorkRow, { item: WorkItem }>;

type NeedyRowProps = Readonly<{
  workspace: string;
  row: WithItem;
  writable: boolean;
  found: readonly string[];
  stop: RowStop;
}>;

function NeedyRow({ workspace, row, writable, found, stop: { place, isCurrent, tabIndex } }: NeedyRowProps) {
  const { item, key } = row;
  const { title, state, progress } = item;
  return (
    <div
      {...place}
      role="row"
      className={classNames(place.className, styles['needy'])}
      aria-label={nameHidden([title, state, progress].filter(Boolean).join(', '))}
      aria-selected={isCurrent}
      tabIndex={tabIndex}
      onFocus={() => useWork.setState({ cursor: key })}
    >
      <div role="gridcell" className={styles['card']}>
        <div className="beside">
          <div className="main-part">
            <h3 dir="auto">
              <Title item={item} found={found} />
            </h3>
            <VisibleText
              as="p"
              className="detail two-lines"
              text={[state, progress].filter(Boolean).join(' · ')}
              found={found}
            />
          </div>
          <Button onClick={() => openRow(row)}>Open</Button>
        </div>
        {item.source === 'own' && (
          <NeedsOf workspace={workspace} workflow={item.workflow} writable={writable} found={found} />
        )}
        {item.source === 'foreign' && <Approval workflow={item.workflow} />}
      </div>
    </div>
  );
}

/** Title of an item. If it wraps, a date is never split over two lines. */
function Title({ item, found }: Readonly<{ item: WorkItem; found: readonly string[] }>) {
  const { title } = item;
  const at = item.source === 'own' && item.workflow.date !== null ? title.lastIndexOf(' · ') + 3 : title.length;
  return (
    <>
      <VisibleText text={title.slice(0, at)} found={found} />
      <VisibleText as="span" className="one-line" text={title.slice(at)} found={found} />
    </>
  );
}

type WorkflowItem = WorkItem & Readonly<{ when: string; found: readonly string[] }>;

const columns: readonly Column<WorkflowItem>[] = [
  {
    id: 'title',
    look: 'title',
    text: ({ title }) => title,
    cell: ({ title, found }) => <VisibleText text={title} found={found} />,
  },
  { id: 'mark', look: 'marks', text: ({ mark }) => mark, cell: ({ mark }) => <RowMark>{mark}</RowMark> },
  {
    id: 'state',
    look: 'count',
    className: styles['state'],
    text: ({ state }) => state,
    // The heading of the group already shows it.
    cell: ({ state, group }) => state !== group && state,
  },
  {
    id: 'progress',
    look: 'detail',
    className: styles['progress'],
    text: ({ progress }) => progress,
    cell: ({ progress, found }) => <VisibleText text={progress} found={found} />,
  },
  {
    id: 'time',
    look: 'time',
    className: styles['time'],
    text: ({ when }) => when,
    cell: ({ changedAt, when }) => when !== '' && <Moment at={changedAt} text={when} />,
  },
];

function ItemRow({ row, found, stop }: Pick<NeedyRowProps, 'row' | 'found' | 'stop'>) {
  const { item } = row;
  const { source, id, changedAt } = item;
  const isUnsaved = useWork(({ unsaved }) => source === 'own' && unsaved.has(id));
  const today = useApp((app) => app.today);
  const when = Number.isNaN(changedAt) ? '' : ageInWords(dayOfMoment(changedAt), today);
  return (
    <ListRow
      stop={stop}
      item={{ ...item, mark: isUnsaved ? 'Not saved yet' : item.mark, when, found }}
      columns={columns}
      className={styles['workflow']}
      onPick={() => openRow(row)}
    />
  );
}

const matchColumns: readonly Column<Extract<WorkRow, { kind: 'match' }> & { readonly found: readonly string[] }>[] = [
  { id: 'where', look: 'detail', className: styles['where'], text: ({ match }) => matchInWords(match).where },
  {
    id: 'passage',
    look: 'text',
    text: ({ match }) => matchInWords(match).text,
    cell: ({ match, found }) => <VisibleText text={matchInWords(match).text} found={found} />,
  },
];
