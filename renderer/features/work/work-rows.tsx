import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef } from 'react';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { useApp } from '../../api/app-store.ts';
import { placeOfRow, type RowPlace } from '../../entries/row-place.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useCursorFocus } from '../../ui/cursor-focus.ts';
import { useKeptScroll } from '../../ui/kept-scroll.ts';
import list from '../../ui/long-list.module.css';
import { longListIn, useMeasuredRows, useRemeasuredHeights } from '../../ui/row-heights.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords } from '../../wording/counts.ts';
import { ageInWords, dayOfMoment, momentInWords } from '../../wording/dates.ts';
import { statusNames, titleOf } from '../../wording/workflows.ts';
import { Approval, NeedsOf } from './needs-you.tsx';
import type { WorkItem } from './work-items.ts';
import { isStop, type WorkRow } from './work-layout.ts';
import { matchInWords } from './work-matches.ts';
import styles from './work-rows.module.css';
import { openRow, useWork } from './work-store.ts';
import { archivedTitle, foreignProgress, foreignTitle, progressInWords, runStatusNames } from './work-words.ts';

const headingHeight = 46;
const needyHeight = 160;

type WorkRowsProps = Readonly<{
  workspace: string;
  rows: readonly WorkRow[];
  writable: boolean;
  /** Words that are searched for. */
  found: readonly string[];
}>;

export function WorkRows({ workspace, rows, writable, found }: WorkRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const density = useApp((state) => state.preferences.density);
  const cursor = useWork((state) => state.cursor);
  const focusTurn = useWork((state) => state.focusTurn);
  const cursorRow = rows.findIndex(({ key }) => key === cursor);
  const firstStop = rows.findIndex(isStop);
  const rowHeight = density === 'compact' ? 28 : 36;
  const heights = { heading: headingHeight, needy: needyHeight, item: rowHeight, match: rowHeight };
  const virtual = useVirtualizer({
    count: rows.length,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'item'],
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    ...longListIn(scroller, () => (cursorRow < 0 ? [] : [cursorRow])),
  });
  const measure = useMeasuredRows(virtual);
  useRemeasuredHeights(virtual, density);
  useKeptScroll(`work ${workspace}`, virtual);
  useCursorFocus(virtual, focusTurn, cursorRow, '[data-workflow][tabindex="0"]');
  return (
    <div className={list['scroller']} ref={scroller}>
      <div
        role="grid"
        aria-label="Workflows"
        aria-rowcount={rows.length}
        className={list['grid']}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <WorkRowView
                key={key}
                workspace={workspace}
                row={row}
                writable={writable}
                found={found}
                tabStop={index === (cursorRow < 0 ? firstStop : cursorRow)}
                place={placeOfRow(measure, index, start, list['row'])}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

type RowProps = Readonly<{
  workspace: string;
  row: WorkRow;
  writable: boolean;
  found: readonly string[];
  place: RowPlace;
  tabStop: boolean;
}>;

function WorkRowView({ workspace, row, writable, found, ...stop }: RowProps) {
  const { place } = stop;
  switch (row.kind) {
    case 'heading':
      return (
        <div {...place} role="row" className={classNames(place.className, styles['group'])}>
          <div role="gridcell" className={styles['heading']}>
            <h2>{row.title}</h2>
            {row.count !== null && <span className="count">{countInWords(row.count)}</span>}
          </div>
        </div>
      );
    case 'needy':
      return <Needy workspace={workspace} row={row} writable={writable} found={found} {...stop} />;
    case 'item':
      return <OneItem row={row} found={found} {...stop} />;
    case 'match':
      return <OneMatch row={row} found={found} {...stop} />;
  }
}

type ItemRow = Extract<WorkRow, { item: WorkItem }>;
type MatchRow = Extract<WorkRow, { kind: 'match' }>;
type StopProps<Row> = Readonly<{ row: Row; found: readonly string[]; place: RowPlace; tabStop: boolean }>;

/** What all rows that the cursor can be on have. */
function useRow(key: string, said: readonly string[], place: RowPlace, tabStop: boolean) {
  const isCurrent = useWork(({ cursor }) => cursor === key);
  return {
    ...place,
    'aria-label': nameHidden(said.filter(Boolean).join(', ')),
    'aria-selected': isCurrent,
    'data-workflow': true,
    tabIndex: tabStop ? 0 : -1,
  };
}

/** What an item is called, how it stands and how far it is. */
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

/** When it was last written; of what was archived, when that was. */
function lastMomentOf(item: WorkItem): number | null {
  const moment = item.of === 'archived' ? Date.parse(item.workflow.archivedAt ?? '') : item.workflow.changedAt;
  return Number.isNaN(moment) ? null : moment;
}

type NeedyProps = StopProps<ItemRow> & Readonly<{ workspace: string; writable: boolean }>;

/** What a person has to decide, to mend or to look at, with the answer given in its place. */
function Needy({ workspace, row, writable, found, place, tabStop }: NeedyProps) {
  const { item, key } = row;
  const { title, state, progress } = wordsOf(item);
  return (
    <div
      {...useRow(key, [title, state, progress], place, tabStop)}
      role="row"
      className={classNames(place.className, styles['needy'])}
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

/** What it is called. Where that takes several lines, a date is never in two of them. */
function Title({ item, title, found }: Readonly<{ item: WorkItem; title: string; found: readonly string[] }>) {
  const at = item.of === 'own' && item.workflow.date !== null ? title.lastIndexOf(' · ') + 3 : title.length;
  return (
    <>
      <VisibleText text={title.slice(0, at)} found={found} />
      <span className={styles['whole']}>
        <VisibleText text={title.slice(at)} found={found} />
      </span>
    </>
  );
}

function OneItem({ row, found, place, tabStop }: StopProps<ItemRow>) {
  const { item, key } = row;
  const { title, state, progress } = wordsOf(item);
  const isUnsaved = useWork(({ unsaved }) => item.of === 'own' && unsaved.has(item.workflow.id));
  const last = lastMomentOf(item);
  const today = useApp((app) => app.today);
  const kept = item.of === 'foreign' ? item.workflow.kept : null;
  const mark = isUnsaved ? 'Not saved yet' : kept?.isLast ? 'Only copy' : kept ? 'Kept' : '';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is useListCommands.
    <div
      {...useRow(key, [title, mark, state, progress], place, tabStop)}
      role="row"
      className={classNames(place.className, styles['workflow'])}
      onClick={() => openRow(row)}
    >
      <span role="gridcell" className={styles['title']} dir="auto">
        <VisibleText text={title} found={found} />
      </span>
      {mark !== '' && (
        <span role="gridcell" className={styles['mark']}>
          {mark}
        </span>
      )}
      <span role="gridcell" className={styles['progress']} dir="auto">
        <VisibleText text={progress} found={found} />
      </span>
      <span role="gridcell" className={styles['state']}>
        {state}
      </span>
      <span role="gridcell" className={styles['time']}>
        {last !== null && (
          <time dateTime={new Date(last).toISOString()} title={momentInWords(last)}>
            {ageInWords(dayOfMoment(last), today)}
          </time>
        )}
      </span>
    </div>
  );
}

/** A place where something was found, with what was searched for marked. */
function OneMatch({ row, found, place, tabStop }: StopProps<MatchRow>) {
  const { match, key } = row;
  const { text, where } = matchInWords(match);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is useListCommands.
    <div
      {...useRow(key, [where, text], place, tabStop)}
      role="row"
      className={classNames(place.className, styles['workflow'])}
      onClick={() => openRow(row)}
    >
      <span role="gridcell" className={styles['passage']} dir="auto">
        <VisibleText text={text} found={found} />
      </span>
      <span role="gridcell" className={styles['where']} dir="auto">
        <VisibleText text={where} />
      </span>
    </div>
  );
}
