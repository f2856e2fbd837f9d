import { type ReactNode, useId, useState } from 'react';
import type { Params } from '#shared/contract/contract.ts';
import type { Twin, TwinsView } from '#shared/contract/features/twins.ts';
import { isCorrection } from '#shared/entries/correction.ts';
import { refOf } from '#shared/entries/entry.ts';
import { useCapabilities } from '../../api/context-store.ts';
import { EntryText } from '../../entries/entry-text.tsx';
import { Button } from '../../ui/button.tsx';
import { AreaField } from '../../ui/field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { OwnWords } from '../../ui/word-changes.tsx';
import { counted } from '../../wording/counts.ts';
import { dateInWords } from '../../wording/dates.ts';
import { confidenceNames, sectionLabels } from '../../wording/names.ts';
import styles from './twins-dialog.module.css';

type TwinsCardProps = Readonly<{
  twins: TwinsView;
  writable: boolean;
  onAnswer: (answer: Params<'twins.settle'>['answer']) => void;
}>;

export function TwinsCard({ twins, writable, onAnswer }: TwinsCardProps) {
  const { kind, entries, count, suggested, merged } = twins;
  const [keptIndex, setKeptIndex] = useState(suggested);
  const [text, setText] = useState(merged);
  const group = useId();
  const chosen = entries[keptIndex];
  const isPair = count === 2;
  const others = entries.length - 1;
  return (
    <>
      <fieldset className="stack-2">
        <legend className="detail below-2">{writable ? 'Which one to keep' : 'They say'}</legend>
        {entries.map((entry, index) => (
          <label key={`${entry.category} ${entry.ordinal} ${entry.raw}`} className={styles['entry']}>
            <input
              type="radio"
              name={group}
              hidden={!writable}
              checked={keptIndex === index}
              onChange={() => setKeptIndex(index)}
            />
            <span className="grow stack">
              <span className="as-written" dir="auto">
                <EntryText entry={entry} drawn={isPair ? ownWords(entry, entries[1 - index]) : undefined} />
              </span>
              <About entry={entry} />
            </span>
          </label>
        ))}
      </fieldset>
      {count > entries.length && (
        <p className="detail">And {counted(count - entries.length, 'more', 'more')}, which come up after these.</p>
      )}
      {writable && kind !== 'same' && (
        <AreaField
          label={`Or write one text for ${isPair ? 'both' : 'all of them'}`}
          hint="It replaces the one chosen above."
          rows={3}
          dir="auto"
          value={text}
          onType={setText}
        />
      )}
      <div className="answers">
        <Button onClick={() => onAnswer({ choice: 'right' })}>{isPair ? 'Both are right' : 'All are right'}</Button>
        {writable && chosen && (
          <>
            <Button
              look={kind === 'same' ? 'primary' : 'plain'}
              onClick={() => onAnswer({ choice: 'keep', entry: refOf(chosen) })}
            >
              Keep one, delete {others === 1 ? 'the other' : `the other ${others}`}
            </Button>
            {kind !== 'same' && (
              <Button
                look="primary"
                disabled={text.trim() === ''}
                onClick={() => onAnswer({ choice: 'merge', entry: refOf(chosen), value: text.trim() })}
              >
                Merge into this text
              </Button>
            )}
          </>
        )}
      </div>
    </>
  );
}

/** Text of one of two, with the words marked that the other lacks; nothing if they don't differ. */
const ownWords = ({ value }: Twin, other: Twin | undefined): ReactNode =>
  other === undefined || value === other.value || value.trim() === '' ? undefined : (
    <OwnWords text={value} other={other.value} />
  );

function About({ entry }: Readonly<{ entry: Twin }>) {
  const { sections = true, confidence = true } = useCapabilities() ?? {};
  const { category, section, date, flags } = entry;
  const sectionName = sections ? sectionLabels[category ?? 'unsorted'] : section;
  const parts = [
    sectionName,
    confidence && confidenceNames[entry.confidence].toLowerCase(),
    date !== null && dateInWords(date),
    flags.pinned && 'pinned',
    flags.confirmed && 'confirmed by you',
    isCorrection(entry) && 'corrected by you',
  ].filter((part): part is string => typeof part === 'string' && part !== '');
  return (
    parts.length > 0 && (
      <span className="detail breaks">
        <VisibleText text={parts.join(' · ')} />
      </span>
    )
  );
}
