import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import { useApp } from '../../api/app-store.ts';
import type { RowPlace } from '../../entries/row-place.ts';
import { restoreArchived, searchInArchive } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ValueText, VisibleText } from '../../ui/visible-text.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import { dateInWords } from '../../wording/dates.ts';
import { entryName } from '../../wording/names.ts';
import styles from './other-rows.module.css';
import { useReview } from './review-store.ts';
import { useSearchWords } from './use-search-words.ts';

/** A line of the file that is no entry: kept as it is, and shown. */
export function NotUnderstoodRow({ line, text, place }: Readonly<{ line: number; text: string; place: RowPlace }>) {
  return (
    <div {...place} role="row" className={classNames(place.className, styles['row'])}>
      <div role="gridcell" className={styles['raw']} dir="auto">
        <VisibleText text={text} />
      </div>
      <div role="gridcell" className={styles['detail']}>
        line {countInWords(line)}
      </div>
    </div>
  );
}

/** An archived entry that a search found too. */
export function ArchivedRow({ entry, place }: Readonly<{ entry: ArchivedEntry; place: RowPlace }>) {
  const writable = useApp(({ stage }) => stage.kind === 'open' && stage.workspace.writable);
  const found = useSearchWords();
  return (
    <div {...place} role="row" className={classNames(place.className, styles['row'])}>
      <div role="gridcell" className={styles['value']} dir="auto">
        <ValueText value={entry.value} found={found} />
      </div>
      <div role="gridcell" className={styles['detail']}>
        archived {dateInWords(entry.archivedDate)}
      </div>
      {writable && (
        <div role="gridcell">
          <Button look="link" aria-label={`Restore “${entryName(entry)}”`} onClick={() => restoreArchived([entry])}>
            Restore
          </Button>
        </div>
      )}
    </div>
  );
}

export function MoreArchivedRow({ count, place }: Readonly<{ count: number; place: RowPlace }>) {
  return (
    <div {...place} role="row" className={classNames(place.className, styles['row'])}>
      <div role="gridcell">
        <Button look="link" onClick={() => searchInArchive(useReview.getState().query)}>
          Show {counted(count, 'more', 'more')} in the archive
        </Button>
      </div>
    </div>
  );
}
