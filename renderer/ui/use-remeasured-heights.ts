import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';

/**
 * Measures the rows of a list again when something changes that changes all their heights. Forgetting the heights alone
 * would not do: rows that stay in the page are told of only when they change their size later, and until then all that
 * follows would be placed by estimates, one row over the other.
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
