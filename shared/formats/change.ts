import { ContextureError } from '../contract/errors.ts';
import { leavingOrder, mayLeave, planArchive } from '../entries/archive-plan.ts';
import { matchEntries } from '../entries/match-entries.ts';
import { type TextMeasure, unitInWords } from '../entries/measure.ts';
import { countInWords } from '../text/counts.ts';
import type { MemoryDocument } from './document.ts';
import { type EntryPlan, runPlan, withoutEntries } from './entry-plan.ts';
import type { Departure, MemoryFormat } from './format.ts';

/** Change to a memory, computed and not yet written. */
export type MemoryChange = {
  /** Document afterwards; the same object as before if nothing changed in meaning. */
  readonly after: MemoryDocument;
  /** Entries that go to the archive along with it: first those archived by hand, then those the size rule takes. */
  readonly departures: readonly Departure[];
};

export type ChangeRules = {
  readonly format: MemoryFormat;
  readonly today: string;
  readonly limit: number;
  /** Unit of the limit; the estimate in the frontmatter is words × 1.3 in any case. */
  readonly measure: TextMeasure;
  /** True to archive by the size rule if the result is over the limit. */
  readonly fit: boolean;
};

/** Applies a plan as one step: the plan, then archival if the rules ask for it, then the count, once. */
export function changeMemory(
  document: MemoryDocument,
  planned: { readonly plan: EntryPlan; readonly departures?: readonly Departure[] },
  rules: ChangeRules,
): MemoryChange {
  return finishChange(document, runPlan(document, planned.plan, rules.format.read), planned.departures ?? [], rules);
}

/** Finishes a change: archival if the rules ask for it, after the entries archived `byHand`; then the count. */
export function finishChange(
  document: MemoryDocument,
  carriedOut: MemoryDocument,
  byHand: readonly Departure[],
  rules: ChangeRules,
): MemoryChange {
  let after = carriedOut;
  let departures = byHand;
  const room = sizeInput(after, rules);
  if (rules.fit && rules.measure.tokensOf(room.weight) > rules.limit) {
    const order = leavingOrder(after.entries, rules.today, after.frontmatter.lastUpdated?.value ?? null);
    const { leaving } = planArchive(order, room);
    departures = [...departures, ...leaving.map((entry) => ({ entry, byHand: false }))];
    after = withoutEntries(after, leaving, rules.format);
  }
  return { after: rules.format.count(document, after, rules.today), departures };
}

export function sizeInput(document: MemoryDocument, { limit, measure }: Pick<ChangeRules, 'limit' | 'measure'>) {
  return { weight: measure.ofDocument(document), limit, measure };
}

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
      `That can’t be put down: with what may never leave for the archive the memory would have ${tokensAfter} ${unitInWords(measure.name, tokensAfter)}, over its limit of ${limit}, even if everything else had left. Say it in fewer words. Nothing was changed.`,
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
