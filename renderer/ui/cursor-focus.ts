import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState } from 'react';
import { focusRow } from './focus-row.ts';

/**
 * Brings the current row of a list into sight and focuses it each time that is asked for.
 * @param turn how often it has been asked for
 * @param row where the current row is in the list; -1 if it is not there
 * @param selector what its element matches
 */
export function useCursorFocus(
  virtual: Virtualizer<HTMLDivElement, Element>,
  turn: number,
  row: number,
  selector: string,
): void {
  const [answered, setAnswered] = useState(0);
  useLayoutEffect(() => {
    // When a list is first laid out, what scrolls it isn't known yet.
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
