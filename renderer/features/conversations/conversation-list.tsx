import type { ReactNode } from 'react';
import { useApp } from '../../api/app-store.ts';
import { GroupRow } from '../../list/list-row.tsx';
import { ListView, type RowStop } from '../../list/list-view.tsx';
import { useList } from '../../list/use-list.ts';
import { dateInWords, dayInWords } from '../../wording/dates.ts';
import { ConversationListRow, HitRow, MoreRow } from './conversation-rows.tsx';
import type { ConversationRow } from './conversations-layout.ts';
import { useConversations } from './conversations-store.ts';

type ConversationListProps = Readonly<{
  rows: readonly ConversationRow[];
  /** True for search results, which have no date headings. */
  isFound: boolean;
  /** Shown below the last row. */
  children: ReactNode;
}>;

export const isConversationStop = ({ kind }: ConversationRow): boolean => kind !== 'day';

/** Conversations by day, or those with matches, along with the passages. */
export function ConversationList({ rows, isFound, children }: ConversationListProps) {
  const list = useList({
    label: 'Conversations',
    name: isFound ? 'found conversations' : 'conversations',
    store: useConversations,
    rows,
    isStop: isConversationStop,
    heightOf: ({ kind }) => (kind === 'day' ? 46 : null),
  });
  return (
    <ListView list={list} below={children}>
      {(row, stop) => {
        switch (row.kind) {
          case 'day':
            return <DayRow day={row.day} stop={stop} />;
          case 'conversation':
            return <ConversationListRow conversation={row.conversation} isDated={isFound} stop={stop} />;
          case 'hit':
            return <HitRow row={row} stop={stop} />;
          case 'more':
            return <MoreRow row={row} stop={stop} />;
        }
      }}
    </ListView>
  );
}

function DayRow({ day, stop }: Readonly<{ day: string; stop: RowStop }>) {
  const today = useApp((state) => state.today);
  return <GroupRow stop={stop} title={dayInWords(day, today)} about={dateInWords(day)} />;
}
