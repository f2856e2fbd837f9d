import { leavingOrder, planArchive } from '../entries/archive-plan.ts';
import type { TextMeasure } from '../entries/measure.ts';
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
