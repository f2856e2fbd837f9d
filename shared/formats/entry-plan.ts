import { ContextureError } from '../contract/errors.ts';
import { commonEnds } from '../entries/common-ends.ts';
import { type Category, refOf } from '../entries/entry.ts';
import { isSameLine, type KnownRewording } from '../entries/match-entries.ts';
import { applyEdits, type Edit } from '../text/edits.ts';
import type { MemoryDocument, ParsedEntry } from './document.ts';

/** Edits to a memory together with their meaning, entry by entry. */
export type EntryPlan = {
  readonly edits: readonly Edit[];
  /** Entries that no longer exist in their previous text. */
  readonly gone: readonly ParsedEntry[];
  readonly came: readonly { readonly category: Category | null; readonly raw: string }[];
};

export const noEntryPlan: EntryPlan = { edits: [], gone: [], came: [] };

export function joinPlans(plans: readonly EntryPlan[]): EntryPlan {
  return {
    edits: plans.flatMap((plan) => plan.edits),
    gone: plans.flatMap((plan) => plan.gone),
    came: plans.flatMap((plan) => plan.came),
  };
}

/** Replaces the lines of an entry by those of another in the same place. */
export const replaceEntry = (entry: ParsedEntry, raw: string): EntryPlan => ({
  edits: [{ ...entry.range, insert: raw }],
  gone: [entry],
  came: [{ category: entry.category, raw }],
});

/** Changes parts of an entry, by edits of the whole text. */
export function editEntry(entry: ParsedEntry, edits: readonly Edit[]): EntryPlan {
  const { from } = entry.range;
  const within = edits.map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from }));
  return edits.length === 0 ? noEntryPlan : { ...replaceEntry(entry, applyEdits(entry.raw, within)), edits };
}

/** Lists the new texts of the entries that plans rewrite, one each. */
export const rewordingsOf = (plans: readonly EntryPlan[]): readonly KnownRewording[] =>
  plans.flatMap(({ gone: [from], came: [to] }) => (from && to ? [{ from: refOf(from), to }] : []));

export function removeEntries(_: MemoryDocument, entries: readonly ParsedEntry[]): EntryPlan {
  const edits = entries.map((entry) => ({ from: entry.range.from, to: entry.syntax.blockEnd, insert: '' }));
  return { edits, gone: entries, came: [] };
}

type Reader = (text: string, before: MemoryDocument) => MemoryDocument;

/** Returns a document without some of its entries. @throws `section_unclear` if others would read differently */
export function withoutEntries(
  document: MemoryDocument,
  entries: readonly ParsedEntry[],
  { read, remove }: { readonly read: Reader; readonly remove: typeof removeEntries },
): MemoryDocument {
  return runPlan(document, remove(document, entries), read);
}

/** Applies a plan and reads the result back. @throws `section_unclear` if others would read differently */
export function runPlan(document: MemoryDocument, plan: EntryPlan, read: Reader): MemoryDocument {
  if (plan.edits.length === 0) {
    return document;
  }
  const after = read(applyEdits(document.text, plan.edits), document);
  const isAsMeant = readsAsMeant(document.entries, plan, after.entries);
  const otherText = (lines: MemoryDocument['notUnderstood']): string => lines.map((line) => line.text).join('\n');
  if (!isAsMeant || otherText(document.notUnderstood) !== otherText(after.notUnderstood)) {
    throw unclearAroundError(plan.gone[0]?.value ?? plan.came[0]?.raw ?? '');
  }
  return after;
}

/** Makes the error for other entries or lines that would read differently. @param text text of the change */
export function unclearAroundError(text: string): ContextureError {
  return new ContextureError(
    'section_unclear',
    `What is around “${text.trim().slice(0, 60)}” would read as something else with this change. Make it in the text, where you see all of it. Nothing was changed.`,
  );
}

/** True if the entries afterwards are those of before without those the plan removes, and with those it brings. */
function readsAsMeant(before: readonly ParsedEntry[], plan: EntryPlan, after: readonly ParsedEntry[]): boolean {
  const around = commonEnds(before, after, isSameLine);
  const removed = new Set(plan.gone);
  const stayed = before.slice(around.start, before.length - around.tail).filter((entry) => !removed.delete(entry));
  const wanted = [...stayed, ...plan.came];
  const found = after.slice(around.start, after.length - around.tail);
  // Mostly that is the same in the same order, and nothing is left to be counted.
  const { start, tail } = commonEnds(wanted, found, isSameLine);
  const balance = new Map<string, number>();
  const count = ({ category, raw }: EntryPlan['came'][number], by: number): void => {
    const name = `${category} ${raw}`;
    balance.set(name, (balance.get(name) ?? 0) + by);
  };
  for (const line of wanted.slice(start, wanted.length - tail)) {
    count(line, 1);
  }
  for (const line of removed) {
    count(line, -1);
  }
  for (const line of found.slice(start, found.length - tail)) {
    count(line, -1);
  }
  return [...balance.values()].every((sum) => sum === 0);
}
