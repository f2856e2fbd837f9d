import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useRef } from 'react';
import { useApp } from '../../api/app-store.ts';
import { placeOfRow } from '../../entries/row-place.ts';
import { useCursorFocus } from '../../ui/cursor-focus.ts';
import { useKeptScroll } from '../../ui/kept-scroll.ts';
import styles from '../../ui/long-list.module.css';
import { longListIn, useMeasuredRows, useRemeasuredHeights } from '../../ui/row-heights.ts';
import { ConversationRowView } from './conversation-rows.tsx';
import type { ConversationRow } from './conversations-layout.ts';
import { useConversations } from './conversations-store.ts';

const dayHeight = 46;

type ConversationListProps = Readonly<{
  rows: readonly ConversationRow[];
  isFound: boolean;
  /** What stands below the last of them. */
  children: ReactNode;
}>;

/**
 * Conversations by day, or those in which something was found, with the passages.
 * @param isFound whether it is what a search found, so that no heading says the day
 */
export function ConversationList({ rows, isFound, children }: ConversationListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const density = useApp((state) => state.preferences.density);
  const cursor = useConversations((state) => state.cursor);
  const focusTurn = useConversations((state) => state.focusTurn);
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
  useCursorFocus(virtual, focusTurn, cursorRow, '[data-conversation][tabindex="0"]');
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
      {children}
    </div>
  );
}
