import { ArchiveRestore, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import type { ArchivedEntry, ArchiveFile } from '#shared/contract/features/archive.ts';
import { readSearch, wordsIn } from '#shared/entries/search-query.ts';
import { nameHidden } from '#shared/text/visible-characters.ts';
import { useApp } from '../../api/app-store.ts';
import entryRow from '../../entries/entry-row.module.css';
import { EntryText, nameAndText } from '../../entries/entry-text.tsx';
import actions from '../../entries/row-actions.module.css';
import type { RowPlace } from '../../list/row-place.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords, entriesInWords } from '../../wording/counts.ts';
import { ageInWords, dateInWords } from '../../wording/dates.ts';
import { entryName, sectionLabels } from '../../wording/names.ts';
import styles from './archive-rows.module.css';
import { deleteArchived, restoreEntries, restoreFile, useArchive } from './archive-store.ts';
import { reasonInWords } from './archive-words.ts';

type ArchiveFileRowProps = Readonly<{ file: ArchiveFile; matches: number; place: RowPlace; writable: boolean }>;

export function ArchiveFileRow({ file, matches, place, writable }: ArchiveFileRowProps) {
  const title = file.date === null ? file.name : dateInWords(file.date);
  // A search shows some of the entries of a file; restoring it restores all of them.
  const isPart = matches < file.entries;
  return (
    <div {...place} role="row" className={classNames(place.className, styles['file'])}>
      <div role="gridcell" className={styles['fileCell']}>
        <h2 className="title">{title}</h2>
        <span className="detail grow">
          {isPart ? `${countInWords(matches)} of ${entriesInWords(file.entries)}` : entriesInWords(matches)}
          {file.reason ? ` · ${reasonInWords(file.reason)}` : ''}
          {file.isNote && ' · daily note'}
        </span>
        {writable && !file.isNote && (
          <Button
            look="text"
            aria-label={`Restore all ${isPart ? `${countInWords(file.entries)} ` : ''}of ${title}`}
            onClick={() => restoreFile(file.name, file.date)}
          >
            {isPart ? `Restore all ${countInWords(file.entries)}…` : matches === 1 ? 'Restore…' : 'Restore all…'}
          </Button>
        )}
      </div>
    </div>
  );
}

type ArchiveEntryRowProps = Readonly<{
  entry: ArchivedEntry;
  match: number;
  place: RowPlace;
  tabStop: boolean;
  writable: boolean;
}>;

export function ArchiveEntryRow({ entry, match, place, tabStop, writable }: ArchiveEntryRowProps) {
  const chosen = useArchive((state) => state.chosen.has(entry.id));
  const isCursor = useArchive((state) => state.cursor === match);
  const anyChosen = useArchive((state) => state.chosen.size > 0);
  const today = useApp((state) => state.today);
  const found = useArchiveWords();
  const value = atAGlance(entry);
  return (
    <div
      {...place}
      role="row"
      className={classNames(place.className, entryRow['row'], styles['entry'])}
      aria-label={nameHidden(nameAndText({ key: entry.key, value }))}
      aria-selected={chosen || (isCursor && !anyChosen)}
      data-match={match}
      data-cursor={isCursor || undefined}
      data-choosing={anyChosen || undefined}
      tabIndex={tabStop ? 0 : -1}
    >
      <div role="gridcell" className={entryRow['choice']} data-box>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select “${entryName(entry)}”`}
          checked={chosen}
          // The list answers, which knows the rows between two boxes.
          onChange={() => undefined}
        />
      </div>
      <div role="gridcell" className={entryRow['value']} dir="auto">
        <EntryText entry={{ key: entry.key, value }} found={found} />
      </div>
      <div role="gridcell" className={classNames(entryRow['marks'], styles['section'])}>
        {entry.category
          ? sectionLabels[entry.category]
          : // The heading above already has the day of a note.
            entry.section !== entry.archivedDate && <VisibleText text={entry.section} />}
      </div>
      <div
        role="gridcell"
        className={entryRow['age']}
        data-gives-way
        title={entry.date === null ? undefined : dateInWords(entry.date)}
      >
        {entry.date === null ? '' : `Learned ${ageInWords(entry.date, today)}`}
      </div>
      {writable && (
        <div role="gridcell" className={actions['actions']}>
          <IconButton
            name={entry.isNote ? 'Keep in memory' : 'Restore'}
            keys="r"
            tabIndex={-1}
            onClick={() => restoreEntries([entry])}
          >
            <ArchiveRestore aria-hidden />
          </IconButton>
          {!entry.isNote && (
            <IconButton name="Delete" keys="Delete" tabIndex={-1} onClick={() => deleteArchived([entry])}>
              <Trash2 aria-hidden />
            </IconButton>
          )}
        </div>
      )}
    </div>
  );
}

/** An entry's text for its row; text from a topic file is shown without its frontmatter. */
const atAGlance = ({ topic, value }: ArchivedEntry): string =>
  topic === undefined ? value : value.replace(/\n---\n[\s\S]*?\n---\n\s*/, '\n');

function useArchiveWords(): readonly string[] {
  const query = useArchive((state) => state.query);
  return useMemo(() => wordsIn(readSearch(query)), [query]);
}

export function PendingRow({ place }: Readonly<{ place: RowPlace }>) {
  return (
    <div {...place} role="row" aria-busy="true" className={classNames(place.className, styles['pending'])}>
      <div role="gridcell">
        <i className="skeleton-line" aria-label="Loading" role="img" />
      </div>
    </div>
  );
}
