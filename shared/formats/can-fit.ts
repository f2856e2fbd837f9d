import { ContextureError } from '../contract/errors.ts';
import { mayLeave } from '../entries/archive-plan.ts';
import { matchEntries } from '../entries/match-entries.ts';
import type { TextMeasure } from '../entries/measure.ts';
import type { ChangeRules } from './change.ts';
import type { MemoryDocument } from './document.ts';

/**
 * Refuses an insight or a pattern that would not fit even if all others that may leave had left: by the size rule it would
 * send everything there is to the archive, and then go there itself. What may not leave is put down whatever it costs,
 * and where it is over the limit already, that is no fault of what is new.
 *
 * @param after what was learned, before anything leaves for it
 * @throws `over_limit`
 */
export function checkCanFit(before: MemoryDocument, after: MemoryDocument, rules: Omit<ChangeRules, 'fit'>): void {
  const { today, limit, measure } = rules;
  const { tokensOf } = measure;
  if (tokensOf(measure.ofDocument(after)) <= limit) {
    return;
  }
  const stays = weightThatStays(before, today, measure);
  if (tokensOf(stays) > limit) {
    return;
  }
  const { added, changed } = matchEntries(before.entries, after.entries);
  const learned = [...added, ...changed.map((pair) => pair.after)].filter((entry) => mayLeave(entry, today));
  const largest = Math.max(0, ...learned.map(measure.weightOf));
  const tokensAfter = tokensOf(stays + largest);
  if (largest > 0 && tokensAfter > limit) {
    throw new ContextureError(
      'over_limit',
      `That can’t be put down: with what may never leave for the archive the context would have ${tokensAfter} tokens, over its limit of ${limit}, even if everything else had left. Say it in fewer words. Nothing was changed.`,
      { tokensAfter, limit },
    );
  }
}

/** Weight of all that the size rule leaves alone. */
function weightThatStays(document: MemoryDocument, today: string, measure: TextMeasure): number {
  const leaving = document.entries.filter((entry) => mayLeave(entry, today));
  return measure.ofDocument(document) - leaving.reduce((sum, entry) => sum + measure.weightOf(entry), 0);
}
