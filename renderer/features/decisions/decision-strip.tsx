import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Decision } from '#shared/contract/features/decisions.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { countInWords } from '../../wording/counts.ts';
import { timeInWords } from '../../wording/dates.ts';
import styles from './decision-strip.module.css';
import { titleOf } from './decision-words.ts';
import { settle, showDecision, useDecisions, useFollowDecisions } from './decisions-store.ts';
import { HeldTexts } from './held-texts.tsx';
import { LossList } from './loss-list.tsx';

type DecisionStripProps = Readonly<{ workspace: string; writable: boolean }>;

/** What waits for the person to choose, one at a time. It can be left for as long as they like. */
export function DecisionStrip({ workspace, writable }: DecisionStripProps) {
  useFollowDecisions(workspace);
  const { decisions, total, shown } = useDecisions();
  const at = Math.max(
    decisions.findIndex(({ id }) => id === shown),
    0,
  );
  const decision = decisions[at];
  if (!decision) {
    return null;
  }
  const answers = writable && <Answers workspace={workspace} decision={decision} />;
  return (
    <section className={styles['strip']} aria-label="For you to decide">
      <div className={styles['head']}>
        <div className={styles['what']}>
          <h2 className={styles['title']}>{titleOf(decision)}</h2>{' '}
          <span className={styles['when']}>{timeInWords(decision.at)}</span>
        </div>
        {total > 1 && (
          <span className={styles['turn']}>
            <IconButton name="Previous decision" onClick={() => showDecision(-1)}>
              <ChevronLeft aria-hidden />
            </IconButton>
            {countInWords(at + 1)} of {countInWords(total)}
            <IconButton name="Next decision" onClick={() => showDecision(1)}>
              <ChevronRight aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      {decision.kind === 'held' ? (
        <>
          <HeldTexts key={decision.id} decision={decision} />
          {answers}
        </>
      ) : (
        <LossList key={decision.id} workspace={workspace} decision={decision} writable={writable} answers={answers} />
      )}
    </section>
  );
}

function Answers({ workspace, decision }: Readonly<{ workspace: string; decision: Decision }>) {
  const answer = (choice: Parameters<typeof settle>[2]) => (): void => void settle(workspace, decision.id, choice);
  return (
    <div className={styles['actions']} data-choice>
      {decision.kind === 'held' ? (
        <>
          <Button onClick={answer('take')}>Take theirs</Button>
          <Button onClick={answer('keep_both')}>Keep both</Button>
          <Button look="primary" onClick={answer('keep')}>
            Keep mine
          </Button>
        </>
      ) : (
        <>
          <Button onClick={answer('leave')}>{decision.count === 1 ? 'Leave it' : 'Leave them'}</Button>
          <Button look="primary" onClick={answer('put_back')}>
            {decision.count === 1 ? 'Put mine back' : 'Put all of mine back'}
          </Button>
        </>
      )}
    </div>
  );
}
