import { useEffect } from 'react';
import { GroupRow } from '../../list/list-row.tsx';
import { ListView } from '../../list/list-view.tsx';
import { useList } from '../../list/use-list.ts';
import type { HistoryRow } from './history-layout.ts';
import { DayRow, NoteRow, VersionListRow } from './history-rows.tsx';
import { useHistory } from './history-store.ts';
import { useActTexts } from './use-act-texts.ts';

type HistoryListProps = Readonly<{
  workspace: string;
  /** True if days have actions to go back to their memory. */
  writable: boolean;
  rows: readonly HistoryRow[];
  hasMore: boolean;
  more: () => void;
}>;

/** Rows before the end at which more are loaded. */
const ahead = 20;
const heights = { day: 46, author: 28, line: null };

export const isHistoryStop = ({ kind }: HistoryRow): boolean => kind === 'line';

export function HistoryList({ workspace, writable, rows, hasMore, more }: HistoryListProps) {
  const list = useList({
    label: 'Versions',
    name: `history ${workspace}`,
    store: useHistory,
    rows,
    isStop: isHistoryStop,
    heightOf: ({ kind }) => heights[kind],
  });
  const texts = useActTexts(
    workspace,
    list.shown.flatMap(({ row }) => (row.kind === 'line' && row.line.type === 'version' ? [row.line] : [])),
    rows,
  );
  const { lastShown } = list;
  useEffect(() => {
    if (hasMore && lastShown >= rows.length - ahead) {
      more();
    }
  }, [hasMore, lastShown, rows.length, more]);
  return (
    <ListView list={list}>
      {(row, stop) => {
        switch (row.kind) {
          case 'day':
            return <DayRow row={row} writable={writable} stop={stop} />;
          case 'author':
            return <GroupRow stop={stop} level={3} title={row.author} />;
          case 'line':
            return row.line.type === 'note' ? (
              <NoteRow note={row.line} stop={stop} />
            ) : (
              <VersionListRow version={row.line} also={row.also} texts={texts.get(row.line.position)} stop={stop} />
            );
        }
      }}
    </ListView>
  );
}
