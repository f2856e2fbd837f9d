import type { EraseOutcome, ErasePlace, ErasePreview } from '#shared/contract/features/erasure.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import { archiveInWords, entryName } from '../../wording/names.ts';
import styles from './erase-dialog.module.css';

const things: Readonly<Record<ErasePlace, readonly [where: string, one: string, many: string]>> = {
  context: ['What your assistant reads', 'entry', 'entries'],
  archive: ['The archive', 'entry', 'entries'],
  history: ['The history', 'version', 'versions'],
  undo: ['What can be undone', 'change', 'changes'],
  drafts: ['Text that isn’t saved yet', 'draft', 'drafts'],
  marks: ['Marks of what is new', 'note', 'notes'],
  cards: ['What waits for you to decide', 'note', 'notes'],
  settings: ['The settings', 'file', 'files'],
  recovered: ['Versions recovered after a crash', 'version', 'versions'],
  leftovers: ['Leftovers of interrupted writes', 'file', 'files'],
  log: ['The log', 'line', 'lines'],
  other: ['Other notes of Contexture’s', 'note', 'notes'],
};

/** Every place a text stands in, which entries lose how much of themselves, and what is out of reach. */
export function Places({ preview }: Readonly<{ preview: ErasePreview }>) {
  const { places, entries, entryCount, left } = preview;
  return (
    <>
      <div className={styles['part']} role="status">
        <h3>Found in</h3>
        <PlaceList name="Found in" places={places} />
      </div>
      {entries.length > 0 && (
        <div className={styles['part']}>
          <h3>Entries that change</h3>
          <ul aria-label="Entries that change">
            {entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list comes whole and is never reordered.
              <li key={index}>
                <span dir="auto">
                  <VisibleText text={`“${entryName(entry)}”`} />
                </span>
                <span className="quiet">
                  {entry.archive === null ? '' : `in the ${archiveInWords(entry.archive)}, `}
                  {entry.whole ? 'goes as a whole' : 'loses this part'}
                </span>
              </li>
            ))}
            {entryCount > entries.length && <li>and {countInWords(entryCount - entries.length)} more</li>}
          </ul>
        </div>
      )}
      <OutOfReach left={left} />
    </>
  );
}

export function PlaceList({ name, places }: Readonly<{ name: string; places: EraseOutcome['erased'] }>) {
  return (
    <ul aria-label={name}>
      {places.map(({ place, count }) => {
        const [where, one, many] = things[place];
        return (
          <li key={where}>
            <span>{where}</span>
            <span className={styles['count']}>{counted(count, one, many)}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Files that hold it and that Contexture does not change. */
export function OutOfReach({ left }: Readonly<{ left: EraseOutcome['left'] }>) {
  return (
    left.length > 0 && (
      <div className={styles['part']}>
        <h3>Outside Contexture’s control</h3>
        <ul className={styles['left']} aria-label="Outside Contexture’s control">
          {left.map(({ path, why }) => (
            <li key={path}>
              <VisibleText text={path} />
              <span className="quiet">
                <VisibleText text={why} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    )
  );
}
