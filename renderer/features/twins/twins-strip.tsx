import type { TwinsView } from '#shared/contract/features/twins.ts';
import { twinsTitle } from '#shared/twins/words.ts';
import { subjectFrom } from '#shared/wording/subjects.ts';
import { showTwins } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { Strip } from '../../ui/strip.tsx';
import { countInWords, entriesInWords } from '../../wording/counts.ts';
import { useTwins } from './twins-store.ts';

export function TwinsStrip() {
  const { twins, open } = useTwins();
  return (
    open > 0 && (
      <Strip label="Said more than once" actions={<Button onClick={() => showTwins()}>Compare</Button>}>
        {saidTwiceInWords(
          open,
          twins.find(({ right }) => !right),
        )}
        .
      </Strip>
    )
  );
}

/** Title for duplicates, without a full stop. @param first not all of them may be known here */
export function saidTwiceInWords(count: number, first: TwinsView | undefined): string {
  if (count > 1 || first === undefined) {
    return `${countInWords(count)} things are said more than once`;
  }
  switch (first.kind) {
    case 'key':
      return twinsTitle(first, subjectFrom);
    case 'same':
      return `${entriesInWords(first.count)} say the same`;
    case 'near':
      return `${entriesInWords(first.count)} say almost the same`;
  }
}
