import { ContextureError } from '../../contract/errors.ts';
import { mayLeave } from '../../entries/archive-plan.ts';
import { matchEntries } from '../../entries/match-entries.ts';
import { estimateOfWords } from '../../entries/token-estimate.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';

type Rules = { readonly today: string; readonly limit: number };

/**
 * Refuses what would not fit even if all that may leave had left: by the size rule it would send everything there is to
 * the archive, and then go there itself. Where what may not leave is over the limit already, that is no fault of what is
 * new, and nothing is refused.
 *
 * @param after what was learned, before anything leaves for it
 * @throws `over_limit`
 */
export function checkCanFit(before: MemoryDocument, after: MemoryDocument, rules: Rules): void {
  const { today, limit } = rules;
  const stays = wordsThatStay(after, today);
  if (estimateOfWords(after.words) <= limit || estimateOfWords(wordsThatStay(before, today)) > limit) {
    return;
  }
  const { added, changed } = matchEntries(before.entries, after.entries);
  const learned = [...added, ...changed.map((pair) => pair.after)];
  const largest = Math.max(0, ...learned.filter((entry) => mayLeave(entry, today)).map(({ words }) => words));
  const tokensAfter = estimateOfWords(stays + largest);
  if (tokensAfter > limit) {
    throw new ContextureError(
      'over_limit',
      `That can’t be put down: with what may never leave for the archive the context would have ${tokensAfter} tokens, over its limit of ${limit}, even if everything else had left. Say it in fewer words. Nothing was changed.`,
      { tokensAfter, limit },
    );
  }
}

/** Words of all that the size rule leaves alone. */
function wordsThatStay({ entries, words }: MemoryDocument, today: string): number {
  const leaving = entries.filter((entry: ParsedEntry) => mayLeave(entry, today));
  return words - leaving.reduce((sum, entry) => sum + entry.words, 0);
}
