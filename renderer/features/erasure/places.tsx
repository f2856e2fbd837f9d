import type { EraseOutcome, ErasePreview } from '#shared/contract/features/erasure.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords } from '../../wording/counts.ts';
import { archiveInWords, entryName } from '../../wording/names.ts';
import styles from './erase-dialog.module.css';
import { placeInWords } from './erase-words.ts';

/** Every place a text stands in, which entries lose how much of themselves, and what is out of reach. */
export function Places({ preview }: Readonly<{ preview: ErasePreview }>) {
  const { places, entries, entryCount, left } = preview;
  return (
    <>
      <div className={styles['part']} role="status">
        <h3>Where it stands</h3>
        <PlaceList name="Where it stands" places={places} />
      </div>
      {entries.length > 0 && (
        <div className={styles['part']}>
          <h3>Entries that change</h3>
          <ul className={styles['entries']} aria-label="Entries that change">
            {entries.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list comes whole and is never reordered.
              <li key={index}>
                <span dir="auto">
                  <VisibleText text={`“${entryName(entry)}”`} />
                </span>
                <span className={styles['quiet']}>
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
    <ul className={styles['places']} aria-label={name}>
      {places.map(placeInWords).map(([where, count]) => (
        <li key={where}>
          <span>{where}</span>
          <span className={styles['count']}>{count}</span>
        </li>
      ))}
    </ul>
  );
}

/** Files that hold it and that Contexture does not change. */
export function OutOfReach({ left }: Readonly<{ left: EraseOutcome['left'] }>) {
  return (
    left.length > 0 && (
      <div className={styles['part']}>
        <h3>Not in Contexture’s power</h3>
        <ul className={styles['left']} aria-label="Not in Contexture’s power">
          {left.map(({ path, why }) => (
            <li key={path}>
              <VisibleText text={path} />
              <span className={styles['quiet']}>
                <VisibleText text={why} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    )
  );
}
