import type { EntryView } from '#shared/contract/features/memory.ts';
import { isCorrection } from '#shared/entries/correction.ts';
import styles from '../../entries/entry-row.module.css';
import { markNames } from '../../wording/names.ts';

/** What stands on a row about what others did, or what was answered to it; null for nothing. */
export function markWord(entry: EntryView, answered: boolean): string | null {
  if (answered) {
    return isCorrection(entry) ? 'corrected' : 'kept';
  }
  return entry.mark && markNames[entry.mark];
}

const titles: Readonly<Record<NonNullable<EntryView['mark']>, string>> = {
  new: 'Learned since you last looked',
  changed: 'Changed since you last looked',
  superseded: 'You had corrected this, and it was replaced since you last looked',
};

export function MarkWord({ entry, answered }: Readonly<{ entry: EntryView; answered: boolean }>) {
  const word = markWord(entry, answered);
  if (word === null) {
    return null;
  }
  return answered || entry.mark === null ? (
    <span className="detail">{word}</span>
  ) : (
    <span className={styles['mark']} data-mark={entry.mark} title={titles[entry.mark]}>
      {word}
    </span>
  );
}
