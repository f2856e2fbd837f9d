import { leavingOrder, planArchive } from '../entries/archive-plan.ts';
import type { TextMeasure } from '../entries/measure.ts';
import type { MemoryDocument } from './document.ts';
import { carryOut, type EntryPlan, withoutEntries } from './entry-plan.ts';
import type { Departure, MemoryFormat } from './format.ts';

/** A change to a memory, computed and not yet written. */
export type MemoryChange = {
  /** The file afterwards; the same object as before if nothing changed in meaning. */
  readonly after: MemoryDocument;
  /** What goes to the archive along with it: first what was archived by hand, then what the size rule takes. */
  readonly departures: readonly Departure[];
};

export type ChangeRules = {
  readonly format: MemoryFormat;
  readonly today: string;
  readonly limit: number;
  /** What the limit is measured in; the estimate in the frontmatter is words × 1.3 whatever it is. */
  readonly measure: TextMeasure;
  /** Archive by the size rule if the result is over the limit. */
  readonly fit: boolean;
};

/** Carries out a plan as one step: the plan, then archival if the rules ask for it, then the count, once. */
export function changeMemory(
  document: MemoryDocument,
  planned: { readonly plan: EntryPlan; readonly departures?: readonly Departure[] },
  rules: ChangeRules,
): MemoryChange {
  return finishChange(document, carryOut(document, planned.plan, rules.format.read), planned.departures ?? [], rules);
}

/**
 * The rest of a change to `document`: archival if the rules ask for it, after what was archived by hand; the count.
 * @param carriedOut the document with the plan carried out on it
 * @param byHand what the plan archives
 */
export function finishChange(
  document: MemoryDocument,
  carriedOut: MemoryDocument,
  byHand: readonly Departure[],
  rules: ChangeRules,
): MemoryChange {
  let after = carriedOut;
  let departures = byHand;
  const room = roomOf(after, rules);
  if (rules.fit && rules.measure.tokensOf(room.weight) > rules.limit) {
    const order = leavingOrder(after.entries, rules.today, after.frontmatter.lastUpdated?.value ?? null);
    const { leaving } = planArchive(order, room);
    departures = [...departures, ...leaving.map((entry) => ({ entry, byHand: false }))];
    after = withoutEntries(after, leaving, rules.format);
  }
  return { after: rules.format.count(document, after, rules.today), departures };
}

/** What a document takes of its limit, for the rules of size. */
export function roomOf(document: MemoryDocument, { limit, measure }: Pick<ChangeRules, 'limit' | 'measure'>) {
  return { weight: measure.ofDocument(document), limit, measure };
}
