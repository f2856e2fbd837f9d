import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useApp, writePreferences } from '../../api/app-store.ts';
import { latestWriters } from '../../api/context-store.ts';
import { focusRow } from '../../ui/focus-row.ts';
import { entryIdsIn, type ListItem, placeOf } from './list-rows.ts';
import { focusCursor, select, useReview } from './review-store.ts';
import { afterChange, nothingSelected } from './selection.ts';

/** Updates the selection with the list. If rows are not `current`, a missing one may still come. */
export function useSelectionFollows(rows: readonly ListItem[], current: boolean): void {
  const before = useRef(rows);
  const focusWasHere = useFocusWasIn('[role="grid"]');
  useLayoutEffect(() => {
    const previous = before.current;
    if (previous === rows || !current) {
      return;
    }
    before.current = rows;
    const { selection, editing } = useReview.getState();
    const next = afterChange(selection, entryIdsIn(previous), new Set(rows.map(({ id }) => id)));
    if (next.cursor !== selection.cursor || next.chosen.size !== selection.chosen.size) {
      select(next);
    }
    // A newly opened editor takes the focus itself.
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (focusWasHere.current && isLost && editing === null) {
      focusCursor();
    }
  }, [rows, current, focusWasHere]);
}

/** Clears the selection while the list is empty, so no key acts on a hidden entry. */
export function useNothingMeant(nothingShown: boolean): void {
  useLayoutEffect(() => {
    if (nothingShown) {
      select(nothingSelected);
    }
  }, [nothingShown]);
}

/**
 * Shows everything again once nothing is new or changed, or someone who comes back later would see an unexplained empty list.
 */
export function useAllOnceNothingIsNew(nothingIsNew: boolean): void {
  const isNarrowed = useApp(({ preferences }) => preferences.reviewFilters.marks);
  useEffect(() => {
    if (nothingIsNew && isNarrowed) {
      void writePreferences({ reviewFilters: { ...useApp.getState().preferences.reviewFilters, marks: false } });
    }
  }, [nothingIsNew, isNarrowed]);
}

/** True if the last focused element was inside the selector, even after it left the page. */
function useFocusWasIn(selector: string): RefObject<boolean> {
  const was = useRef(false);
  useEffect(() => {
    const note = ({ target }: Event): void => {
      was.current = target instanceof Element && target.closest(selector) !== null;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [selector]);
  return was;
}

/** Reveals and focuses the cursor's row when requested. If rows are not `current`, a missing one may still come. */
export function useFocusFollows(
  rows: readonly ListItem[],
  current: boolean,
  virtual: Virtualizer<HTMLDivElement, Element>,
): void {
  const turn = useReview((state) => state.focusTurn);
  const isSought = useReview((state) => state.isSought);
  const [answered, setAnswered] = useState(turn);
  useLayoutEffect(() => {
    // The scroller isn't known yet when a list is first laid out.
    if ((turn === answered && !isSought) || virtual.scrollElement === null) {
      return;
    }
    const { cursor } = useReview.getState().selection;
    const index = placeOf(rows, cursor);
    if (index === null && !current) {
      return;
    }
    if (current) {
      // Another list may come until then, and is shown from its top.
      setAnswered(turn);
      useReview.setState({ isSought: false });
    }
    if (index !== null) {
      bringIntoSight(virtual, index);
      // A dialog may open as soon as the entry is revealed; leave its focus alone.
      if (!isSought || !document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')) {
        focusRow(`[data-row="${CSS.escape(cursor ?? '')}"]`);
      }
    }
  });
}

/** Number of frames rows may take to reach their final height. */
const framesToSettle = 20;
const interrupts = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const;

/**
 * Scrolls to a row, and again if rows above it turn out higher than expected or a card appears above the list meanwhile. Stops
 * if the person scrolls.
 */
function bringIntoSight(virtual: Virtualizer<HTMLDivElement, Element>, index: number): void {
  virtual.scrollToIndex(index, { align: 'auto' });
  const stop = new AbortController();
  for (const event of interrupts) {
    window.addEventListener(event, () => stop.abort(), { signal: stop.signal, passive: true });
  }
  let frames = 0;
  const look = (): void => {
    const element = virtual.scrollElement;
    const place = virtual.measurementsCache[index];
    if (stop.signal.aborted || !element || !place || ++frames > framesToSettle) {
      stop.abort();
      return;
    }
    if (place.start < element.scrollTop || place.end > element.scrollTop + element.clientHeight) {
      virtual.scrollToIndex(index, { align: 'auto' });
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Scrolls to the top of a new list (another order, filter or search) once it is shown (`current`). */
export function useTopWhenListChanges(current: boolean, goToTop: () => void): void {
  const { reviewSort, reviewGroup, reviewFilters } = useApp((state) => state.preferences);
  const query = useReview((state) => state.query);
  const choice = JSON.stringify([reviewSort, reviewGroup, reviewFilters, query]);
  const before = useRef(choice);
  useLayoutEffect(() => {
    if (current && before.current !== choice) {
      before.current = choice;
      goToTop();
    }
  });
}

/** Keeps the current row in sight if the person's own change moved it, for example into another group. */
export function useMovedRowInSight(
  virtual: Virtualizer<HTMLDivElement, Element>,
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly ListItem[],
): void {
  const before = useRef<{ readonly item: ListItem; readonly inSight: boolean } | null>(null);
  useLayoutEffect(() => {
    const { cursor } = useReview.getState().selection;
    const index = placeOf(rows, cursor);
    const item = index === null ? undefined : rows[index];
    const element = scroller.current;
    const place = index === null ? undefined : virtual.measurementsCache[index];
    if (index === null || !item || !element || !place) {
      before.current = null;
      return;
    }
    const [from, to] = [element.scrollTop, element.scrollTop + element.clientHeight];
    const known = before.current;
    let inSight = place.start < to && place.end > from;
    if (!inSight && known?.inSight && known.item.id === item.id && known.item !== item && wroteLast()) {
      virtual.scrollToIndex(index, { align: 'auto' });
      inSight = true;
    }
    before.current = { item, inSight };
  });
}

/** True if the latest change is the person's own. */
const wroteLast = (): boolean => latestWriters().some(({ who }) => who === 'person');

type Place = { readonly id: string; readonly start: number };

/** Keeps the row being edited, or else the topmost one, where it is while rows and strips above come and go. */
export function useReadingPlace(
  virtual: Virtualizer<HTMLDivElement, Element>,
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly ListItem[],
  above: number,
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
    const place = before.current.find(({ id }) => placeOf(rows, id) !== null);
    const start = place && virtual.measurementsCache[placeOf(rows, place.id) ?? -1]?.start;
    if (place && start !== undefined && start !== place.start) {
      element.scrollTop += start - place.start;
    }
  }, [virtual, scroller, rows, above]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) {
      return;
    }
    const [from, to] = [element.scrollTop, element.scrollTop + element.clientHeight];
    const inSight = virtual.getVirtualItems().filter(({ start, end }) => start >= from && end <= to);
    before.current = inSight
      .map(({ key, start }) => ({ id: String(key), start }))
      .sort((a, b) => Number(b.id === editingId) - Number(a.id === editingId));
  });
}

/**
 * Keeps the reading place on the screen while cards above the list come and go, and keeps the current row in sight if the list
 * becomes lower, as when the bar for several entries appears below it.
 */
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
        keepAbove(now, cursorRow(element), element);
      }
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
}

function cursorRow(scroller: HTMLElement): Element | null {
  const { cursor } = useReview.getState().selection;
  return cursor === null ? null : scroller.querySelector(`[data-row="${CSS.escape(cursor)}"]`);
}

/** Scrolls up a row that is below the end of the list, but no further than its own beginning. */
function keepAbove({ top, bottom }: DOMRect, row: Element | null, scroller: HTMLElement): void {
  const at = row?.getBoundingClientRect();
  if (at && at.bottom > bottom) {
    scroller.scrollTop += Math.max(0, Math.min(at.bottom - bottom, at.top - top));
  }
}
