import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { focusRow } from '../ui/focus-row.ts';
import type { ListStore, RowKey } from './list-state.ts';

type CursorFocus<Key extends RowKey> = {
  readonly store: ListStore<Key>;
  readonly virtual: Virtualizer<HTMLDivElement, Element>;
  /** Index of the cursor's row; -1 if it is not there. */
  readonly row: number;
  /** False while other rows are being worked out, among which a missing one may be. */
  readonly isCurrent: boolean;
  readonly selector: string;
};

/** Scrolls to the cursor's row and focuses it on each request, once it is loaded. */
export function useCursorFocus<Key extends RowKey>(options: CursorFocus<Key>): void {
  const { store, virtual, row, isCurrent, selector } = options;
  const turn = store((state) => state.focusTurn);
  const isSought = store((state) => state.isSought);
  const [answered, setAnswered] = useState(isSought === undefined ? 0 : turn);
  /** Element with the focus at the time a row was to get it that is still loading. */
  const waiting = useRef<Element | null>(null);
  useLayoutEffect(() => {
    // The scroller isn't known yet when a list is first laid out.
    if (virtual.scrollElement === null) {
      return;
    }
    if ((turn !== answered || isSought) && (row >= 0 || isCurrent)) {
      if (isCurrent) {
        // Another list may come until then, and is shown from its top.
        setAnswered(turn);
        isSought && store.setState({ isSought: false });
      }
      if (row >= 0) {
        bringIntoSight(virtual, row);
        waiting.current = document.querySelector(selector) ? null : document.activeElement;
        // A dialog may open as soon as the row is revealed; leave its focus alone.
        if (!isSought || !document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')) {
          focusRow(selector);
        }
      }
    } else if (waiting.current && document.querySelector(selector)) {
      const { activeElement } = document;
      // The view's heading catches the focus of a row that was removed before this one was loaded.
      if (activeElement === waiting.current || activeElement === document.body || activeElement?.matches('h1')) {
        focusRow(selector);
      }
      waiting.current = null;
    }
  });
}

/** Number of frames rows may take to reach their final height. */
const framesToSettle = 20;
const interrupts = ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const;

/** Scrolls to a row, and again if rows above it turn out higher than expected or a card appears above the list meanwhile. */
function bringIntoSight(virtual: Virtualizer<HTMLDivElement, Element>, index: number): void {
  virtual.scrollToIndex(index, { align: 'auto' });
  settleOn(virtual, () => {
    const element = virtual.scrollElement;
    const item = virtual.measurementsCache[index];
    const isOff =
      element && item && (item.start < element.scrollTop || item.end > element.scrollTop + element.clientHeight);
    return isOff ? index : null;
  });
}

/** Scrolls on for some frames while a row, null if there is none, is out of sight; not if the person scrolls. */
export function settleOn(virtual: Virtualizer<HTMLDivElement, Element>, rowOutOfSight: () => number | null): void {
  const stop = new AbortController();
  for (const event of interrupts) {
    window.addEventListener(event, () => stop.abort(), { signal: stop.signal, passive: true });
  }
  let frames = 0;
  const look = (): void => {
    if (stop.signal.aborted || virtual.scrollElement === null || ++frames > framesToSettle) {
      stop.abort();
      return;
    }
    const row = rowOutOfSight();
    if (row !== null) {
      virtual.scrollToIndex(row, { align: 'auto' });
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
