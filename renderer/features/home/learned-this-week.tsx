import { useId } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { useApp } from '../../api/app-store.ts';
import type { ContextState } from '../../api/context-store.ts';
import { go } from '../../api/navigation.ts';
import { EntryText } from '../../entries/entry-text.tsx';
import { useFindingsIn, withoutSecrets } from '../../entries/findings/findings.ts';
import { showInReview } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { ageInWords } from '../../wording/dates.ts';
import { learnedLately } from './learned-lately.ts';

/** Few enough to take in at a glance; Review has the others. */
const most = 8;

export function LearnedThisWeek({ context }: Readonly<{ context: ContextState }>) {
  const id = useId();
  const today = useApp((state) => state.today);
  const learned = context.kind === 'ready' ? learnedLately(context.entries, today) : [];
  return (
    <div className="stack-2">
      {learned.length > 0 && (
        <section className="stack-2" aria-labelledby={id}>
          <h2 id={id} className="title">
            Learned this week <span className="count">{learned.length}</span>
          </h2>
          <ul className="panel divided">
            {learned.slice(0, most).map((entry) => (
              <LearnedItem key={entry.id} entry={entry} today={today} />
            ))}
          </ul>
          {learned.length > most && <p className="detail">And {learned.length - most} more, in Review.</p>}
        </section>
      )}
      <div>
        <Button look="link" onClick={() => go('week')}>
          What changed this week, in all memories
        </Button>
      </div>
    </div>
  );
}

/** Others may see Home over one’s shoulder: Review shows a secret, with its actions. */
function LearnedItem({ entry, today }: Readonly<{ entry: EntryView; today: string }>) {
  const findings = useFindingsIn(entry);
  return (
    <li className="row">
      <button
        type="button"
        className="words ends pressable focus-inside grow roomy"
        onClick={() => showInReview(entry.id)}
      >
        <span className="grow two-lines breaks" dir="auto">
          <EntryText entry={withoutSecrets(entry, findings)} />
        </span>
        <span className="detail keeps-width">{ageInWords(entry.date, today)}</span>
      </button>
    </li>
  );
}
