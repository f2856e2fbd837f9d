import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { useApp } from '../../api/app-store.ts';
import { placeOfRow, type RowPlace } from '../../entries/row-place.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { focusRow } from '../../ui/focus-row.ts';
import { useKeptScroll } from '../../ui/kept-scroll.ts';
import list from '../../ui/long-list.module.css';
import { longListIn, useMeasuredRows, useRemeasuredHeights } from '../../ui/row-heights.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import { Questions } from './needs-you.tsx';
import { isStop, type WorkRow } from './work-layout.ts';
import styles from './work-rows.module.css';
import { openWorkflow, useWork } from './work-store.ts';
import { progressInWords, statusNames, titleOf } from './work-words.ts';

const headingHeight = 46;
const needyHeight = 160;

type WorkRowsProps = Readonly<{ workspace: string; rows: readonly WorkRow[]; writable: boolean }>;

export function WorkRows({ workspace, rows, writable }: WorkRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const density = useApp((state) => state.preferences.density);
  const cursor = useWork((state) => state.cursor);
  const cursorRow = rows.findIndex(({ key }) => key === cursor);
  const firstStop = rows.findIndex(isStop);
  const heights = { heading: headingHeight, needy: needyHeight, workflow: density === 'compact' ? 28 : 36 };
  const virtual = useVirtualizer({
    count: rows.length,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'workflow'],
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    ...longListIn(scroller, () => (cursorRow < 0 ? [] : [cursorRow])),
  });
  const measure = useMeasuredRows(virtual);
  useRemeasuredHeights(virtual, density);
  useKeptScroll(`work ${workspace}`, virtual);
  useCursorFocus(rows, (row) => virtual.scrollToIndex(row, { align: 'auto' }));
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

/** Brings the cursor's row into sight and focuses it each time that is asked for. */
function useCursorFocus(rows: readonly WorkRow[], reveal: (row: number) => void): void {
  const turn = useWork((state) => state.focusTurn);
  const [answered, setAnswered] = useState(0);
  useLayoutEffect(() => {
    if (turn === answered) {
      return;
    }
    setAnswered(turn);
    const { cursor } = useWork.getState();
    const row = rows.findIndex(({ key }) => key === cursor);
    if (row >= 0) {
      reveal(row);
      focusRow('[data-workflow][tabindex="0"]');
    }
  });
}

type RowProps = Readonly<{ workspace: string; row: WorkRow; writable: boolean; place: RowPlace; tabStop: boolean }>;

function WorkRowView({ workspace, row, writable, place, tabStop }: RowProps) {
  switch (row.kind) {
    case 'heading':
      return (
        <div {...place} role="row" className={classNames(place.className, styles['group'])}>
          <div role="gridcell" className={styles['heading']}>
            <h2>{row.title}</h2>
            <span className="count">{countInWords(row.count)}</span>
          </div>
        </div>
      );
    case 'needy':
      return <Needy workspace={workspace} row={row} writable={writable} place={place} tabStop={tabStop} />;
    case 'workflow':
      return <OneWorkflow row={row} place={place} tabStop={tabStop} />;
  }
}

type Stop = Exclude<WorkRow, { kind: 'heading' }>;

/** What all rows of workflows have, whatever they show. */
function useRow({ key, workflow }: Stop, place: RowPlace, tabStop: boolean) {
  const isCurrent = useWork(({ cursor }) => cursor === key);
  const said = [titleOf(workflow), statusNames[workflow.status], progressInWords(workflow)];
  return {
    ...place,
    'aria-label': nameHidden(said.filter(Boolean).join(', ')),
    'aria-selected': isCurrent,
    'data-workflow': true,
    'data-status': workflow.status,
    tabIndex: tabStop ? 0 : -1,
  };
}

type StopProps = Readonly<{ row: Stop; place: RowPlace; tabStop: boolean }>;

/** What a person has to decide, to mend or to look at, with the answer given in its place. */
function Needy({
  workspace,
  row,
  writable,
  place,
  tabStop,
}: StopProps & Readonly<{ workspace: string; writable: boolean }>) {
  const { workflow, key } = row;
  return (
    <div
      {...useRow(row, place, tabStop)}
      role="row"
      className={classNames(place.className, styles['needy'])}
      onFocus={() => useWork.setState({ cursor: key })}
    >
      <div role="gridcell" className={styles['card']} data-status={workflow.status}>
        <div className={styles['cardHead']}>
          <div className={styles['about']}>
            <h3 dir="auto">
              <VisibleText text={titleOf(workflow)} />
            </h3>
            <p className="detail">
              {statusNames[workflow.status]} · <VisibleText text={progressInWords(workflow)} />
            </p>
          </div>
          <Button onClick={() => openWorkflow(workflow.id, key)}>Open</Button>
        </div>
        <Questions workspace={workspace} workflow={workflow} writable={writable} />
      </div>
    </div>
  );
}

function OneWorkflow({ row, place, tabStop }: StopProps) {
  const { workflow, key } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is useListCommands.
    <div
      {...useRow(row, place, tabStop)}
      role="row"
      className={classNames(place.className, styles['workflow'])}
      onClick={() => openWorkflow(workflow.id, key)}
    >
      <span role="gridcell" className={styles['title']} dir="auto">
        <VisibleText text={titleOf(workflow)} />
      </span>
      <span role="gridcell" className={styles['progress']} dir="auto">
        <VisibleText text={progressInWords(workflow)} />
      </span>
      <span role="gridcell" className={styles['state']}>
        {statusNames[workflow.status]}
      </span>
      <span role="gridcell" className={styles['time']}>
        <time dateTime={new Date(workflow.changedAt).toISOString()}>{momentInWords(workflow.changedAt)}</time>
      </span>
    </div>
  );
}
