import { useId } from 'react';
import type { Impact } from '#shared/contract/features/memory.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords, entriesInWords, tokensInWords } from '../../wording/counts.ts';
import styles from './restore-dialog.module.css';

type RoomChoiceProps = Readonly<{
  impact: Impact;
  choice: 'make' | 'over' | null;
  onChoose: (choice: 'make' | 'over') => void;
}>;

const maxNamed = 8;

/** There is not enough room: which entries would go instead, or over the limit. */
export function RoomChoice({ impact, choice, onChoose }: RoomChoiceProps) {
  const name = useId();
  const { wouldLeave, wouldLeaveCount, staysOver, tokensAfter, limit } = impact;
  return (
    <fieldset className={styles['room']}>
      <legend>That is {tokensInWords(tokensAfter - limit)} over the limit. What should give?</legend>
      {wouldLeaveCount > 0 && (
        <label className="choice">
          <input type="radio" name={name} checked={choice === 'make'} onChange={() => onChoose('make')} />
          <span>
            Archive {entriesInWords(wouldLeaveCount)} instead
            {staysOver && <span className="quiet"> (it stays over the limit even then)</span>}
          </span>
        </label>
      )}
      {wouldLeaveCount > 0 && (
        <ul className={styles['leaving']} aria-label="Would be archived instead">
          {wouldLeave.slice(0, maxNamed).map((entry) => (
            <li key={entry.raw} dir="auto">
              <VisibleText text={entry.value} />
            </li>
          ))}
          {wouldLeaveCount > maxNamed && <li>and {countInWords(wouldLeaveCount - maxNamed)} more</li>}
        </ul>
      )}
      <label className="choice">
        <input type="radio" name={name} checked={choice === 'over'} onChange={() => onChoose('over')} />
        <span>Go over the limit, archive nothing</span>
      </label>
    </fieldset>
  );
}
