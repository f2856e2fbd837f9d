import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { useApp } from '../../api/app-store.ts';
import { useCapabilities, useMeasure } from '../../api/context-store.ts';
import { EntryHeading } from '../../entries/entry-text.tsx';
import { ItsStory } from '../../entries/its-story.tsx';
import { askToErase } from '../../jumps.ts';
import { ListInspector } from '../../list/list-inspector.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfidenceMark } from '../../ui/confidence-mark.tsx';
import { Actions, Details, FactList, type FactRecord, InTheFile, RawText } from '../../ui/details.tsx';
import { countInWords } from '../../wording/counts.ts';
import { ageInWords, dateInWords } from '../../wording/dates.ts';
import { aboutKindNames, categoryNames, confidenceNames, sourceInWords } from '../../wording/names.ts';
import { deleteArchived, restoreEntries, useArchive } from './archive-store.ts';
import { type ArchivePages, matchAt } from './use-archive-pages.ts';

export function ArchiveInspector({ pages, writable }: Readonly<{ pages: ArchivePages; writable: boolean }>) {
  const cursor = useArchive((state) => state.cursor);
  const capabilities = useCapabilities();
  const entry = cursor === null ? undefined : matchAt(pages, cursor);
  const how = capabilities?.dates === false ? 'as it was' : 'with its own date, source and confidence';
  return (
    <ListInspector
      label="Archived entry"
      store={useArchive}
      none={`Select an entry to see its details. What you restore comes back ${how}.`}
    >
      {entry === undefined ? null : (
        <>
          {pages.kind === 'ready' && cursor !== null && (
            <p className="count inset">
              {countInWords(cursor + 1)} of {countInWords(pages.total)}
            </p>
          )}
          <ArchivedDetails entry={entry} writable={writable} />
        </>
      )}
    </ListInspector>
  );
}

function useArchivedFacts(entry: ArchivedEntry): readonly FactRecord[] {
  const today = useApp((state) => state.today);
  const { tokensOf, name } = useMeasure();
  const { dates = true, headings = false } = useCapabilities() ?? {};
  const { date, archivedDate, isNote, source, section, weight, flags } = entry;
  const hasHeading = headings && section !== '' && section !== archivedDate;
  return [
    { label: 'Learned', value: dates && dateInWords(date), aside: date && ageInWords(date, today) },
    { label: isNote ? 'Daily note' : 'Archived', value: dateInWords(archivedDate) },
    { label: 'Source', value: (dates || source !== null) && sourceInWords(source) },
    { label: 'About', value: flags.about?.name, aside: flags.about && aboutKindNames[flags.about.kind] },
    { label: 'Heading', value: hasHeading && section },
    {
      label: 'Size',
      value: `${amountInWords(tokensOf(weight), name)}${name === 'characters' ? ', separator included' : ''}`,
    },
  ];
}

function ArchivedDetails({ entry, writable }: Readonly<{ entry: ArchivedEntry; writable: boolean }>) {
  const workspace = useApp(({ stage }) => (stage.kind === 'open' ? stage.workspace.id : null));
  const { confidence = true } = useCapabilities() ?? {};
  const facts = useArchivedFacts(entry);
  return (
    <Details title={null}>
      <EntryHeading entry={{ key: entry.key, value: entry.value }} />
      {confidence && (
        <p className="words">
          <ConfidenceMark confidence={entry.confidence} />
          {categoryNames[entry.category ?? 'unsorted']}, {confidenceNames[entry.confidence].toLowerCase()}
          {entry.categoryGuessed && <span className="quiet">(section not recorded)</span>}
        </p>
      )}
      <FactList facts={facts} />
      {entry.isNote && (
        <p className="quiet">
          Your assistant noted this itself. Keeping it adds it to the memory; the note stays as it is.
        </p>
      )}
      {writable && (
        <div className="stack-1">
          <div className="wrap-close">
            <Actions
              actions={[
                {
                  label: entry.isNote ? 'Keep in memory' : 'Restore',
                  look: 'primary',
                  onClick: () => restoreEntries([entry]),
                },
                !entry.isNote && {
                  label: 'Delete',
                  look: 'danger',
                  className: 'at-end',
                  onClick: () => deleteArchived([entry]),
                },
              ]}
            />
          </div>
          {!entry.isNote && (
            <Button look="text-danger" onClick={() => askToErase(entry.value)}>
              Erase everywhere…
            </Button>
          )}
        </div>
      )}
      {!entry.isNote && workspace !== null && (
        <ItsStory key={entry.id} workspace={workspace} entry={entry} isArchived restore={null} />
      )}
      <InTheFile>
        <RawText text={entry.raw} />
      </InTheFile>
    </Details>
  );
}
