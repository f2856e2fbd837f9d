import type { Earlier, EntryView } from '#shared/contract/model.ts';
import { Button } from '../../ui/button.tsx';
import { ValueText } from '../../ui/visible-text.tsx';
import { earlierInWords } from '../../wording/earlier.ts';
import styles from './earlier-text.module.css';
import { operationBack } from './triage.ts';
import { putBackEarlier } from './triage-actions.ts';

type EarlierTextProps = Readonly<{ entry: EntryView; earlier: Earlier; writable: boolean }>;

/** What an entry said when the person last looked, with the way back to it. */
export function EarlierText({ entry, earlier, writable }: EarlierTextProps) {
  const { before, value } = earlierInWords(entry, earlier);
  return (
    <div className={styles['earlier']}>
      <p>
        {before}
        {value !== null && (
          <>
            {' '}
            <span className={styles['value']} dir="auto">
              <ValueText value={value} />
            </span>
          </>
        )}
      </p>
      {writable && operationBack(entry) !== null && (
        <Button look="link" title="Make it say that again (r)" onClick={() => void putBackEarlier(entry)}>
          Put back
        </Button>
      )}
    </div>
  );
}
