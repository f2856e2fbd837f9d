import { type MouseEvent, type RefObject, useCallback, useMemo, useRef } from 'react';
import { useApp } from '../../api/app-store.ts';
import { lazyPart } from '../../api/lazy-part.tsx';
import { sayReadOnly } from '../../entries/read-only.ts';
import { inBox } from '../../list/row-place.ts';
import { useKeptScroll } from '../../ui/kept-scroll.ts';
import { Later } from '../../ui/later.tsx';
import styles from '../../ui/long-list.module.css';
import { useVirtualRows } from '../../ui/virtual-rows.ts';
import { ListRow } from './list-row.tsx';
import type { HeadingPlace, ListRows } from './list-rows.ts';
import { edit, openSheet, select, useReview } from './review-store.ts';
import { extendTo, pickOnly, toggleChosen, toggleThrough } from './selection.ts';
import {
  useFocusFollows,
  useMovedRowInSight,
  useReadingPlace,
  useSelectionFollows,
  useStaysInSight,
  useTopWhenListChanges,
} from './use-list-follows.ts';
import type { ShownList } from './use-review-list.ts';

const EntryMenu = lazyPart(() => import('./entry-menu.tsx'), 'EntryMenu');

type EntryListProps = Readonly<{
  workspace: string;
  /** False while more entries are loading. */
  isWhole: boolean;
  list: ShownList;
  today: string;
  writable: boolean;
  dimmed: boolean;
  scroller: RefObject<HTMLDivElement | null>;
  /** Height of the content above the list in the scroller. */
  above: number;
}>;

/** Entries as a grid; only the rows in sight are in the page. */
export function EntryList({ workspace, isWhole, list, today, writable, dimmed, scroller, above }: EntryListProps) {
  const { rows, order } = list;
  const { density, reviewSort } = useApp((state) => state.preferences);
  const ranked = list.waterline.near || reviewSort === 'leaving';
  const cursor = useReview((state) => state.selection.cursor);
  const editingId = useReview((state) => state.editing?.id ?? null);
  const pinned = useKeptRows(rows, cursor, editingId, order[0] ?? null);
  // Height by row; exact, since each wrong height makes all rows below it move.
  const heights = useMemo(
    () => new Map(rows.headings.map(({ index, kind }) => [index, kind === 'group' ? 45 : 32])),
    [rows],
  );
  const row = density === 'compact' ? 28 : 36;
  const { virtual, measure } = useVirtualRows({
    count: rows.length,
    heightOf: (index) => heights.get(index) ?? row,
    keyOf: useCallback((index: number) => rows.ids[index] ?? index, [rows]),
    // Used until the list has been laid out; otherwise rows appear a frame later.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin: above,
    // The headings above what is in sight too.
    kept: ({ startIndex }) => [...pinned, ...headingsAt(rows.headings, startIndex)],
    measuredBy: density,
    scrollIn: scroller,
  });

  useKeptScroll(`review ${workspace}`, virtual, isWhole);
  useSelectionFollows(rows, list.current);
  useReadingPlace(virtual, scroller, rows, above, editingId);
  useStaysInSight(scroller);
  useMovedRowInSight(virtual, scroller, rows);
  useTopWhenListChanges(list.current, () => virtual.scrollToOffset(0));
  useFocusFollows(rows, list.current, virtual);

  const grid = useRef<HTMLDivElement>(null);
  const early = useRef<Event>(null);
  const { press, pressTwice, pressRight } = pressesOn(list, writable);

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is useReviewCommands. */}
      <div
        ref={grid}
        role="grid"
        aria-label="Entries"
        aria-multiselectable="true"
        aria-rowcount={rows.length}
        className={styles['grid']}
        data-dimmed={dimmed || undefined}
        style={{ height: virtual.getTotalSize() }}
        onClick={press}
        onDoubleClick={pressTwice}
        onClickCapture={stopUnmeant}
        onContextMenuCapture={pressRight}
        // Reached only until the menu is loaded, which then opens.
        onContextMenu={(event) => {
          event.preventDefault();
          early.current = event.nativeEvent;
        }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const item = rows.at(index);
          return (
            item && (
              <ListRow
                key={item.id}
                ref={measure}
                item={item}
                index={index}
                top={start - above}
                today={today}
                rank={ranked ? (list.waterline.ranks.get(item.id) ?? null) : null}
                tabStop={item.id === (cursor ?? order[0])}
                unread={list.unread.has(item.id)}
                writable={writable}
              />
            )
          );
        })}
      </div>
      <Later>
        <EntryMenu grid={grid} early={early} list={list} writable={writable} />
      </Later>
    </>
  );
}

function pressesOn({ order, byId }: ShownList, writable: boolean) {
  const press = (event: MouseEvent): void => {
    const id = rowIdOf(event.target);
    const isBox = inBox(event.target);
    if (id === null || !byId.has(id) || (inControl(event.target) && !isBox)) {
      return;
    }
    const { selection } = useReview.getState();
    if (isBox) {
      select(event.shiftKey ? toggleThrough(selection, id, order) : toggleChosen(selection, id));
      // The actions for several are below the list, and the details would cover them.
      openSheet(false);
    } else if (event.shiftKey) {
      select(extendTo(selection, id, order));
    } else if (event.ctrlKey || event.metaKey) {
      select(toggleChosen(selection, id, true));
    } else {
      select(pickOnly(id));
      openSheet(true);
    }
  };
  const pressTwice = (event: MouseEvent): void => {
    const entry = byId.get(rowIdOf(event.target) ?? '');
    if (entry && !inControl(event.target)) {
      openSheet(false);
      writable ? edit(entry) : sayReadOnly();
    }
  };
  const pressRight = (event: MouseEvent): void => {
    const id = rowIdOf(event.target);
    const { selection } = useReview.getState();
    if (id === null || !byId.has(id) || inControl(event.target)) {
      event.stopPropagation();
    } else if (!selection.chosen.has(id)) {
      select(pickOnly(id));
    }
  };
  return { press, pressTwice, pressRight };
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

/**
 * Stops a second click on something that is gone, such as Save: the next row has moved under the pointer, with its icons.
 * Clicking the same icon row after row still works.
 */
function stopUnmeant(event: MouseEvent): void {
  const { clientX: x, clientY: y, timeStamp: at, detail, target } = event;
  const inActions = target instanceof Element && target.closest('[data-row-actions]') !== null;
  const isAgain = detail > 0 && at - lastClick.at < sameClickMs && Math.hypot(x - lastClick.x, y - lastClick.y) < 4;
  if (inActions && isAgain) {
    event.stopPropagation();
    event.preventDefault();
  } else if (detail > 0) {
    lastClick = { x, y, at: inActions ? Number.NEGATIVE_INFINITY : at };
  }
}

/** Rows kept in the page out of sight: the focused one and the one being edited. */
function useKeptRows(
  rows: ListRows,
  cursor: string | null,
  edited: string | null,
  first: string | null,
): readonly number[] {
  return useMemo(() => {
    const ids = [cursor, edited, first].filter((id) => id !== null);
    return ids.flatMap((id) => rows.placeOf(id) ?? []);
  }, [rows, cursor, edited, first]);
}

/** Headings above a row: they stay in the page, so that the outline makes sense anywhere. */
function headingsAt(headings: readonly HeadingPlace[], row: number): readonly number[] {
  const group = headings.findLast(({ index, kind }) => index <= row && kind === 'group');
  const subgroup = headings.findLast(({ index, kind }) => index <= row && kind === 'subgroup');
  if (group === undefined) {
    return [];
  }
  return subgroup && subgroup.index > group.index ? [group.index, subgroup.index] : [group.index];
}

function rowIdOf(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null) : null;
}

/** Buttons and fields in a row handle their own clicks. */
function inControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, input, textarea, label') !== null;
}
