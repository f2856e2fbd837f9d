import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { ArchivedEntry, ArchiveFile } from '#shared/contract/features/archive.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { readSearch, wordsIn } from '#shared/entries/search-query.ts';
import { useApp } from '../../api/app-store.ts';
import { PendingRow } from '../../list/list-row.tsx';
import type { KeyedRow, ListRows, Stops } from '../../list/list-rows.ts';
import { ListView } from '../../list/list-view.tsx';
import { useList } from '../../list/use-list.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type ArchiveLayout, layOutArchive } from './archive-layout.ts';
import { ArchiveEntryRow, ArchiveFileRow } from './archive-rows.tsx';
import { useArchive } from './archive-store.ts';
import { type ArchivePages, matchAt, pageSize, type ReadyPages } from './use-archive-pages.ts';

type ArchiveListProps = Readonly<{
  workspace: Workspace;
  pages: ReadyPages;
  need: (matches: readonly number[]) => void;
  unusable: readonly ArchiveFile[];
}>;

/** Archived entries by the day they left. Rows whose page isn't loaded yet keep its place. */
export function ArchiveList({ workspace, pages, need, unusable }: ArchiveListProps) {
  const today = useApp((state) => state.today);
  const { query } = pages.search;
  const words = useMemo(() => wordsIn(readSearch(query)), [query]);
  const layout = useMemo(() => layOutArchive(pages.perFile), [pages.perFile]);
  const list = useList({
    label: 'Archived entries',
    name: `archive ${workspace.id}`,
    store: useArchive,
    rows: useMemo(() => rowsIn(layout, pages), [layout, pages]),
    isStop: ({ kind }) => kind === 'entry',
    heightOf: () => (workspace.writable ? 53 : 46),
    choice: pages.search,
  });
  // A string, so that it is the same value while the same rows are shown.
  const inSight = list.shown.map(({ row }) => row.match).join(' ');
  useEffect(() => need(inSight.split(' ').map(Number)), [need, inSight]);
  useCursorStays(pages);
  return (
    <ListView list={list} below={<UnusableFiles files={unusable} />}>
      {(row, stop) => {
        const { kind, entry } = row;
        const file = entry && pages.files.get(entry.file);
        if (kind === 'file' && file) {
          return <ArchiveFileRow file={file} matches={row.matches} stop={stop} writable={workspace.writable} />;
        }
        return kind === 'entry' && entry ? (
          <ArchiveEntryRow item={{ entry, words, today }} stop={stop} writable={workspace.writable} />
        ) : (
          <PendingRow stop={stop} />
        );
      }}
    </ListView>
  );
}

type ListedRow = KeyedRow<number> &
  NonNullable<ReturnType<ArchiveLayout['rowAt']>> & { readonly entry: ArchivedEntry | undefined };

/** Rows whose keys are places, since those that are loading are known by their place only. */
function rowsIn(layout: ArchiveLayout, pages: ReadyPages): ListRows<ListedRow> {
  const ids = new Map<number, string>();
  for (const [page, entries] of pages.pages) {
    for (const [index, entry] of entries.entries()) {
      const row = layout.rowOf(page * pageSize + index);
      ids.set(row, entry.id);
      if (layout.isFileRow(row - 1)) {
        ids.set(row - 1, `file ${entry.file}`);
      }
    }
  }
  return {
    length: layout.rows,
    at(index) {
      const row = layout.rowAt(index);
      return (
        row && {
          ...row,
          key: row.kind === 'file' ? -1 - row.match : row.match,
          id: ids.get(index),
          entry: matchAt(pages, row.match),
        }
      );
    },
    placeOf: (match) => (match < pages.total ? layout.rowOf(match) : undefined),
    idAt: (index) => ids.get(index) ?? index,
    headings: layout.headings,
  };
}

export type ArchivedStop = KeyedRow<number> & { readonly entry: ArchivedEntry | undefined };

export const stopsOf = (pages: ArchivePages): Stops<ArchivedStop> => ({
  length: pages.kind === 'ready' ? pages.total : 0,
  at: (match) => ({ key: match, id: matchAt(pages, match)?.id, entry: matchAt(pages, match) }),
  placeOf: (match) => match,
});

/** Keeps the cursor on its entry while others come and go above it, and in the list when its entry goes. */
function useCursorStays(pages: ReadyPages): void {
  const cursor = useArchive((state) => state.cursor);
  const lastCursor = useRef<{ readonly cursor: number; readonly id: string } | null>(null);
  useLayoutEffect(() => {
    const before = lastCursor.current;
    const entry = cursor === null ? undefined : matchAt(pages, cursor);
    if (cursor === null || (entry && (before?.cursor !== cursor || before.id === entry.id))) {
      lastCursor.current = cursor === null || !entry ? null : { cursor, id: entry.id };
      return;
    }
    const index = before?.cursor === cursor ? placeOf(pages, before.id) : null;
    const next = index ?? Math.min(cursor, pages.total - 1);
    const nextEntry = matchAt(pages, next);
    lastCursor.current = nextEntry ? { cursor: next, id: nextEntry.id } : before;
    if (next !== cursor) {
      useArchive.setState({ cursor: next, anchor: next });
    }
  }, [pages, cursor]);
}

function placeOf({ pages }: ReadyPages, id: string): number | null {
  for (const [page, entries] of pages) {
    const at = entries.findIndex((entry) => entry.id === id);
    if (at >= 0) {
      return page * pageSize + at;
    }
  }
  return null;
}

export function UnusableFiles({ files }: Readonly<{ files: readonly ArchiveFile[] }>) {
  if (files.length === 0) {
    return null;
  }
  return (
    <section className="stack-2 after-list" aria-label="Files that can’t be used">
      <h2>Files that can’t be used</h2>
      <ul className="stack-2">
        {files.map((file) => (
          <li key={file.name} className="panel roomy breaks">
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
