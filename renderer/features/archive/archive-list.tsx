import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ArchiveFile, Workspace } from '#shared/contract/model.ts';
import { useApp } from '../../api/app-store.ts';
import { focusRow } from '../../ui/focus-row.ts';
import styles from '../../ui/long-list.module.css';
import { useHeightsAnew } from '../../ui/use-heights-anew.ts';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import type { ArchiveLayout } from './archive-layout.ts';
import { ArchiveEntryRow, ArchiveFileRow, PendingRow } from './archive-rows.tsx';
import { chooseRange, toggleArchived, useArchive } from './archive-store.ts';
import { UnusableFiles } from './unusable-files.tsx';
import { type ArchivePages, matchAt, pageSize } from './use-archive-pages.ts';

type ArchiveListProps = Readonly<{
  workspace: Workspace;
  pages: Extract<ArchivePages, { kind: 'ready' }>;
  need: (matches: readonly number[]) => void;
  layout: ArchiveLayout;
  files: ReadonlyMap<string, ArchiveFile>;
}>;

/** Archived entries by the day they left. Rows whose page isn't here yet hold its place. */
export function ArchiveList({ workspace, pages, need, layout, files }: ArchiveListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const density = useApp((state) => state.preferences.density);
  const cursor = useArchive((state) => state.cursor);
  const kept = cursor === null ? [] : [layout.rowOf(cursor)].filter((row) => row < layout.rows);
  const virtual = useVirtualizer({
    count: layout.rows,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (layout.rowAt(index)?.kind === 'file' ? 48 : density === 'compact' ? 28 : 36),
    // A height belongs to what the row shows, not to its place: entries come and go above it.
    getItemKey: useCallback((index: number) => rowKey(layout, pages, index), [layout, pages]),
    overscan: 6,
    scrollPaddingStart: 8,
    scrollPaddingEnd: 40,
    useFlushSync: false,
    rangeExtractor: (range) => [...new Set([...kept, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
  });
  const shown = virtual.getVirtualItems();
  // As text, so that it is the same value while the same rows are shown.
  const inSight = shown.map(({ index }) => index).join(' ');

  useHeightsAnew(virtual, density);
  useEffect(() => {
    need(
      inSight.split(' ').flatMap((row) => {
        const at = layout.rowAt(Number(row));
        return at?.kind === 'entry' ? [at.match] : [];
      }),
    );
  }, [need, layout, inSight]);
  useCursorStays(pages);
  useCursorFocus(layout, (row) => virtual.scrollToIndex(row, { align: 'auto' }));

  const press = (event: MouseEvent): void => {
    const match = matchOf(event.target);
    const entry = match === null ? undefined : matchAt(pages, match);
    if (match === null || !entry) {
      return;
    }
    if (event.shiftKey) {
      const { anchor } = useArchive.getState();
      chooseRange(anchor ?? match, match, (one) => matchAt(pages, one));
      useArchive.setState({ cursor: match });
    } else if (event.ctrlKey || event.metaKey) {
      toggleArchived(entry);
      useArchive.setState({ cursor: match, anchor: match });
    } else {
      useArchive.setState({ cursor: match, anchor: match, chosen: new Map(), sheetOpen: !hasRoomForInspector() });
    }
  };

  return (
    <div className={styles['scroller']} ref={scroller}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is useArchiveCommands. */}
      <div
        role="grid"
        aria-label="Archived entries"
        aria-multiselectable="true"
        aria-rowcount={layout.rows}
        className={styles['grid']}
        style={{ height: virtual.getTotalSize() }}
        onClick={press}
      >
        {shown.map(({ index, start, key }) => {
          const row = layout.rowAt(index);
          const place = {
            ref: virtual.measureElement,
            'data-index': index,
            'aria-rowindex': index + 1,
            className: styles['row'] ?? '',
            style: { transform: `translateY(${start}px)` },
          };
          if (row?.kind === 'file') {
            return (
              <ArchiveFileRow
                key={key}
                matches={row.file}
                file={files.get(row.file.name) ?? null}
                place={place}
                writable={workspace.writable}
              />
            );
          }
          const entry = row ? matchAt(pages, row.match) : undefined;
          return row && entry ? (
            <ArchiveEntryRow
              key={key}
              entry={entry}
              match={row.match}
              place={place}
              tabStop={row.match === (cursor ?? 0)}
              writable={workspace.writable}
            />
          ) : (
            <PendingRow key={key} place={place} />
          );
        })}
      </div>
      <UnusableFiles files={files} />
    </div>
  );
}

/** What a row shows, by name: the same wherever it stands. */
function rowKey(layout: ArchiveLayout, pages: ArchiveListProps['pages'], index: number): string {
  const row = layout.rowAt(index);
  if (row?.kind === 'file') {
    return `file ${row.file.name}`;
  }
  const entry = row ? matchAt(pages, row.match) : undefined;
  return entry ? `entry ${entry.id}` : `place ${index}`;
}

/** Keeps the cursor on its entry while others come and go above it, and in the list when its entry goes. */
function useCursorStays(pages: ArchiveListProps['pages']): void {
  const cursor = useArchive((state) => state.cursor);
  const known = useRef<{ readonly cursor: number; readonly id: string } | null>(null);
  useLayoutEffect(() => {
    const before = known.current;
    const entry = cursor === null ? undefined : matchAt(pages, cursor);
    if (cursor === null || (entry && (before?.cursor !== cursor || before.id === entry.id))) {
      known.current = cursor === null || !entry ? null : { cursor, id: entry.id };
      return;
    }
    const place = before?.cursor === cursor ? placeOf(pages, before.id) : null;
    const next = place ?? Math.min(cursor, pages.total - 1);
    const there = matchAt(pages, next);
    known.current = there ? { cursor: next, id: there.id } : before;
    if (next !== cursor) {
      useArchive.setState({ cursor: next, anchor: next });
    }
  }, [pages, cursor]);
}

/** Where an entry stands among the matches that are loaded. */
function placeOf({ pages }: ArchiveListProps['pages'], id: string): number | null {
  for (const [page, entries] of pages) {
    const at = entries.findIndex((entry) => entry.id === id);
    if (at >= 0) {
      return page * pageSize + at;
    }
  }
  return null;
}

/** Brings the cursor's row into sight and focuses it each time that is asked for, once its page is here. */
function useCursorFocus(layout: ArchiveLayout, reveal: (row: number) => void): void {
  const turn = useArchive((state) => state.focusTurn);
  const [answered, setAnswered] = useState(turn);
  /** What had the focus when a row was to get it whose page is still on its way. */
  const waiting = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const { cursor } = useArchive.getState();
    const selector = `[data-match="${cursor}"]`;
    const isThere = document.querySelector(selector) !== null;
    if (turn !== answered) {
      setAnswered(turn);
      waiting.current = null;
      if (cursor !== null) {
        reveal(layout.rowOf(cursor));
        waiting.current = isThere ? null : document.activeElement;
        focusRow(selector);
      }
    } else if (waiting.current && isThere) {
      const { activeElement } = document;
      if (activeElement === waiting.current || activeElement === document.body) {
        focusRow(selector);
      }
      waiting.current = null;
    }
  });
}

function matchOf(target: EventTarget): number | null {
  if (!(target instanceof Element) || target.closest('button, input')) {
    return null;
  }
  const match = target.closest<HTMLElement>('[data-match]')?.dataset['match'];
  return match === undefined ? null : Number(match);
}
