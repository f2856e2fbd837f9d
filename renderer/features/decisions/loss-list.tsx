import { type ReactNode, useState } from 'react';
import type { Loss, LossesDecision } from '#shared/contract/features/decisions.ts';
import { Button } from '../../ui/button.tsx';
import { ClampedText } from '../../ui/clamped-text.tsx';
import { TextVersions } from '../../ui/text-versions.tsx';
import { ValueText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { entryName } from '../../wording/names.ts';
import styles from './decision-strip.module.css';
import { fateInWords } from './decision-words.ts';
import { settle } from './decisions-store.ts';

const fewest = 3;

type LossListProps = Readonly<{
  workspace: string;
  decision: LossesDecision;
  writable: boolean;
  /** The answers for all of them. */
  answers: ReactNode;
}>;

/** What another program left out or wrote over, each with the way back. */
export function LossList({ workspace, decision, writable, answers }: LossListProps) {
  const [whole, setWhole] = useState(false);
  const { items, count } = decision;
  // One more takes no more room than a button that shows it.
  const shown = whole || items.length === fewest + 1 ? items : items.slice(0, fewest);
  // The title has said what happened to one, and to several of a kind.
  const told = items.length === count && items.every(({ what }) => what === items[0]?.what);
  return (
    <div className="stack-2">
      <ul className={styles['list']}>
        {shown.map((loss) => (
          <li key={loss.id} className={styles['loss']}>
            <LossTexts loss={loss} alone={count === 1} told={told} />
            {writable && count > 1 && (
              <Button
                look="link"
                aria-label={`Put back: ${entryName(loss.yours)}`}
                onClick={() => void settle(workspace, decision.id, 'put_back', [loss.id])}
              >
                Put back
              </Button>
            )}
          </li>
        ))}
      </ul>
      {whole && count > items.length && (
        <p className={styles['about']}>
          And {counted(count - items.length, 'more', 'more')}, which come back with all of yours.
        </p>
      )}
      <div className={styles['foot']}>
        {items.length > shown.length && (
          <Button look="link" onClick={() => setWhole(true)}>
            Show {counted(items.length - shown.length, 'more', 'more')}
          </Button>
        )}
        {answers}
      </div>
    </div>
  );
}

function LossTexts({ loss, alone, told }: Readonly<{ loss: Loss; alone: boolean; told: boolean }>) {
  const { what, yours, theirs } = loss;
  const about = [yours.key !== null && <code key="key">{yours.key}</code>, !told && fateInWords(what)].filter(Boolean);
  const lines = alone ? 3 : 2;
  return (
    <>
      <div className="grow">
        {theirs === null || theirs.value === yours.value ? (
          <div className="as-written" dir="auto">
            <ClampedText lines={lines}>
              <ValueText value={yours.value} />
            </ClampedText>
          </div>
        ) : (
          <TextVersions
            lines={lines}
            versions={[
              { name: 'Theirs', text: theirs.value },
              { name: 'Yours', text: yours.value },
            ]}
          />
        )}
      </div>
      {about.length > 0 && (
        <p className={styles['about']}>
          {about[0]}
          {about.length > 1 && ' · '}
          {about[1]}
        </p>
      )}
    </>
  );
}
