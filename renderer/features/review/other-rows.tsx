import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import { confidences } from '#shared/entries/entry.ts';
import { useApp } from '../../api/app-store.ts';
import { EntryText } from '../../entries/entry-text.tsx';
import { restoreArchived, searchInArchive } from '../../jumps.ts';
import { GroupRow, PlainRow } from '../../list/list-row.tsx';
import type { RowStop } from '../../list/list-view.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfidenceMark } from '../../ui/confidence-mark.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import { dateInWords } from '../../wording/dates.ts';
import { entryName } from '../../wording/names.ts';
import type { ListItem } from './list-layout.ts';
import styles from './other-rows.module.css';
import { useSearchWords } from './review-search.tsx';
import { toggleFolded, useReview } from './review-store.ts';

type Group = Extract<ListItem, { kind: 'group' | 'subgroup' }>;

export function FoldedGroup({ item, stop }: Readonly<{ item: Group; stop: RowStop }>) {
  const confidence = confidences.find((one) => one === item.key);
  return (
    <GroupRow
      stop={stop}
      level={item.kind === 'group' ? 2 : 3}
      title={item.title}
      count={countInWords(item.count)}
      fold={{ isFolded: item.folded, toggle: () => toggleFolded(item.key) }}
      icon={confidence && <ConfidenceMark confidence={confidence} />}
    />
  );
}

/** Divider in leaving order: entries above it go next. */
export function WaterlineRow({ text, stop }: Readonly<{ text: string; stop: RowStop }>) {
  return (
    <PlainRow stop={stop}>
      <div role="gridcell" className="divider inset">
        {text}
      </div>
    </PlainRow>
  );
}

/** A line of the file that is no entry, kept and shown as it is. */
export function NotUnderstoodRow({ line, text, stop }: Readonly<{ line: number; text: string; stop: RowStop }>) {
  return (
    <PlainRow stop={stop} className={styles['row']}>
      <div role="gridcell" className="grow two-lines breaks quiet code-text" dir="auto">
        <VisibleText text={text} />
      </div>
      <div role="gridcell" className="detail keeps-width">
        line {countInWords(line)}
      </div>
    </PlainRow>
  );
}

export function ArchivedRow({ entry, stop }: Readonly<{ entry: ArchivedEntry; stop: RowStop }>) {
  const writable = useApp(({ stage }) => stage.kind === 'open' && stage.workspace.writable);
  const words = useSearchWords();
  const verb = entry.isNote ? 'Keep in memory' : 'Restore';
  return (
    <PlainRow stop={stop} className={styles['row']}>
      <div role="gridcell" className="grow two-lines breaks" dir="auto">
        <EntryText entry={entry} found={words} />
      </div>
      <div role="gridcell" className="detail keeps-width">
        {entry.isNote ? 'daily note of' : 'archived'} {dateInWords(entry.archivedDate)}
      </div>
      {writable && (
        <div role="gridcell">
          <Button look="link" aria-label={`${verb} “${entryName(entry)}”`} onClick={() => restoreArchived([entry])}>
            {verb}
          </Button>
        </div>
      )}
    </PlainRow>
  );
}

export function MoreArchivedRow({ count, stop }: Readonly<{ count: number; stop: RowStop }>) {
  return (
    <PlainRow stop={stop} className={styles['row']}>
      <div role="gridcell">
        <Button look="link" onClick={() => searchInArchive(useReview.getState().query)}>
          Show {counted(count, 'more', 'more')} in the archive
        </Button>
      </div>
    </PlainRow>
  );
}
