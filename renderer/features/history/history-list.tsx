import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';
import type { HistoryVersion } from '#shared/contract/features/history.ts';
import { useApp } from '../../api/app-store.ts';
import { placeOfRow } from '../../entries/row-place.ts';
import { useCursorFocus } from '../../ui/cursor-focus.ts';
import { useKeptScroll } from '../../ui/kept-scroll.ts';
import styles from '../../ui/long-list.module.css';
import { longListIn, useRemeasuredHeights } from '../../ui/row-heights.ts';
import type { HistoryRow } from './history-layout.ts';
import { HistoryRowView } from './history-rows.tsx';
import { useHistory } from './history-store.ts';
import { useActTexts } from './use-act-texts.ts';

type HistoryListProps = Readonly<{
  workspace: string;
  /** Whether days lead back to the memory as it was. */
  writable: boolean;
  rows: readonly HistoryRow[];
  hasMore: boolean;
  more: () => void;
}>;

const heights = { day: 46, author: 28 };

/** The timeline. It is read on before its end comes into sight. */
export function HistoryList({ workspace, writable, rows, hasMore, more }: HistoryListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const density = useApp((state) => state.preferences.density);
  const cursor = useHistory((state) => state.cursor);
  const focusTurn = useHistory((state) => state.focusTurn);
  const cursorRow = rowOf(rows, cursor);
  const firstLine = rows.findIndex(({ kind }) => kind === 'line');
  const virtual = useVirtualizer({
    count: rows.length,
    estimateSize: (index) => {
      const kind = rows[index]?.kind ?? 'line';
      return kind === 'line' ? (density === 'compact' ? 28 : 36) : heights[kind];
    },
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    ...longListIn(scroller, () => (cursorRow < 0 ? [] : [cursorRow])),
  });
  const shown = virtual.getVirtualItems();
  const last = virtual.range?.endIndex ?? 0;

  const texts = useActTexts(
    workspace,
    shown.flatMap(({ index }) => versionIn(rows[index])),
    rows,
  );

  useRemeasuredHeights(virtual, density);
  useKeptScroll(`history ${workspace}`, virtual);
  useEffect(() => {
    if (hasMore && last >= rows.length - 20) {
      more();
    }
  }, [hasMore, last, rows.length, more]);
  useCursorFocus(virtual, focusTurn, cursorRow, `[data-version="${cursor}"]`);

  return (
    <div className={styles['scroller']} ref={scroller}>
      <div
        role="grid"
        aria-label="Versions"
        aria-rowcount={rows.length}
        className={styles['grid']}
        style={{ height: virtual.getTotalSize() }}
      >
        {shown.map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <HistoryRowView
                key={key}
                row={row}
                texts={row.kind === 'line' ? texts.get(row.line.position) : undefined}
                writable={writable}
                tabStop={index === (cursorRow < 0 ? firstLine : cursorRow)}
                place={placeOfRow(virtual.measureElement, index, start, styles['row'])}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

const versionIn = (row: HistoryRow | undefined): readonly HistoryVersion[] =>
  row?.kind === 'line' && row.line.type === 'version' ? [row.line] : [];

function rowOf(rows: readonly HistoryRow[], position: number | null): number {
  return rows.findIndex((row) => row.kind === 'line' && row.line.position === position);
}
