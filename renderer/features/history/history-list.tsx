import { useEffect } from 'react';
import type { ActText, HistoryVersion } from '#shared/contract/features/history.ts';
import { call } from '../../api/connection.ts';
import { useSaidInSight } from '../../api/said-in-sight.ts';
import { GroupRow } from '../../list/list-row.tsx';
import { ListView } from '../../list/list-view.tsx';
import { useList } from '../../list/use-list.ts';
import type { HistoryRow } from './history-layout.ts';
import { DayRow, NoteRow, VersionListRow } from './history-rows.tsx';
import { useHistory } from './history-store.ts';

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

/** Texts changed by the versions in sight, as far as they have been read; a version never changes, unless it is erased. */
function useActTexts(
  workspace: string,
  inSight: readonly HistoryVersion[],
  turn: unknown,
): ReadonlyMap<number, ActText['entries']> {
  const wanted = inSight.filter(isTold).map(({ position }) => position);
  return useSaidInSight(workspace, wanted, turn, async (positions) => {
    const { texts } = await call('history.texts', { workspace, positions: [...positions] });
    return texts.map(({ position, entries }) => [position, entries] as const);
  });
}

/** True if a version's entries can be shown. The first version only has a count. */
const isTold = ({ available, before, counts, kind }: HistoryVersion): boolean =>
  available &&
  before !== null &&
  (kind === 'context' || kind === 'archive') &&
  (counts === null || counts.added + counts.changed + counts.removed > 0);
