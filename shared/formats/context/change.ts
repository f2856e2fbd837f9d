import { leavingOrder, planArchive } from '../../entries/archive-plan.ts';
import type { TextMeasure } from '../../entries/measure.ts';
import { applyEdits } from '../../text/edits.ts';
import type { MemoryDocument } from '../document.ts';
import { carryOut, type EntryPlan, removeEntries } from './carry-out.ts';
import { countChange, newFrontmatter } from './frontmatter-edits.ts';
import type { Departure } from './operations.ts';
import { readContext } from './read-document.ts';

/** A change to a context file, computed and not yet written. */
export type ContextChange = {
  /** The file afterwards; the same object as before if nothing changed in meaning. */
  readonly after: MemoryDocument;
  /** What goes to the archive along with it: first what was archived by hand, then what the size rule takes. */
  readonly departures: readonly Departure[];
};

export type ChangeRules = {
  readonly today: string;
  readonly limit: number;
  /** What the limit is measured in; the estimate in the frontmatter is words × 1.3 whatever it is. */
  readonly measure: TextMeasure;
  /** Archive by the size rule if the result is over the limit. */
  readonly fit: boolean;
};

/**
 * Carries out a plan on a context file as one step: the plan, then archival if the rules ask for it, then date, version
 * and estimate, each once.
 */
export function changeContext(
  document: MemoryDocument,
  planned: { readonly plan: EntryPlan; readonly departures?: readonly Departure[] },
  rules: ChangeRules,
): ContextChange {
  return finishChange(document, carryOut(document, planned.plan, readContext), planned.departures ?? [], rules);
}

/**
 * The rest of a change: archival if the rules ask for it, then date, version and estimate.
 *
 * @param carriedOut the document with the plan carried out on it
 * @param byHand what the plan archives
 */
export function finishChange(
  document: MemoryDocument,
  carriedOut: MemoryDocument,
  byHand: readonly Departure[],
  rules: ChangeRules,
): ContextChange {
  let after = carriedOut;
  let departures = byHand;
  const room = roomOf(after, rules);
  if (rules.fit && rules.measure.tokensOf(room.weight) > rules.limit) {
    const order = leavingOrder(after.entries, rules.today, after.frontmatter.lastUpdated?.value ?? null);
    const { leaving } = planArchive(order, room);
    departures = [...departures, ...leaving.map((entry) => ({ entry, byHand: false }))];
    after = carryOut(after, removeEntries(leaving), readContext);
  }
  return { after: counted(document, after, rules.today), departures };
}

/** What a document takes of its limit, for the rules of size. */
export function roomOf(document: MemoryDocument, { limit, measure }: Pick<ChangeRules, 'limit' | 'measure'>) {
  return { weight: measure.ofDocument(document), limit, measure };
}

/** The document with its change counted in the frontmatter; unchanged if the text is. */
export function counted(before: MemoryDocument, after: MemoryDocument, today: string): MemoryDocument {
  if (after.text === before.text) {
    return before;
  }
  const edits = countChange(after, today, after.words);
  return edits.length === 0 ? after : readContext(applyEdits(after.text, edits), after);
}

/** An earlier text with the three values that every change counts as they are now: they never count back. */
export function withValuesOf(now: MemoryDocument, wanted: MemoryDocument): MemoryDocument {
  const edits = (['lastUpdated', 'version', 'tokenEstimate'] as const).flatMap((field) => {
    const [from, to] = [now.frontmatter[field], wanted.frontmatter[field]];
    return from && to && from.value !== null && from.written !== to.written
      ? [{ ...to.range, insert: from.written }]
      : [];
  });
  return edits.length === 0 ? wanted : readContext(applyEdits(wanted.text, edits), wanted);
}

/** What to begin with where there is no file, or nothing in it but white space, which stays. */
export function beginContext(document: MemoryDocument, today: string): MemoryDocument {
  const { text } = document;
  if (text.replace(/^\uFEFF/, '').trim() !== '') {
    return document;
  }
  const { lineEnd, frontmatter } = document;
  const start = `${newFrontmatter(today, 1, 0, lineEnd)}${lineEnd}# Global Context${lineEnd}`;
  return readContext(applyEdits(text, [{ from: frontmatter.start, to: frontmatter.start, insert: start }]));
}
