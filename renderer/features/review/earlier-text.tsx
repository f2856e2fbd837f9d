import type { Earlier, EntryView } from '#shared/contract/features/memory.ts';
import { Button } from '../../ui/button.tsx';
import { ClampedText } from '../../ui/clamped-text.tsx';
import { OwnWords } from '../../ui/word-changes.tsx';
import { earlierInWords } from '../../wording/earlier.ts';
import { restoringOperation } from './triage.ts';
import { restoreEarlier } from './triage-actions.ts';

type EarlierTextProps = Readonly<{ entry: EntryView; earlier: Earlier; writable: boolean }>;

/** Text of an entry when the person last looked, with an action to restore it. */
export function EarlierText({ entry, earlier, writable }: EarlierTextProps) {
  const { before, value } = earlierInWords(entry, earlier);
  return (
    <div className="words quiet">
      <div className="breaks">
        <ClampedText lines={6}>
          <p>
            {before}
            {value !== null && (
              <>
                {' '}
                <span className="as-written" dir="auto">
                  <OwnWords text={value} other={entry.value} isGone />
                </span>
              </>
            )}
          </p>
        </ClampedText>
      </div>
      {writable && restoringOperation(entry) !== null && (
        <Button look="link" title="Make it as it was (R)" onClick={() => void restoreEarlier(entry)}>
          Restore
        </Button>
      )}
    </div>
  );
}
