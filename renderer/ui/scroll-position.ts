import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

/** Topmost visible row, and its distance below the top of the scroller. */
type Place = { readonly key: string; readonly index: number; readonly below: number };

const positions = new Map<string, Place>();

/** Starts a list where it was left under the same name. @param isWhole false while more rows load, and it may be too short */
export function useScrollPosition(name: string, virtual: Virtualizer<HTMLDivElement, Element>, isWhole = true): void {
  const returned = useRef<string | null>(null);
  useLayoutEffect(() => {
    const position = positions.get(name);
    if (returned.current === name || virtual.scrollElement === null) {
      return;
    }
    // Someone who has scrolled meanwhile is where they want to be.
    if (position === undefined || virtual.scrollOffset !== 0) {
      returned.current = name;
      return;
    }
    const start = virtual.measurementsCache[rowOf(position, virtual)]?.start;
    if (isWhole && start !== undefined) {
      returned.current = name;
      virtual.scrollToOffset(start - position.below);
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
        positions.delete(name);
      } else {
        positions.set(name, { key: String(first.key), index: first.index, below: first.start - offset });
      }
    },
    [name, virtual],
  );
}

/** Present row of the place; its former index, if the row is gone. */
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
