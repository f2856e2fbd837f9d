import { ContextureError } from '../contract/errors.ts';
import { mayLeave } from '../entries/archive-plan.ts';
import { matchEntries } from '../entries/match-entries.ts';
import { unitInWords } from '../entries/measure.ts';
import { countInWords } from '../text/counts.ts';
import type { ChangeRules } from './change.ts';
import type { MemoryDocument } from './document.ts';

/**
 * Refuses an insight or pattern that would not fit even alone: the size rule would archive everything, then it too. An
 * entry that may not leave is added whatever its size. A limit exceeded before is no fault of the new entries.
 * @param after with the new entries, before anything leaves for them
 * @throws `over_limit`
 */
export function checkCanFit(before: MemoryDocument, after: MemoryDocument, rules: Omit<ChangeRules, 'fit'>): void {
  const { today, limit, measure } = rules;
  const { tokensOf } = measure;
  if (tokensOf(measure.ofDocument(after)) <= limit) {
    return;
  }
  if (rules.format.refusesOverLimit) {
    checkNotGrown(before, after, rules);
    return;
  }
  const leaving = before.entries.filter((entry) => mayLeave(entry, today));
  const stays = measure.ofDocument(before) - leaving.reduce((sum, entry) => sum + measure.weightOf(entry), 0);
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
      `That can’t be put down: with what may never leave for the archive the context would have ${tokensAfter} ${unitInWords(measure.name, tokensAfter)}, over its limit of ${limit}, even if everything else had left. Say it in fewer words. Nothing was changed.`,
      { tokensAfter, limit },
    );
  }
}

/** Refuses the updates its own program would refuse: it archives nothing, so nothing leaves for them. */
function checkNotGrown(before: MemoryDocument, after: MemoryDocument, rules: Omit<ChangeRules, 'fit'>): void {
  const { limit, measure, format } = rules;
  const tokensAfter = measure.tokensOf(measure.ofDocument(after));
  if (tokensAfter > measure.tokensOf(measure.ofDocument(before))) {
    throw new ContextureError(
      'over_limit',
      `That can’t be put down: the memory would have ${countInWords(tokensAfter)} ${unitInWords(measure.name, tokensAfter)}, and ${format.capabilities.assistant} keeps to ${countInWords(limit)}. Shorten or remove something first. Nothing was changed.`,
      { tokensAfter, limit },
    );
  }
}
