import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState } from 'react';
import { focusRow } from './focus-row.ts';

/**
 * Scrolls to the current row of a list and focuses it on each request.
 * @param turn number of requests so far
 * @param row index of the current row in the list; -1 if it is not there
 * @param selector selector of its element
 */
export function useCursorFocus(
  virtual: Virtualizer<HTMLDivElement, Element>,
  turn: number,
  row: number,
  selector: string,
): void {
  const [answered, setAnswered] = useState(0);
  useLayoutEffect(() => {
    // The scroller isn't known yet when a list is first laid out.
    if (turn === answered || virtual.scrollElement === null) {
      return;
    }
    setAnswered(turn);
    if (row >= 0) {
      virtual.scrollToIndex(row, { align: 'auto' });
      focusRow(selector);
    }
  });
}
