import type { ReturnedText } from '#shared/contract/features/erasure.ts';
import { programInWords } from '#shared/programs/program-ids.ts';
import { useApp } from '../../api/app-store.ts';
import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { dayOfMoment, momentInWords, timeInWords } from '../../wording/dates.ts';
import { placeInWords } from '../../wording/names.ts';
import { acceptReturned, askToEraseAgain, useErase } from './erase-store.ts';

const maxShown = 3;

/** Reports that an erased text has returned, or that an erasure was interrupted. */
export function ReturnedStrips({ workspace, writable }: Readonly<{ workspace: string; writable: boolean }>) {
  const { returned, interrupted } = useErase();
  const today = useApp((state) => state.today);
  const byText = [...new Map(returned.map((each) => [each.id, each])).values()].filter(
    ({ id }) => id !== interrupted?.id,
  );
  return (
    <>
      {interrupted && (
        <Strip
          tone="danger"
          label="An erasure was interrupted"
          actions={writable && <Button onClick={() => askToEraseAgain(interrupted.id)}>Do it again…</Button>}
        >
          <span role="alert">Something was being erased everywhere when it was interrupted. Parts may be left.</span>
        </Strip>
      )}
      {byText.slice(0, maxShown).map((each) => (
        <Strip
          key={each.id}
          tone="danger"
          label="Something you erased is back"
          actions={
            <>
              <Button onClick={() => acceptReturned(workspace, each.id)}>Keep it</Button>
              {writable && <Button onClick={() => askToEraseAgain(each.id)}>Erase again…</Button>}
            </>
          }
        >
          <span role="alert">Something you erased is back: {returnInWords(each, today)}.</span>
        </Strip>
      ))}
    </>
  );
}

/** Place, writer and time of a return: "in Insights, written by another program at 14:32". */
function returnInWords({ at, who, name, file, category }: ReturnedText, today: string): string {
  const by = {
    outside: 'by another app',
    assistant: `by ${programInWords(name ?? 'an assistant')}`,
    person: 'by you',
    app: 'by Contexture',
  }[who];
  const when = dayOfMoment(at) === today ? `at ${timeInWords(at)}` : `on ${momentInWords(at)}`;
  return `in ${placeInWords(file, category)}, written ${by} ${when}`;
}
