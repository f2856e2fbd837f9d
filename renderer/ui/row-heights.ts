import { defaultRangeExtractor, type Range, type Virtualizer } from '@tanstack/react-virtual';
import { type RefCallback, type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react';

/** What the long lists have in common. Rows that are `kept` stay in the page wherever one scrolls. */
export const longListIn = (scroller: RefObject<HTMLDivElement | null>, kept: (range: Range) => readonly number[]) => ({
  getScrollElement: () => scroller.current,
  overscan: 6,
  scrollPaddingStart: 8,
  scrollPaddingEnd: 40,
  useFlushSync: false,
  rangeExtractor: (range: Range) =>
    [...new Set([...kept(range), ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
});

/**
 * Measures all rows again when their heights change. Forgetting the heights is not enough: rows that stay report only
 * later changes, so rows would be placed by estimates, one over the other.
 */
export function useRemeasuredHeights(virtual: Virtualizer<HTMLDivElement, Element>, reason: unknown): void {
  const before = useRef(reason);
  // What scrolls may stand further out and is known only after the first drawing; without a second, no row would be.
  const [, drawAgain] = useReducer((drawn: number) => drawn + 1, 0);
  useEffect(drawAgain, []);
  useLayoutEffect(() => {
    if (before.current === reason) {
      return;
    }
    before.current = reason;
    virtual.measure();
    for (const row of virtual.elementsCache.values()) {
      virtual.measureElement(row);
    }
  }, [virtual, reason]);
}

/** The `ref` of each row. Measures new rows, the lowest first: from the top, each would place all rows again. */
export function useMeasuredRows(virtual: Virtualizer<HTMLDivElement, Element>): RefCallback<Element> {
  const come = useRef<Element[]>([]);
  useLayoutEffect(() => {
    for (const row of come.current.splice(0).reverse()) {
      virtual.measureElement(row);
    }
  });
  return useCallback(
    (row) => {
      if (row) {
        come.current.push(row);
      } else {
        virtual.measureElement(null);
      }
    },
    [virtual],
  );
}
