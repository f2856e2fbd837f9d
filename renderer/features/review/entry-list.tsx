import { type ComponentProps, type MouseEvent, type ReactNode, type RefObject, useCallback, useRef } from 'react';
import { useApp } from '../../api/app-store.ts';
import { isAsLastRead, type ReadyContext } from '../../api/context-store.ts';
import { loadedPart } from '../../api/loaded-part.tsx';
import { sayReadOnly } from '../../entries/read-only.ts';
import { ListView, type RowStop, rowUnder } from '../../list/list-view.tsx';
import { pickOnly } from '../../list/selection.ts';
import { useList } from '../../list/use-list.ts';
import { Later } from '../../ui/later.tsx';
import { EntryRow } from './entry-row.tsx';
import { type ListItem, rowPlace } from './list-layout.ts';
import { ArchivedRow, FoldedGroup, MoreArchivedRow, NotUnderstoodRow, WaterlineRow } from './other-rows.tsx';
import { edit, openSheet, select, useReview } from './review-store.ts';
import { useMovedRowInSight, useReadingPlace, useSelectionFollows, useStaysInSight } from './use-list-follows.ts';
import type { ShownList } from './use-review-list.ts';

const EntryMenu = loadedPart(() => import('./entry-menu.tsx'), 'EntryMenu');

type EntryListProps = Readonly<{
  context: ReadyContext;
  list: ShownList;
  writable: boolean;
  above: ReactNode;
  below: ReactNode;
}>;

/** Entries as a grid; only the rows in sight are in the page. */
export function EntryList({ context, list, writable, above, below }: EntryListProps) {
  const { today } = context.summary;
  const { rows, isCurrent, unread, waterline } = list;
  const { reviewSort, reviewGroup, reviewFilters } = useApp((state) => state.preferences);
  const query = useReview((state) => state.query);
  const editingId = useReview((state) => state.editing?.id ?? null);
  const editedRow = rowPlace(rows, editingId);
  const ranks = waterline.near || reviewSort === 'leaving' ? waterline.ranks : null;
  const view = useList({
    label: 'Entries',
    name: `review ${context.workspace}`,
    store: useReview,
    rows,
    isStop: ({ kind }) => kind === 'entry',
    heightOf: ({ kind }) => (kind === 'group' ? 46 : kind === 'subgroup' ? 28 : null),
    levelOf: ({ kind }) => (kind === 'group' ? 2 : kind === 'subgroup' ? 3 : null),
    isCurrent,
    isWhole: context.complete && isCurrent,
    choice: JSON.stringify([reviewSort, reviewGroup, reviewFilters, query]),
    pinned: editedRow === null ? [] : [editedRow],
  });
  const { virtual, scroller } = view;
  useSelectionFollows(rows, isCurrent);
  useReadingPlace(virtual, scroller, rows, view.above, editingId);
  useStaysInSight(scroller);
  useMovedRowInSight(virtual, scroller, rows);
  const grid = useRef<HTMLDivElement>(null);
  const early = useRef<Event>(null);

  const draw = useCallback(
    (item: ListItem, stop: RowStop) => {
      switch (item.kind) {
        case 'group':
        case 'subgroup':
          return <FoldedGroup item={item} stop={stop} />;
        case 'waterline':
          return <WaterlineRow text={item.text} stop={stop} />;
        case 'entry': {
          const { entry } = item;
          const rank = ranks?.get(entry.id) ?? null;
          return (
            <EntryRow
              entry={entry}
              stop={stop}
              today={today}
              rank={rank}
              unread={unread.has(entry.id)}
              writable={writable}
            />
          );
        }
        case 'not-understood':
          return <NotUnderstoodRow line={item.line} text={item.text} stop={stop} />;
        case 'archived':
          return <ArchivedRow entry={item.entry} stop={stop} />;
        case 'more-archived':
          return <MoreArchivedRow count={item.count} stop={stop} />;
      }
    },
    [today, ranks, unread, writable],
  );
  return (
    <>
      <ListView
        list={view}
        above={above}
        below={below}
        isDimmed={isAsLastRead(context.summary)}
        grid={{ ref: grid, ...pressesOn(view, writable, early) }}
      >
        {draw}
      </ListView>
      {rows.length > 0 && (
        <Later>
          <EntryMenu grid={grid} early={early} list={list} writable={writable} />
        </Later>
      )}
    </>
  );
}

/** Answers presses on entries, besides those that select. @param early receives a press that asks for the menu before it is loaded */
function pressesOn(
  view: ReturnType<typeof useList<ListItem>>,
  writable: boolean,
  early: RefObject<Event | null>,
): ComponentProps<'div'> {
  return {
    onDoubleClick: (event) => {
      const item = rowUnder(event, view);
      if (item?.kind === 'entry') {
        openSheet(false);
        writable ? void edit(item.entry) : sayReadOnly();
      }
    },
    onClickCapture: stopAccidentalClick,
    onContextMenuCapture: (event) => {
      const item = rowUnder(event, view);
      if (item?.kind !== 'entry') {
        event.stopPropagation();
      } else if (!useReview.getState().selected.has(item.key)) {
        select(pickOnly(item.key));
      }
    },
    // Reached only until the menu is loaded, which then opens.
    onContextMenu: (event) => {
      event.preventDefault();
      early.current = event.nativeEvent;
    },
  };
}

/** Time after a click, or after its target has gone, within which another click at the same place may be meant for that. */
const sameClickMs = 2000;
let lastClick = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY };

// Saving may take a while: until it has ended, Save is where the next row will be.
useReview.subscribe(({ editing }, before) => {
  if (editing === null && before.editing !== null && Number.isFinite(lastClick.at)) {
    lastClick.at = performance.now();
  }
});

/** Stops a second click on something gone, such as Save: the next row has moved there. One icon, row after row, works. */
function stopAccidentalClick(event: MouseEvent): void {
  const { clientX: x, clientY: y, timeStamp: at, detail, target } = event;
  const isInActions = target instanceof Element && target.closest('[data-row-actions]') !== null;
  const isAgain = detail > 0 && at - lastClick.at < sameClickMs && Math.hypot(x - lastClick.x, y - lastClick.y) < 4;
  if (isInActions && isAgain) {
    event.stopPropagation();
    event.preventDefault();
  } else if (detail > 0) {
    lastClick = { x, y, at: isInActions ? Number.NEGATIVE_INFINITY : at };
  }
}
