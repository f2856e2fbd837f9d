import { useState } from 'react';
import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import { useApp } from '../../api/app-store.ts';
import { useCapabilities, useMeasure } from '../../api/context-store.ts';
import { lazyPart } from '../../api/lazy-part.tsx';
import styles from '../../entries/details.module.css';
import { EntryHeading } from '../../entries/entry-text.tsx';
import { Fact, Inspector } from '../../entries/inspector.tsx';
import { askToErase } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { ConfidenceMark } from '../../ui/confidence-mark.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords } from '../../wording/counts.ts';
import { ageInWords, dateInWords } from '../../wording/dates.ts';
import { aboutKindNames, categoryNames, confidenceNames, sourceInWords } from '../../wording/names.ts';
import place from './archive-inspector.module.css';
import { deleteArchived, focusArchiveCursor, restoreEntries, useArchive } from './archive-store.ts';
import { type ArchivePages, matchAt } from './use-archive-pages.ts';

export function ArchiveInspector({ pages, writable }: Readonly<{ pages: ArchivePages; writable: boolean }>) {
  const cursor = useArchive((state) => state.cursor);
  const sheetOpen = useArchive((state) => state.sheetOpen);
  const capabilities = useCapabilities();
  const entry = cursor === null ? undefined : matchAt(pages, cursor);
  return (
    <Inspector
      label="Archived entry"
      sheetOpen={sheetOpen && entry !== undefined}
      onCloseSheet={() => {
        useArchive.setState({ sheetOpen: false });
        focusArchiveCursor();
      }}
    >
      {entry ? (
        <>
          {pages.kind === 'ready' && cursor !== null && (
            <p className={place['place']}>
              {countInWords(cursor + 1)} of {countInWords(pages.total)}
            </p>
          )}
          <ArchivedDetails entry={entry} writable={writable} />
        </>
      ) : (
        <p className={styles['unchosen']}>
          Select an entry to see its details. What you restore comes back{' '}
          {capabilities?.dates === false ? 'as it was.' : 'with its own date, source and confidence.'}
        </p>
      )}
    </Inspector>
  );
}

const EntryStory = lazyPart(() => import('../../entries/entry-story.tsx'), 'EntryStory');

/** Loaded on request. */
function Story({ entry }: Readonly<{ entry: ArchivedEntry }>) {
  const [isOpen, setOpen] = useState(false);
  const workspace = useApp(({ stage }) => (stage.kind === 'open' ? stage.workspace.id : null));
  return (
    <Disclosure className={styles['raw']} onToggle={(event) => setOpen(event.currentTarget.open)} summary="Its story">
      {isOpen && workspace !== null && <EntryStory workspace={workspace} entry={entry} isArchived restore={null} />}
    </Disclosure>
  );
}

function ArchivedDetails({ entry, writable }: Readonly<{ entry: ArchivedEntry; writable: boolean }>) {
  const today = useApp((state) => state.today);
  const { tokensOf, name } = useMeasure();
  const { confidence = true, dates = true, headings = false } = useCapabilities() ?? {};
  return (
    <article className={styles['details']} aria-label="Details">
      <EntryHeading entry={{ key: entry.key, value: entry.value }} />
      {confidence && (
        <p className={styles['sureWords']}>
          <ConfidenceMark confidence={entry.confidence} />
          {categoryNames[entry.category ?? 'unsorted']}, {confidenceNames[entry.confidence].toLowerCase()}
          {entry.categoryGuessed && <span className="quiet">(section not recorded)</span>}
        </p>
      )}
      <dl className={styles['facts']}>
        {dates && (
          <Fact name="Learned">{`${dateInWords(entry.date)}${entry.date ? ` · ${ageInWords(entry.date, today)}` : ''}`}</Fact>
        )}
        <Fact name={entry.isNote ? 'Noted' : 'Archived'}>{dateInWords(entry.archivedDate)}</Fact>
        {(dates || entry.source !== null) && <Fact name="Source">{sourceInWords(entry.source)}</Fact>}
        {entry.flags.about && (
          <Fact name="About">
            <VisibleText text={entry.flags.about.name} />
            <span className="quiet"> · {aboutKindNames[entry.flags.about.kind]}</span>
          </Fact>
        )}
        {headings && entry.section !== '' && entry.section !== entry.archivedDate && (
          <Fact name="Heading">
            <VisibleText text={entry.section} />
          </Fact>
        )}
        <Fact name="Size">{`${amountInWords(tokensOf(entry.weight), name)}${name === 'characters' ? ', separator included' : ''}`}</Fact>
      </dl>
      {entry.isNote && (
        <p className="quiet">
          Your assistant noted this itself. Keeping it adds it to the memory; the note stays as it is.
        </p>
      )}
      {writable && (
        <div className="stack-1">
          <div className="wrap-close">
            <Button look="primary" onClick={() => restoreEntries([entry])}>
              {entry.isNote ? 'Keep in memory' : 'Restore'}
            </Button>
            {!entry.isNote && (
              <Button look="danger" className={styles['last'] ?? ''} onClick={() => deleteArchived([entry])}>
                Delete
              </Button>
            )}
          </div>
          {!entry.isNote && (
            <Button look="text-danger" onClick={() => askToErase(entry.value)}>
              Erase everywhere…
            </Button>
          )}
        </div>
      )}
      {!entry.isNote && <Story key={entry.id} entry={entry} />}
      <Disclosure className={styles['raw']} summary="In the file">
        <pre dir="auto">
          <VisibleText text={entry.raw} />
        </pre>
      </Disclosure>
    </article>
  );
}
