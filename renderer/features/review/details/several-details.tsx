import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { amountInWords } from '#shared/entries/measure.ts';
import styles from '../../../ui/details.module.css';
import { Details } from '../../../ui/details.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { countInWords, entriesInWords } from '../../../wording/counts.ts';
import { entryName } from '../../../wording/names.ts';
import { takenBy, useChosenEntries } from '../use-chosen-entries.ts';

/** Most names shown; nobody reads more. */
const most = 50;

export function SeveralDetails({ tokens }: Pick<ContextSummary, 'tokens'>) {
  const entries = useChosenEntries();
  return (
    <Details
      title={`${entriesInWords(entries.length)} · ${amountInWords(takenBy(entries, tokens).size, tokens.measure)}`}
    >
      <ul className={styles['facts']}>
        {entries.slice(0, most).map((entry) => (
          <li key={entry.id} className="ellipsis" dir="auto">
            <VisibleText text={entryName(entry)} />
          </li>
        ))}
        {entries.length > most && <li className="quiet">and {countInWords(entries.length - most)} more</li>}
      </ul>
    </Details>
  );
}
