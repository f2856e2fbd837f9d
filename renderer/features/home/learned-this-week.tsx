import { useId } from 'react';
import { useApp } from '../../api/app-store.ts';
import type { ContextState } from '../../api/context-store.ts';
import { EntryText } from '../../entries/entry-text.tsx';
import { showInReview } from '../../jumps.ts';
import { ageInWords } from '../../wording/dates.ts';
import { learnedLately } from './learned-lately.ts';
import styles from './learned-this-week.module.css';

/** So many that they are taken in at a glance; Review has the others. */
const most = 8;

/** What the memory that is open learned in the last seven days, the latest first; each leads to Review. */
export function LearnedThisWeek({ context }: Readonly<{ context: ContextState }>) {
  const id = useId();
  const today = useApp((state) => state.today);
  const learned = context.kind === 'ready' ? learnedLately(context.entries, today) : [];
  if (learned.length === 0) {
    return null;
  }
  return (
    <section className="stack-2" aria-labelledby={id}>
      <h2 id={id} className={styles['heading']}>
        Learned this week <span className="count">{learned.length}</span>
      </h2>
      <ul className="panel">
        {learned.slice(0, most).map((entry) => (
          <li key={entry.id} className={styles['item']}>
            <button type="button" className={styles['open']} onClick={() => showInReview(entry.id)}>
              <span className="grow ellipsis" dir="auto">
                <EntryText entry={entry} />
              </span>
              <span className="detail">{ageInWords(entry.date, today)}</span>
            </button>
          </li>
        ))}
      </ul>
      {learned.length > most && <p className="detail">And {learned.length - most} more, in Review.</p>}
    </section>
  );
}
