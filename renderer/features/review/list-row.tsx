import { memo, type Ref } from 'react';
import styles from '../../ui/long-list.module.css';
import { EntryRow } from './entry-row.tsx';
import { GroupRow, WaterlineRow } from './group-row.tsx';
import type { ListItem } from './list-rows.ts';
import { ArchivedRow, MoreArchivedRow, NotUnderstoodRow } from './other-rows.tsx';

type ListRowProps = Readonly<{
  ref: Ref<HTMLDivElement>;
  item: ListItem;
  index: number;
  top: number;
  today: string;
  rank: number | null;
  tabStop: boolean;
  writable: boolean;
}>;

/** One row of the grid, whatever it shows, at its place. */
export const ListRow = memo(function ListRow({ ref, item, index, top, today, rank, tabStop, writable }: ListRowProps) {
  const place = {
    ref,
    'data-index': index,
    'aria-rowindex': index + 1,
    className: styles['row'] ?? '',
    style: { transform: `translateY(${top}px)` },
  };
  switch (item.kind) {
    case 'group':
    case 'subgroup':
      return <GroupRow item={item} place={place} />;
    case 'waterline':
      return <WaterlineRow text={item.text} place={place} />;
    case 'entry':
      return (
        <EntryRow entry={item.entry} place={place} today={today} rank={rank} tabStop={tabStop} writable={writable} />
      );
    case 'not-understood':
      return <NotUnderstoodRow line={item.line} text={item.text} place={place} />;
    case 'archived':
      return <ArchivedRow entry={item.entry} place={place} />;
    case 'more-archived':
      return <MoreArchivedRow count={item.count} place={place} />;
  }
});
