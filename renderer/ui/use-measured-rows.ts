import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Measures the rows of a list as they come, the lowest first. Rows above what is in sight move all that follows if they
 * are taller than was thought, and each that comes after one of them has the places of all rows worked out once more.
 *
 * @returns what every row is given as its `ref`
 */
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
