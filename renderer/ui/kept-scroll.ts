import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

/** The topmost row in sight, and how far below the top of what scrolls it begins. */
type Place = { readonly key: string; readonly index: number; readonly below: number };

const places = new Map<string, Place>();

/**
 * Has a list begin where it was left under the same name.
 * @param isWhole whether all its rows are there; until then it may not be long enough for that
 */
export function useKeptScroll(name: string, virtual: Virtualizer<HTMLDivElement, Element>, isWhole = true): void {
  const returned = useRef<string | null>(null);
  useLayoutEffect(() => {
    const place = places.get(name);
    if (returned.current === name || virtual.scrollElement === null) {
      return;
    }
    // Whoever has scrolled meanwhile is where they want to be.
    if (place === undefined || virtual.scrollOffset !== 0) {
      returned.current = name;
      return;
    }
    const start = virtual.measurementsCache[rowOf(place, virtual)]?.start;
    if (isWhole && start !== undefined) {
      returned.current = name;
      virtual.scrollToOffset(start - place.below);
    }
  });
  useLayoutEffect(
    () => () => {
      if (returned.current !== name) {
        return;
      }
      const offset = virtual.scrollOffset ?? 0;
      const first = virtual.getVirtualItems().find(({ end }) => end > offset);
      if (offset === 0 || first === undefined) {
        places.delete(name);
      } else {
        places.set(name, { key: String(first.key), index: first.index, below: first.start - offset });
      }
    },
    [name, virtual],
  );
}

/** Where the row is by now; where it was, if it is there no longer. */
function rowOf(
  { key, index }: Place,
  { options: { count, getItemKey } }: Virtualizer<HTMLDivElement, Element>,
): number {
  const isIt = (row: number): boolean => String(getItemKey(row)) === key;
  if (index < count && isIt(index)) {
    return index;
  }
  for (let row = 0; row < count; row++) {
    if (isIt(row)) {
      return row;
    }
  }
  return index;
}
