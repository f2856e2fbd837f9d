import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useApp } from '../../api/app-store.ts';
import { placeOfRow } from '../../entries/row-place.ts';
import { focusRow } from '../../ui/focus-row.ts';
import { useKeptScroll } from '../../ui/kept-scroll.ts';
import styles from '../../ui/long-list.module.css';
import { longListIn, useMeasuredRows, useRemeasuredHeights } from '../../ui/row-heights.ts';
import { ConversationRowView } from './conversation-rows.tsx';
import type { ConversationRow } from './conversations-layout.ts';
import { useConversations } from './conversations-store.ts';

const dayHeight = 46;

/**
 * Conversations by day, or those in which something was found, with the passages.
 * @param isFound whether it is what a search found, so that no heading says the day
 */
export function ConversationList({ rows, isFound }: Readonly<{ rows: readonly ConversationRow[]; isFound: boolean }>) {
  const scroller = useRef<HTMLDivElement>(null);
  const density = useApp((state) => state.preferences.density);
  const cursor = useConversations((state) => state.cursor);
  const cursorRow = rows.findIndex(({ key }) => key === cursor);
  const firstConversation = rows.findIndex(({ kind }) => kind === 'conversation');
  const virtual = useVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.kind === 'day' ? dayHeight : density === 'compact' ? 28 : 36),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    ...longListIn(scroller, () => (cursorRow < 0 ? [] : [cursorRow])),
  });
  const measure = useMeasuredRows(virtual);
  useRemeasuredHeights(virtual, density);
  useKeptScroll(isFound ? 'found conversations' : 'conversations', virtual);
  useCursorFocus(rows, (row) => virtual.scrollToIndex(row, { align: 'auto' }));
  return (
    <div className={styles['scroller']} ref={scroller}>
      <div
        role="grid"
        aria-label="Conversations"
        aria-rowcount={rows.length}
        className={styles['grid']}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <ConversationRowView
                key={key}
                row={row}
                isDated={isFound}
                tabStop={index === (cursorRow < 0 ? firstConversation : cursorRow)}
                place={placeOfRow(measure, index, start, styles['row'])}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** Brings the cursor's row into sight and focuses it each time that is asked for. */
function useCursorFocus(rows: readonly ConversationRow[], reveal: (row: number) => void): void {
  const turn = useConversations((state) => state.focusTurn);
  const [answered, setAnswered] = useState(0);
  useLayoutEffect(() => {
    if (turn === answered) {
      return;
    }
    setAnswered(turn);
    const { cursor } = useConversations.getState();
    const row = rows.findIndex(({ key }) => key === cursor);
    if (row >= 0) {
      reveal(row);
      focusRow('[data-conversation][tabindex="0"]');
    }
  });
}
