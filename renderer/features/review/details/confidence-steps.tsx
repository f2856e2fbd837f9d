import { ArrowDown, ArrowUp } from 'lucide-react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import styles from '../../../entries/details.module.css';
import { Button } from '../../../ui/button.tsx';
import { ConfidenceMark } from '../../../ui/confidence-mark.tsx';
import { categoryNames, confidenceNames } from '../../../wording/names.ts';
import { act } from '../actions.ts';

/** How sure the assistant is, with one step up and one step down. */
export function ConfidenceSteps({ entry, writable }: Readonly<{ entry: EntryView; writable: boolean }>) {
  return (
    <div className="row wrap">
      <p className={styles['sureWords']}>
        <ConfidenceMark confidence={entry.confidence} />
        {categoryNames[entry.category ?? 'unsorted']}, {confidenceNames[entry.confidence].toLowerCase()}
      </p>
      {writable && (
        <>
          <Button disabled={entry.confidence === 'certain'} onClick={() => act('confirm', [entry])}>
            Confirm <ArrowUp aria-hidden />
          </Button>
          <Button disabled={entry.confidence === 'tentative'} onClick={() => act('demote', [entry])}>
            Less sure <ArrowDown aria-hidden />
          </Button>
        </>
      )}
    </div>
  );
}
