import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ListRows } from './list-rows.ts';

type Place = { readonly id: string; readonly start: number };

/** Keeps the row being edited, or else the topmost one, where it is while rows and strips above come and go. */
export function useReadingPlace(
  virtual: Virtualizer<HTMLDivElement, Element>,
  scroller: RefObject<HTMLDivElement | null>,
  rows: ListRows,
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
    const place = before.current.find(({ id }) => rows.placeOf(id) !== undefined);
    const start = place && virtual.measurementsCache[rows.placeOf(place.id) ?? -1]?.start;
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
