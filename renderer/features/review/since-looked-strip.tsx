import type { ContextSummary } from '#shared/contract/features/memory.ts';
import { useApp } from '../../api/app-store.ts';
import { problemOf } from '../../api/problem.ts';
import { markAllRead } from '../../entries/marks.ts';
import { showRemoved } from '../../jumps.ts';
import { sayProblem } from '../../services/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { countInWords } from '../../wording/counts.ts';
import { noFilters } from './filters.ts';
import { filterBy } from './review-store.ts';
import { markedIn } from './triage.ts';
import { startTriage } from './triage-actions.ts';

type SinceLookedStripProps = Readonly<{ summary: ContextSummary }>;

/** What others did since the person last looked. Never in the way: it can be shown, marked as read, or left. */
export function SinceLookedStrip({ summary }: SinceLookedStripProps) {
  const shown = useApp((state) => state.preferences.reviewFilters.marks);
  const { new: added, changed, superseded, removed } = summary.marks;
  const parts = [
    superseded > 0 && replacedInWords(superseded),
    added > 0 && `${countInWords(added)} new`,
    changed > 0 && `${countInWords(changed)} changed`,
  ].filter(Boolean);
  if (parts.length === 0 && removed === 0) {
    return null;
  }
  const markRead = (): void => {
    markAllRead()
      .then(() => shown && filterBy({ ...useApp.getState().preferences.reviewFilters, marks: false }))
      .catch((error: unknown) => sayProblem(problemOf(error)));
  };
  return (
    <Strip
      label="Since you last looked"
      actions={
        <>
          {parts.length > 0 && (
            <Button title="One by one (t)" onClick={startTriage}>
              {markedIn(summary) === 1 ? 'Go through it' : 'Go through them'}
            </Button>
          )}
          {!shown && parts.length > 0 && (
            <Button look="quiet" onClick={() => filterBy({ ...noFilters, marks: true })}>
              Show
            </Button>
          )}
          <Button look="quiet" onClick={markRead}>
            Mark as seen
          </Button>
        </>
      }
    >
      {parts.join(', ')}
      {parts.length > 0 && removed > 0 && ', '}
      {removed > 0 && (
        <Button look="link" onClick={showRemoved}>
          {countInWords(removed)} removed
        </Button>
      )}{' '}
      since you last looked
    </Strip>
  );
}

/** What someone went to the trouble of correcting is said before anything else. */
const replacedInWords = (count: number): string =>
  count === 1 ? '1 of your corrections was replaced' : `${countInWords(count)} of your corrections were replaced`;
