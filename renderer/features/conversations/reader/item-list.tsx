import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../../api/app-store.ts';
import { settleOn } from '../../../list/cursor-focus.ts';
import { placeOfRow } from '../../../list/row-place.ts';
import styles from '../../../ui/long-list.module.css';
import { useVirtualRows } from '../../../ui/virtual-rows.ts';
import type { OpenedConversation } from '../conversations-store.ts';
import { callNames } from './blocks.ts';
import { ItemView } from './item-view.tsx';
import type { ItemWindow } from './item-window.ts';
import { itemRows } from './item-window.ts';
import type { ConversationReading } from './reading.ts';

type ItemListProps = Readonly<{
  reading: ConversationReading;
  window: ItemWindow;
  conversation: OpenedConversation;
  rewound: ReadonlySet<number>;
}>;

/** Rows from the end of the loaded part at which more is loaded. */
const loadMoreWithin = 10;
const estimatedHeight = 72;

/** Loaded part of a conversation. Loads more in both directions before the person scrolls that far. */
export function ItemList({ reading, window, conversation, rewound }: ItemListProps) {
  const density = useApp((state) => state.preferences.density);
  const { cursor, open, query, modelView } = useStore(reading.store);
  const { items, before, after } = window;
  const rows = useMemo(() => itemRows(items), [items]);
  const toolNames = useMemo(() => callNames(items), [items]);
  const words = useMemo(() => [query.trim().toLowerCase()].filter(Boolean), [query]);
  const cursorRow = items.findIndex(({ at }) => at === cursor);
  const { virtual, scroller, measure } = useVirtualRows({
    count: rows.length,
    heightOf: () => estimatedHeight,
    keyOf: useCallback((index: number) => items[index]?.at ?? index, [items]),
    // Items added before those in sight don't move them, and the end stays in sight.
    anchorTo: 'end',
    followOnAppend: after === null,
    scrollEndThreshold: 40,
    kept: () => (cursorRow < 0 ? [] : [cursorRow]),
    measuredBy: density,
  });
  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 0;
  const isRevealed = useRevealed(reading, items, virtual);
  useEffect(() => {
    if (!isRevealed || virtual.range === null) {
      return;
    }
    if (before !== null && first < loadMoreWithin) {
      void reading.loadMore('back');
    } else if (after !== null && last >= items.length - loadMoreWithin) {
      void reading.loadMore('forward');
    }
  }, [reading, virtual, isRevealed, before, after, first, last, items]);
  return (
    <div className={styles['scroller']} ref={scroller}>
      <div
        role="feed"
        aria-label="What was said"
        aria-busy={false}
        className={styles['grid']}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <ItemView
                key={key}
                row={row}
                conversation={conversation.id}
                assistant={conversation.assistant}
                tools={toolNames}
                fate={modelView?.fates.get(row.item.at) ?? null}
                seenFrom={modelView?.seenFrom?.at === row.item.at ? modelView.seenFrom : null}
                isRewound={rewound.has(row.item.at)}
                open={open}
                found={words}
                isCurrent={index === cursorRow}
                tabStop={index === (cursorRow < 0 ? 0 : cursorRow)}
                place={placeOfRow(measure, index, start, styles['row'])}
                onToggle={reading.toggle}
                onPress={reading.press}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** Scrolls to the cursor's item and focuses it on each request. True when done: loading earlier would move it. */
function useRevealed(reading: ConversationReading, items: ItemWindow['items'], virtual: Virtual): boolean {
  const reveal = useStore(reading.store, (state) => state.reveal);
  const [answered, setAnswered] = useState<object | null>(null);
  const requested = useRef<object | null>(null);
  const focused = useRef<object | null>(null);
  const focusedBefore = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const { cursor } = reading.store.getState();
    if (requested.current !== reveal) {
      focusedBefore.current = document.activeElement;
    }
    if (reveal.focus && focused.current !== reveal && focusItem(cursor, focusedBefore.current)) {
      focused.current = reveal;
    }
    if (answered === reveal || virtual.scrollElement === null) {
      return;
    }
    const row = items.findIndex(({ at }) => at === cursor);
    if (row < 0 || isInSight(row, virtual)) {
      setAnswered(reveal);
      // Items that load now, and heights measured late, may move it again.
      settleOn(virtual, () => {
        const now = reading.store.getState();
        const moved = now.window?.items.findIndex(({ at }) => at === now.cursor) ?? -1;
        return now.reveal !== reveal || moved < 0 || isInSight(moved, virtual) ? null : moved;
      });
    } else if (requested.current !== reveal || !virtual.isScrolling) {
      // Measuring the heights above may have moved it again.
      virtual.scrollToIndex(row, { align: row === items.length - 1 ? 'end' : 'start' });
    }
    requested.current = reveal;
  });
  return answered === reveal;
}

/**
 * Focuses an item, which may appear in the page some frames after scrolling to it.
 * @param before element focused at the time of the request: anything else focused since keeps the focus
 * @returns true if nothing is left to do
 */
function focusItem(at: number | null, before: Element | null): boolean {
  const item = document.querySelector<HTMLElement>(`[data-item="${at}"]`);
  const { activeElement } = document;
  if (activeElement !== before && activeElement !== document.body) {
    return true;
  }
  item?.focus({ preventScroll: true });
  return item !== null;
}

type Virtual = Virtualizer<HTMLDivElement, Element>;

/** True if all of a row is visible, or as much as fits. */
function isInSight(row: number, virtual: Virtual): boolean {
  const item = virtual.getVirtualItems().find(({ index }) => index === row);
  const top = virtual.scrollOffset ?? 0;
  const bottom = top + (virtual.scrollRect?.height ?? 0);
  return (
    item !== undefined && (item.start >= top ? item.end <= bottom || item.start <= top + 16 : item.end >= bottom - 48)
  );
}
