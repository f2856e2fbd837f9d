import { ArchiveRestore, Trash2 } from 'lucide-react';
import type { ArchivedEntry, ArchiveFile } from '#shared/contract/features/archive.ts';
import { choiceColumn } from '../../entries/choice-column.tsx';
import entryRow from '../../entries/entry-row.module.css';
import { EntryText, nameAndText } from '../../entries/entry-text.tsx';
import actions from '../../entries/row-actions.module.css';
import { type Column, GroupRow, ListRow } from '../../list/list-row.tsx';
import type { RowStop } from '../../list/list-view.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { countInWords, entriesInWords } from '../../wording/counts.ts';
import { ageInWords, dateInWords } from '../../wording/dates.ts';
import { entryName, sectionLabels } from '../../wording/names.ts';
import styles from './archive-rows.module.css';
import { deleteArchived, restoreEntries, restoreFile } from './archive-store.ts';

type ArchiveFileRowProps = Readonly<{ file: ArchiveFile; matches: number; stop: RowStop; writable: boolean }>;

export function ArchiveFileRow({ file, matches, stop, writable }: ArchiveFileRowProps) {
  const title = file.date === null ? file.name : dateInWords(file.date);
  // A search shows some of the entries of a file; restoring it restores all of them.
  const isPart = matches < file.entries;
  const all = countInWords(file.entries);
  const count = [
    isPart ? `${countInWords(matches)} of ${entriesInWords(file.entries)}` : entriesInWords(matches),
    file.reason ? reasonInWords(file.reason) : '',
    file.isNote ? 'daily note' : '',
  ];
  return (
    <GroupRow stop={stop} title={title} count={count.filter(Boolean).join(' · ')}>
      {writable && !file.isNote && (
        <Button
          look="text"
          aria-label={`Restore all ${isPart ? `${all} ` : ''}of ${title}`}
          onClick={() => restoreFile(file.name, file.date)}
        >
          {isPart ? `Restore all ${all}…` : matches === 1 ? 'Restore…' : 'Restore all…'}
        </Button>
      )}
    </GroupRow>
  );
}

type ArchivedItem = Readonly<{ entry: ArchivedEntry; words: readonly string[]; today: string }>;

const columns: readonly Column<ArchivedItem>[] = [
  choiceColumn(({ entry }) => entryName(entry)),
  {
    id: 'value',
    look: 'value',
    className: entryRow['value'],
    cell: ({ entry, words }) => <EntryText entry={atAGlance(entry)} found={words} />,
  },
  {
    id: 'section',
    look: 'bare',
    className: classNames(entryRow['marks'], 'detail wide-only'),
    // The heading above already has the day of a note.
    text: ({ entry: { category, section, archivedDate } }) =>
      category ? sectionLabels[category] : section === archivedDate ? null : section,
  },
  {
    id: 'age',
    look: 'bare',
    className: entryRow['age'],
    data: { 'data-gives-way': true },
    text: ({ entry: { date }, today }) => (date === null ? null : `Learned ${ageInWords(date, today)}`),
    about: ({ entry: { date } }) => (date === null ? undefined : dateInWords(date)),
  },
];

const actionsColumn: Column<ArchivedItem> = {
  id: 'actions',
  look: 'bare',
  className: actions['actions'],
  cell: ({ entry }) => (
    <>
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
    </>
  ),
};

const writableColumns = [...columns, actionsColumn];

type ArchiveEntryRowProps = Readonly<{ item: ArchivedItem; stop: RowStop; writable: boolean }>;

export const ArchiveEntryRow = ({ item, stop, writable }: ArchiveEntryRowProps) => (
  <ListRow
    stop={stop}
    item={item}
    columns={writable ? writableColumns : columns}
    isLine={false}
    className={classNames(entryRow['row'], styles['entry'])}
    label={nameAndText(atAGlance(item.entry))}
    data={{ 'data-row': item.entry.id }}
  />
);

/** An entry's text for its row; text from a topic file is shown without its frontmatter. */
const atAGlance = ({ key, topic, value }: ArchivedEntry): { readonly key: string | null; readonly value: string } => ({
  key,
  value: topic === undefined ? value : value.replace(/\n---\n[\s\S]*?\n---\n\s*/, '\n'),
});

function reasonInWords(reason: string): string {
  return reason === 'size_management'
    ? 'archived automatically'
    : reason === 'user_request'
      ? 'archived by you'
      : reason;
}
