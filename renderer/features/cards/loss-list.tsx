import { useState } from 'react';
import type { Loss, LossesCard } from '#shared/contract/model.ts';
import { Button } from '../../ui/button.tsx';
import { TextVersions } from '../../ui/text-versions.tsx';
import { ValueText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { entryName } from '../../wording/names.ts';
import styles from './card-strip.module.css';
import { fateInWords } from './card-words.ts';
import { settle } from './cards-store.ts';

const fewest = 3;

type LossListProps = Readonly<{ workspace: string; card: LossesCard; writable: boolean }>;

/** What another program left out or wrote over, each with the way back. */
export function LossList({ workspace, card, writable }: LossListProps) {
  const [whole, setWhole] = useState(false);
  const { items, count } = card;
  // One more takes no more room than a button that shows it.
  const shown = whole || items.length === fewest + 1 ? items : items.slice(0, fewest);
  return (
    <div className={styles['losses']}>
      <ul className={styles['list']} data-long={whole || undefined}>
        {shown.map((loss) => (
          <li key={loss.id} className={styles['loss']}>
            <LossTexts loss={loss} alone={count === 1} />
            {writable && count > 1 && (
              <Button
                look="link"
                aria-label={`Put back: ${entryName(loss.yours)}`}
                onClick={() => void settle(workspace, card.id, 'put_back', [loss.id])}
              >
                Put back
              </Button>
            )}
          </li>
        ))}
      </ul>
      {items.length > shown.length && (
        <Button look="link" onClick={() => setWhole(true)}>
          Show {counted(items.length - shown.length, 'more', 'more')}
        </Button>
      )}
      {whole && count > items.length && (
        <p className={styles['about']}>
          And {counted(count - items.length, 'more', 'more')}, which come back with all of yours.
        </p>
      )}
    </div>
  );
}

function LossTexts({ loss, alone }: Readonly<{ loss: Loss; alone: boolean }>) {
  const { what, yours, theirs } = loss;
  const about = [yours.key !== null && <code key="key">{yours.key}</code>, !alone && fateInWords(what)].filter(Boolean);
  return (
    <div className={styles['words']}>
      {theirs === null || theirs.value === yours.value ? (
        <p className={styles['value']} dir="auto">
          <ValueText value={yours.value} />
        </p>
      ) : (
        <TextVersions
          versions={[
            { name: 'Theirs', text: theirs.value },
            { name: 'Yours', text: yours.value },
          ]}
        />
      )}
      {about.length > 0 && (
        <p className={styles['about']}>
          {about[0]}
          {about.length > 1 && ' · '}
          {about[1]}
        </p>
      )}
    </div>
  );
}
