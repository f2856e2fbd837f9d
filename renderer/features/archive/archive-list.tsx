import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ArchiveFile } from '#shared/contract/features/archive.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useApp } from '../../api/app-store.ts';
import { inBox, placeOfRow, type RowPlace } from '../../list/row-place.ts';
import { focusRow } from '../../ui/focus-row.ts';
import { useKeptScroll } from '../../ui/kept-scroll.ts';
import styles from '../../ui/long-list.module.css';
import { hasRoomForInspector } from '../../ui/use-media.ts';
import { useVirtualRows } from '../../ui/virtual-rows.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { ArchiveLayout } from './archive-layout.ts';
import { ArchiveEntryRow, ArchiveFileRow, PendingRow } from './archive-rows.tsx';
import { chooseRange, toggleArchived, useArchive } from './archive-store.ts';
import unusableFilesStyles from './unusable-files.module.css';
import { matchAt, pageSize, type ReadyPages } from './use-archive-pages.ts';

type ArchiveListProps = Readonly<{
  workspace: Workspace;
  pages: ReadyPages;
  need: (matches: readonly number[]) => void;
  layout: ArchiveLayout;
  unusable: readonly ArchiveFile[];
}>;

/** Archived entries by the day they left. Rows whose page isn't loaded yet keep its place. */
export function ArchiveList({ workspace, pages, need, layout, unusable }: ArchiveListProps) {
  const density = useApp((state) => state.preferences.density);
  const cursor = useArchive((state) => state.cursor);
  const keys = useMemo(() => keysOf(layout, pages), [layout, pages]);
  const kept = cursor === null ? [] : [layout.rowOf(cursor)].filter((row) => row < layout.rows);
  const { virtual, scroller, measure } = useVirtualRows({
    count: layout.rows,
    heightOf: (index) => (layout.isFileRow(index) ? 47 : density === 'compact' ? 28 : 36),
    // A height belongs to what the row shows, not to its place: entries come and go above it.
    keyOf: useCallback((index: number) => keys.get(index) ?? index, [keys]),
    kept: () => kept,
    measuredBy: density,
  });
  const shown = virtual.getVirtualItems();
  // A string, so that it is the same value while the same rows are shown.
  const inSight = shown.map(({ index }) => index).join(' ');

  useKeptScroll(`archive ${workspace.id}`, virtual);
  useEffect(() => {
    need(
      inSight.split(' ').flatMap((row) => {
        const at = layout.rowAt(Number(row));
        return at === null ? [] : [at.match];
      }),
    );
  }, [need, layout, inSight]);
  useTopOfEachSearch(pages, () => virtual.scrollToOffset(0));
  useCursorStays(pages);
  useCursorFocus(layout, (row) => virtual.scrollToIndex(row, { align: 'auto' }));

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
        onClick={(event) => press(event, pages)}
      >
        {shown.map(({ index, start, key }) => (
          <ListedRow
            key={key}
            row={layout.rowAt(index)}
            pages={pages}
            tabStopAt={cursor ?? 0}
            writable={workspace.writable}
            place={placeOfRow(measure, index, start, styles['row'])}
          />
        ))}
      </div>
      <UnusableFiles files={unusable} />
    </div>
  );
}

function press(event: MouseEvent, pages: ReadyPages): void {
  const match = matchOf(event.target);
  const entry = match === null ? undefined : matchAt(pages, match);
  if (match === null || !entry) {
    return;
  }
  const isBox = inBox(event.target);
  if (event.shiftKey) {
    const { anchor } = useArchive.getState();
    chooseRange(anchor ?? match, match, (one) => matchAt(pages, one));
    useArchive.setState({ cursor: match });
  } else if (isBox || event.ctrlKey || event.metaKey) {
    toggleArchived(entry);
    // The actions for several are below the list, and the details would cover them.
    useArchive.setState({ cursor: match, anchor: match, sheetOpen: false });
  } else {
    useArchive.setState({ cursor: match, anchor: match, chosen: new Map(), sheetOpen: !hasRoomForInspector() });
  }
}

type ListedRowProps = Readonly<{
  row: ReturnType<ArchiveLayout['rowAt']>;
  pages: ReadyPages;
  /** Match of the row reached by Tab. */
  tabStopAt: number;
  writable: boolean;
  place: RowPlace;
}>;

function ListedRow({ row, pages, tabStopAt, writable, place }: ListedRowProps) {
  const entry = row ? matchAt(pages, row.match) : undefined;
  const file = entry && pages.files.get(entry.file);
  if (row?.kind === 'file' && file) {
    return <ArchiveFileRow file={file} matches={row.matches} place={place} writable={writable} />;
  }
  return row?.kind === 'entry' && entry ? (
    <ArchiveEntryRow
      entry={entry}
      match={row.match}
      place={place}
      tabStop={row.match === tabStopAt}
      writable={writable}
    />
  ) : (
    <PendingRow place={place} />
  );
}

/** Keys of rows by content, the same at any index. Rows that are loading are known by their index only. */
function keysOf(layout: ArchiveLayout, { pages }: ReadyPages): ReadonlyMap<number, string> {
  const keys = new Map<number, string>();
  for (const [page, entries] of pages) {
    for (const [index, entry] of entries.entries()) {
      const row = layout.rowOf(page * pageSize + index);
      keys.set(row, `entry ${entry.id}`);
      if (layout.isFileRow(row - 1)) {
        keys.set(row - 1, `file ${entry.file}`);
      }
    }
  }
  return keys;
}

/** Scrolls to the top of the results of another search, once they are loaded. */
function useTopOfEachSearch({ search }: ReadyPages, goToTop: () => void): void {
  const before = useRef(search);
  useLayoutEffect(() => {
    if (before.current !== search) {
      before.current = search;
      goToTop();
    }
  });
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

function placeOf({ pages }: ArchiveListProps['pages'], id: string): number | null {
  for (const [page, entries] of pages) {
    const at = entries.findIndex((entry) => entry.id === id);
    if (at >= 0) {
      return page * pageSize + at;
    }
  }
  return null;
}

/** Scrolls to the cursor's row and focuses it on each request, once its page is loaded. */
function useCursorFocus(layout: ArchiveLayout, reveal: (row: number) => void): void {
  const turn = useArchive((state) => state.focusTurn);
  const [answered, setAnswered] = useState(turn);
  /** Element with the focus at the time a row was to get it whose page is still loading. */
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
      // The view's heading catches the focus of a row that was removed before this one was loaded.
      const isFree = activeElement === document.body || activeElement?.matches('h1') === true;
      if (activeElement === waiting.current || isFree) {
        focusRow(selector);
      }
      waiting.current = null;
    }
  });
}

function matchOf(target: EventTarget): number | null {
  if (!(target instanceof Element) || target.closest('button')) {
    return null;
  }
  const match = target.closest<HTMLElement>('[data-match]')?.dataset['match'];
  return match === undefined ? null : Number(match);
}

/** Unusable files in the archive folder, each with its reason. They are left as they are. */
export function UnusableFiles({ files }: Readonly<{ files: readonly ArchiveFile[] }>) {
  if (files.length === 0) {
    return null;
  }
  return (
    <section className={unusableFilesStyles['unusable']} aria-label="Files that can’t be used">
      <h2>Files that can’t be used</h2>
      <ul className="stack-2">
        {files.map((file) => (
          <li key={file.name} className="panel">
            <code>
              <VisibleText text={file.name} />
            </code>
            <p className="quiet">
              <VisibleText text={file.problem ?? ''} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
