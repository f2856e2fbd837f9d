import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, type Ref } from 'react';
import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import { confidences } from '#shared/entries/entry.ts';
import { useApp } from '../../api/app-store.ts';
import { EntryText } from '../../entries/entry-text.tsx';
import { restoreArchived, searchInArchive } from '../../jumps.ts';
import { placeOfRow, type RowPlace } from '../../list/row-place.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ConfidenceMark } from '../../ui/confidence-mark.tsx';
import styles from '../../ui/long-list.module.css';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import { dateInWords } from '../../wording/dates.ts';
import { entryName } from '../../wording/names.ts';
import { EntryRow, type EntryRowProps } from './entry-row.tsx';
import groupRowStyles from './group-row.module.css';
import type { ListItem } from './list-rows.ts';
import otherRowsStyles from './other-rows.module.css';
import { toggleFolded, useReview } from './review-store.ts';
import { useSearchWords } from './use-search-words.ts';

type ListRowProps = Readonly<{ ref: Ref<HTMLDivElement>; item: ListItem; index: number; top: number }> &
  Omit<EntryRowProps, 'entry' | 'place'>;

/** A row of the grid, of any kind, at its place. */
export const ListRow = memo(function ListRow({ ref, item, index, top, ...given }: ListRowProps) {
  const place = placeOfRow(ref, index, top, styles['row']);
  switch (item.kind) {
    case 'group':
    case 'subgroup':
      return <GroupRow item={item} place={place} />;
    case 'waterline':
      return <WaterlineRow text={item.text} place={place} />;
    case 'entry':
      return <EntryRow {...given} entry={item.entry} place={place} />;
    case 'not-understood':
      return <NotUnderstoodRow line={item.line} text={item.text} place={place} />;
    case 'archived':
      return <ArchivedRow entry={item.entry} place={place} />;
    case 'more-archived':
      return <MoreArchivedRow count={item.count} place={place} />;
  }
});

type Group = Extract<ListItem, { kind: 'group' | 'subgroup' }>;

/** A heading in the list, which folds what is under it. */
function GroupRow({ item, place }: Readonly<{ item: Group; place: RowPlace }>) {
  const Heading = item.kind === 'group' ? 'h2' : 'h3';
  const confidence = confidences.find((one) => one === item.id);
  const Chevron = item.folded ? ChevronRight : ChevronDown;
  return (
    <div {...place} role="row" className={classNames(place.className, groupRowStyles[item.kind])}>
      <div role="gridcell" className={groupRowStyles['cell']}>
        <Heading className={groupRowStyles['heading']}>
          <button
            type="button"
            className={groupRowStyles['fold']}
            aria-expanded={!item.folded}
            onClick={() => toggleFolded(item.id)}
          >
            <Chevron aria-hidden />
            {confidence && <ConfidenceMark confidence={confidence} />}
            <span>{item.title}</span>
          </button>
        </Heading>
        <span className="count">{countInWords(item.count)}</span>
      </div>
    </div>
  );
}

/** Divider in leaving order: entries above it go next. */
function WaterlineRow({ text, place }: Readonly<{ text: string; place: RowPlace }>) {
  return (
    <div {...place} role="row">
      <div role="gridcell" className={groupRowStyles['waterlineText']}>
        {text}
      </div>
    </div>
  );
}

/** A line of the file that is no entry, kept and shown as it is. */
function NotUnderstoodRow({ line, text, place }: Readonly<{ line: number; text: string; place: RowPlace }>) {
  return (
    <div {...place} role="row" className={classNames(place.className, otherRowsStyles['row'])}>
      <div role="gridcell" className={otherRowsStyles['raw']} dir="auto">
        <VisibleText text={text} />
      </div>
      <div role="gridcell" className="detail keeps-width">
        line {countInWords(line)}
      </div>
    </div>
  );
}

function ArchivedRow({ entry, place }: Readonly<{ entry: ArchivedEntry; place: RowPlace }>) {
  const writable = useApp(({ stage }) => stage.kind === 'open' && stage.workspace.writable);
  const found = useSearchWords();
  const verb = entry.isNote ? 'Keep in memory' : 'Restore';
  return (
    <div {...place} role="row" className={classNames(place.className, otherRowsStyles['row'])}>
      <div role="gridcell" className={otherRowsStyles['value']} dir="auto">
        <EntryText entry={entry} found={found} />
      </div>
      <div role="gridcell" className="detail keeps-width">
        {entry.isNote ? 'noted' : 'archived'} {dateInWords(entry.archivedDate)}
      </div>
      {writable && (
        <div role="gridcell">
          <Button look="link" aria-label={`${verb} “${entryName(entry)}”`} onClick={() => restoreArchived([entry])}>
            {verb}
          </Button>
        </div>
      )}
    </div>
  );
}

function MoreArchivedRow({ count, place }: Readonly<{ count: number; place: RowPlace }>) {
  return (
    <div {...place} role="row" className={classNames(place.className, otherRowsStyles['row'])}>
      <div role="gridcell">
        <Button look="link" onClick={() => searchInArchive(useReview.getState().query)}>
          Show {counted(count, 'more', 'more')} in the archive
        </Button>
      </div>
    </div>
  );
}
