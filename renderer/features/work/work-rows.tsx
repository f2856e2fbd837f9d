import { nameHidden } from '#shared/text/visible-characters.ts';
import { useApp } from '../../api/app-store.ts';
import { type Column, GroupRow, ListRow, Mark, Moment } from '../../list/list-row.tsx';
import { ListView, type RowStop } from '../../list/list-view.tsx';
import { useList } from '../../list/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords } from '../../wording/counts.ts';
import { ageInWords, dayOfMoment } from '../../wording/dates.ts';
import { statusNames, titleOf } from '../../wording/workflows.ts';
import { Approval, NeedsOf } from './needs-you.tsx';
import { groupOf, type WorkItem } from './work-items.ts';
import { isStop, type WorkRow } from './work-layout.ts';
import { matchInWords } from './work-matches.ts';
import styles from './work-rows.module.css';
import { openRow, useWork } from './work-store.ts';
import { archivedTitle, foreignProgress, foreignTitle, progressInWords, runStatusNames } from './work-words.ts';

const heights = { heading: 46, needy: 160, item: null, match: null };

type WorkRowsProps = Readonly<{
  workspace: string;
  rows: readonly WorkRow[];
  writable: boolean;
  /** Search words. */
  found: readonly string[];
}>;

export function WorkRows({ workspace, rows, writable, found }: WorkRowsProps) {
  const list = useList({
    label: 'Workflows',
    name: `work ${workspace}`,
    store: useWork,
    rows,
    isStop,
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

/** Title, state and progress of an item. */
function wordsOf(item: WorkItem): { readonly title: string; readonly state: string; readonly progress: string } {
  switch (item.of) {
    case 'own': {
      const { workflow } = item;
      return { title: titleOf(workflow), state: statusNames[workflow.status], progress: progressInWords(workflow) };
    }
    case 'foreign': {
      const { workflow } = item;
      return {
        title: foreignTitle(workflow),
        state: runStatusNames[workflow.status],
        progress: workflow.status === 'failed' && workflow.error ? workflow.error : foreignProgress(workflow),
      };
    }
    case 'archived': {
      const { where, problem } = item.workflow;
      const state = problem === null ? 'Archived' : 'Damaged';
      const was = where === 'active' ? 'Not finished' : 'Completed';
      return { title: archivedTitle(item.workflow), state, progress: was };
    }
  }
}

/** Time of its last change; for an archived one, the time it was archived. */
function lastMomentOf(item: WorkItem): number | null {
  const moment = item.of === 'archived' ? Date.parse(item.workflow.archivedAt ?? '') : item.workflow.changedAt;
  return Number.isNaN(moment) ? null : moment;
}

type NeedyRowProps = Readonly<{
  workspace: string;
  row: WithItem;
  writable: boolean;
  found: readonly string[];
  stop: RowStop;
}>;

/** A workflow the person has to decide on, repair or look at, which can be answered in its place. */
function NeedyRow({ workspace, row, writable, found, stop: { place, isCurrent, tabIndex } }: NeedyRowProps) {
  const { item, key } = row;
  const { title, state, progress } = wordsOf(item);
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
        <div className={styles['cardHead']}>
          <div className={styles['about']}>
            <h3 dir="auto">
              <Title item={item} title={title} found={found} />
            </h3>
            <p className="detail">
              <VisibleText text={[state, progress].filter(Boolean).join(' · ')} found={found} />
            </p>
          </div>
          <Button onClick={() => openRow(row)}>Open</Button>
        </div>
        {item.of === 'own' ? (
          <NeedsOf workspace={workspace} workflow={item.workflow} writable={writable} found={found} />
        ) : (
          item.of === 'foreign' && <Approval workflow={item.workflow} />
        )}
      </div>
    </div>
  );
}

/** Title of an item. If it wraps, a date is never split over two lines. */
function Title({ item, title, found }: Readonly<{ item: WorkItem; title: string; found: readonly string[] }>) {
  const at = item.of === 'own' && item.workflow.date !== null ? title.lastIndexOf(' · ') + 3 : title.length;
  return (
    <>
      <VisibleText text={title.slice(0, at)} found={found} />
      <span className="one-line">
        <VisibleText text={title.slice(at)} found={found} />
      </span>
    </>
  );
}

type WorkflowItem = ReturnType<typeof wordsOf> &
  Readonly<{ group: string; mark: string; last: number | null; when: string; found: readonly string[] }>;

const columns: readonly Column<WorkflowItem>[] = [
  {
    id: 'title',
    look: 'title',
    text: ({ title }) => title,
    cell: ({ title, found }) => <VisibleText text={title} found={found} />,
  },
  { id: 'mark', look: 'marks', text: ({ mark }) => mark, cell: ({ mark }) => <Mark>{mark}</Mark> },
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
    cell: ({ last, when }) => last !== null && <Moment at={last} text={when} />,
  },
];

function ItemRow({ row, found, stop }: Pick<NeedyRowProps, 'row' | 'found' | 'stop'>) {
  const { item } = row;
  const isUnsaved = useWork(({ unsaved }) => item.of === 'own' && unsaved.has(item.workflow.id));
  const today = useApp((app) => app.today);
  const last = lastMomentOf(item);
  const when = last === null ? '' : ageInWords(dayOfMoment(last), today);
  const kept = item.of === 'foreign' ? item.workflow.kept : null;
  const mark = isUnsaved ? 'Not saved yet' : kept?.isLast ? 'Only copy' : kept ? 'Kept' : '';
  return (
    <ListRow
      stop={stop}
      item={{ ...wordsOf(item), group: groupOf(item) ?? 'Archived', mark, last, when, found }}
      columns={columns}
      className={styles['workflow']}
      onPick={() => openRow(row)}
    />
  );
}

/** A match, with the search words marked. */
const matchColumns: readonly Column<Extract<WorkRow, { kind: 'match' }> & { readonly found: readonly string[] }>[] = [
  { id: 'where', look: 'detail', className: styles['where'], text: ({ match }) => matchInWords(match).where },
  {
    id: 'passage',
    look: 'text',
    text: ({ match }) => matchInWords(match).text,
    cell: ({ match, found }) => <VisibleText text={matchInWords(match).text} found={found} />,
  },
];
