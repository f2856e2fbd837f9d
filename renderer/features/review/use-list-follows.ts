import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useApp, writePreferences } from '../../api/app-store.ts';
import { latestWriters } from '../../api/context-store.ts';
import { afterChange, nothingSelected } from '../../list/selection.ts';
import { entryIdsIn, type ListItem, rowPlace } from './list-layout.ts';
import { focusEntryCursor, select, useReview } from './review-store.ts';

/** Updates the selection with the list. Unless `isCurrent`, a missing one may still come. */
export function useSelectionFollows(rows: readonly ListItem[], isCurrent: boolean): void {
  const before = useRef(rows);
  const focusWasHere = useFocusWasIn('[role="grid"]');
  useLayoutEffect(() => {
    const previous = before.current;
    if (previous === rows || !isCurrent) {
      return;
    }
    before.current = rows;
    const { editing, ...selection } = useReview.getState();
    const next = afterChange(selection, entryIdsIn(previous), new Set(rows.map(({ key }) => key)));
    if (next.cursor !== selection.cursor || next.selected.size !== selection.selected.size) {
      select(next);
    }
    // A newly opened editor takes the focus itself.
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (focusWasHere.current && isLost && editing === null) {
      focusEntryCursor();
    }
  }, [rows, isCurrent, focusWasHere]);
}

/** Clears the selection while the list is empty, so no key acts on a hidden entry. */
export function useClearSelectionWhenEmpty(isEmpty: boolean): void {
  useLayoutEffect(() => {
    if (isEmpty) {
      select(nothingSelected);
    }
  }, [isEmpty]);
}

/** Shows everything again once nothing is new, or someone who comes back would see an unexplained empty list. */
export function useResetNewFilter(isNothingNew: boolean): void {
  const isNarrowed = useApp(({ preferences }) => preferences.reviewFilters.marks);
  useEffect(() => {
    if (isNothingNew && isNarrowed) {
      void writePreferences({ reviewFilters: { ...useApp.getState().preferences.reviewFilters, marks: false } });
    }
  }, [isNothingNew, isNarrowed]);
}

/** True if the last focused element was inside the selector, even after it left the page. */
function useFocusWasIn(selector: string): RefObject<boolean> {
  const was = useRef(false);
  useEffect(() => {
    const note = ({ target }: Event): void => {
      was.current = target instanceof Element && target.closest(selector) !== null;
    };
    const ended = new AbortController();
    document.addEventListener('focusin', note, { signal: ended.signal });
    document.addEventListener('pointerdown', note, { signal: ended.signal });
    return () => ended.abort();
  }, [selector]);
  return was;
}

/** Keeps the current row in sight if the person's own change moved it, for example into another group. */
export function useMovedRowInSight(
  virtual: Virtualizer<HTMLDivElement, Element>,
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly ListItem[],
): void {
  const before = useRef<{ readonly item: ListItem; readonly isInSight: boolean } | null>(null);
  useLayoutEffect(() => {
    const { cursor } = useReview.getState();
    const index = rowPlace(rows, cursor);
    const item = index === null ? undefined : rows[index];
    const element = scroller.current;
    const measured = index === null ? undefined : virtual.measurementsCache[index];
    if (index === null || !item || !element || !measured) {
      before.current = null;
      return;
    }
    const [from, to] = [element.scrollTop, element.scrollTop + element.clientHeight];
    const previous = before.current;
    let isInSight = measured.start < to && measured.end > from;
    if (
      !isInSight &&
      previous?.isInSight &&
      previous.item.key === item.key &&
      previous.item !== item &&
      isOwnChange()
    ) {
      virtual.scrollToIndex(index, { align: 'auto' });
      isInSight = true;
    }
    before.current = { item, isInSight };
  });
}

/** True if the latest change is the person's own. */
const isOwnChange = (): boolean => latestWriters().some(({ who }) => who === 'person');

type Place = { readonly id: string; readonly start: number };

/** Keeps the row being edited, or else the topmost one, where it is while rows and strips above come and go. */
export function useReadingPlace(
  virtual: Virtualizer<HTMLDivElement, Element>,
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly ListItem[],
  above: number | null,
  editingId: string | null,
): void {
  const before = useRef<readonly Place[]>([]);
  // Runs before the next effect takes down what is in sight now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: strips above move the rows as rows do.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || element.scrollTop === 0 || before.current.length === 0) {
      return;
    }
    const position = before.current.find(({ id }) => rowPlace(rows, id) !== null);
    const start = position && virtual.measurementsCache[rowPlace(rows, position.id) ?? -1]?.start;
    if (position && start !== undefined && start !== position.start) {
      element.scrollTop += start - position.start;
    }
  }, [virtual, scroller, rows, above]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || above === null) {
      return;
    }
    const [from, to] = [element.scrollTop, element.scrollTop + element.clientHeight];
    const inSight = virtual.getVirtualItems().filter(({ start, end }) => start >= from && end <= to);
    before.current = inSight
      .map(({ key, start }) => ({ id: String(key), start }))
      .sort((a, b) => Number(b.id === editingId) - Number(a.id === editingId));
  });
}

/** Keeps reading place and current row in sight while cards above the list, or the bar below it, come and go. */
export function useStaysInSight(scroller: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) {
      return;
    }
    let before = element.getBoundingClientRect();
    const observer = new ResizeObserver(() => {
      const now = element.getBoundingClientRect();
      const by = now.top - before.top;
      const row = cursorRow(element)?.getBoundingClientRect();
      const wasInSight = row !== undefined && row.top - by < before.bottom && row.bottom - by > before.top;
      before = now;
      if (element.scrollTop > 0) {
        element.scrollTop += by;
      }
      if (wasInSight) {
        scrollUpTo(now, cursorRow(element), element);
      }
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
}

function cursorRow(scroller: HTMLElement): Element | null {
  const { cursor } = useReview.getState();
  return cursor === null ? null : scroller.querySelector(`[data-row="${CSS.escape(cursor)}"]`);
}

/** Scrolls up a row that is below the end of the list, but no further than its own beginning. */
function scrollUpTo({ top, bottom }: DOMRect, row: Element | null, scroller: HTMLElement): void {
  const at = row?.getBoundingClientRect();
  if (at && at.bottom > bottom) {
    scroller.scrollTop += Math.max(0, Math.min(at.bottom - bottom, at.top - top));
  }
}
