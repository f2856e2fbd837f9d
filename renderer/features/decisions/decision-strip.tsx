import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Decision } from '#shared/contract/features/decisions.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { countInWords } from '../../wording/counts.ts';
import { timeInWords } from '../../wording/dates.ts';
import styles from './decision-strip.module.css';
import { titleOf } from './decision-words.ts';
import { settle, showCard, useCards, useFollowCards } from './decisions-store.ts';
import { HeldTexts } from './held-texts.tsx';
import { LossList } from './loss-list.tsx';

type DecisionStripProps = Readonly<{ workspace: string; writable: boolean }>;

/** What waits for the person to choose, one at a time. It can be left for as long as they like. */
export function DecisionStrip({ workspace, writable }: DecisionStripProps) {
  useFollowCards(workspace);
  const { cards, total, shown } = useCards();
  const at = Math.max(
    cards.findIndex(({ id }) => id === shown),
    0,
  );
  const card = cards[at];
  if (!card) {
    return null;
  }
  const answers = writable && <Answers workspace={workspace} card={card} />;
  return (
    <section className={styles['strip']} aria-label="For you to decide">
      <div className={styles['head']}>
        <div className={styles['what']}>
          <h2 className={styles['title']}>{titleOf(card)}</h2>{' '}
          <span className={styles['when']}>{timeInWords(card.at)}</span>
        </div>
        {total > 1 && (
          <span className={styles['turn']}>
            <IconButton name="Card before" onClick={() => showCard(-1)}>
              <ChevronLeft aria-hidden />
            </IconButton>
            {countInWords(at + 1)} of {countInWords(total)}
            <IconButton name="Next card" onClick={() => showCard(1)}>
              <ChevronRight aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      {card.kind === 'held' ? (
        <>
          <HeldTexts key={card.id} card={card} />
          {answers}
        </>
      ) : (
        <LossList key={card.id} workspace={workspace} card={card} writable={writable} answers={answers} />
      )}
    </section>
  );
}

function Answers({ workspace, card }: Readonly<{ workspace: string; card: Decision }>) {
  const answer = (choice: Parameters<typeof settle>[2]) => (): void => void settle(workspace, card.id, choice);
  return (
    <div className={styles['actions']} data-choice>
      {card.kind === 'held' ? (
        <>
          <Button onClick={answer('take')}>Take theirs</Button>
          <Button onClick={answer('keep_both')}>Keep both</Button>
          <Button look="primary" onClick={answer('keep')}>
            Keep mine
          </Button>
        </>
      ) : (
        <>
          <Button onClick={answer('leave')}>{card.count === 1 ? 'Leave it' : 'Leave them'}</Button>
          <Button look="primary" onClick={answer('put_back')}>
            {card.count === 1 ? 'Put mine back' : 'Put all of mine back'}
          </Button>
        </>
      )}
    </div>
  );
}
