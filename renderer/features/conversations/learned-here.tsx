import { useEffect, useReducer } from 'react';
import { refOf } from '#shared/entries/entry.ts';
import { useAnswer } from '../../api/answers.ts';
import { on } from '../../api/connection.ts';
import { useContextStore } from '../../api/context-store.ts';
import { showInReview } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './learned-here.module.css';

type LearnedHereProps = Readonly<{ workspace: string; conversation: string; onShow: (at: number) => void }>;

/** What the memory that is open learned in a conversation, and what became of it. Nothing where that is nothing. */
export function LearnedHere({ workspace, conversation, onShow }: LearnedHereProps) {
  const [turn, again] = useReducer((turns: number) => turns + 1, 0);
  useEffect(() => on('conversations.changed', again), []);
  useEffect(() => on('context.changed', again), []);
  const { answer } = useAnswer('conversations.learned', { workspace, conversation }, turn);
  const entries = useContextStore((context) => (context.kind === 'ready' ? context.entries : null));
  if (answer === null || answer.learned.length === 0) {
    return null;
  }
  return (
    <section className={styles['learned']} aria-label="Learned here">
      <h3>Learned here</h3>
      <ul className="ruled">
        {answer.learned.map(({ text, at, entry }) => {
          const id = entry && entries?.find((one) => JSON.stringify(refOf(one)) === JSON.stringify(entry))?.id;
          return (
            <li key={`${at} ${text}`}>
              <p dir="auto">
                <VisibleText text={text} />
              </p>
              {entry === null && <p className="detail">Corrected, archived or deleted since</p>}
              <div className="wrap-close">
                {id && (
                  <Button look="link" onClick={() => showInReview(id)}>
                    Show in Review
                  </Button>
                )}
                {at !== null && (
                  <Button look="link" onClick={() => onShow(at)}>
                    Where it was said
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
