import { createEntryFinder } from '../../entries/find-entry.ts';
import { isBlank } from '../../text/blanks.ts';
import { lastIndexStartingBy } from '../../text/last-from.ts';
import { type Line, splitLines } from '../../text/lines.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { type EntryPlan, joinPlans, replaceEntry } from '../entry-plan.ts';
import type { Return, TextReader } from '../format.ts';
import { endsLine, lineEndAt } from '../insertion.ts';
import { divideReturns } from '../refusals.ts';
import { addEntries } from './add-entries.ts';
import { type TrialOutcome, tryOut, unclearError } from './try-out.ts';

/** Plans returns to previous lines under their headings, else to the ends. @throws `key_exists`, `section_unclear` */
export function planReturns(document: MemoryDocument, returns: readonly Return[], read: TextReader): EntryPlan {
  const find = createEntryFinder(document.entries);
  const { replaced, others } = divideReturns(returns, ({ entry }) =>
    find.named({ category: null, key: entry.key }).find(({ section }) => section === entry.section),
  );
  const back = others.map(({ entry }) => entry);
  const replacing = [...replaced].map(([entry, raw]) => replaceEntry(entry, raw));
  const stand = (plan: EntryPlan | null): TrialOutcome | null => {
    const outcome = plan && tryOut(document, joinPlans([...replacing, plan]), read);
    return outcome && back.every((entry) => standsUnder(outcome, entry)) ? outcome : null;
  };
  const additions = back.map(({ section, raw }) => ({ section, raw }));
  const inPlace = stand(inTheirLines(document, back, true)) ?? stand(inTheirLines(document, back, false));
  if (inPlace !== null) {
    return inPlace.plan;
  }
  const atTheEnds = addEntries(document, additions, new Set()).plan;
  const outcome = stand(atTheEnds);
  if (outcome === null) {
    throw unclearError(document, joinPlans([...replacing, atTheEnds]), read, returns[0]?.entry.value ?? '');
  }
  return outcome.plan;
}

const standsUnder = ({ arrived }: TrialOutcome, { raw, section }: ParsedEntry): boolean =>
  arrived.some((entry) => entry.raw === raw && entry.section === section);

/** Puts entries in their previous lines; null if not possible. @param closesGaps true to replace blank lines left */
function inTheirLines(document: MemoryDocument, back: readonly ParsedEntry[], closesGaps: boolean): EntryPlan | null {
  const { text, entries } = document;
  const lines = splitLines(text);
  const plans: EntryPlan[] = [];
  const filled = new Set<Line>();
  const lineOf = ({ syntax }: ParsedEntry): number => syntax.place?.line ?? 0;
  let before = 0;
  for (const entry of back.toSorted((one, other) => lineOf(one) - lineOf(other))) {
    const { raw, syntax } = entry;
    const index = lineOf(entry) - 1 - before;
    const line = lines[index];
    const at = index === lines.length ? text.length : line?.from;
    const above =
      at === undefined ? undefined : entries[lastIndexStartingBy(entries, at - 1, ({ range }) => range.from)];
    if (at === undefined || (above && above.syntax.blockEnd > at)) {
      return null;
    }
    const start = Math.max(at, document.frontmatter.start);
    const gap = closesGaps && syntax.place?.leavesGap && isBlankLine(text, line) && !filled.has(line) ? line : null;
    if (gap) {
      filled.add(gap);
    }
    before += splitLines(raw).length - (gap ? 1 : 0);
    const insert = linesBack(document, entry, start);
    plans.push({ edits: [{ from: start, to: gap?.end ?? start, insert }], gone: [], came: [{ category: null, raw }] });
  }
  return joinPlans(plans);
}

const isBlankLine = (text: string, line: Line | undefined): line is Line =>
  line !== undefined && isBlank(text, line.from, line.to);

function linesBack(document: MemoryDocument, { raw, syntax: { place } }: ParsedEntry, at: number): string {
  const { text } = document;
  if (!endsLine(text, at)) {
    return lineEndAt(document, at) + raw;
  }
  const isLast = at === text.length && place?.lineEnd === '';
  return isLast ? raw : raw + lineEndAt({ text, lineEnd: place?.lineEnd || document.lineEnd }, at);
}
