import type { TwinsView } from '#shared/contract/features/twins.ts';
import { twinsTitle } from '#shared/twins/words.ts';
import { subjectFrom } from '#shared/wording/subjects.ts';
import { countInWords, entriesInWords } from '../../wording/counts.ts';

/**
 * Title for duplicates in a memory, without a full stop.
 * @param count number of duplicates
 * @param first the first of them; not all may be known here
 */
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
