import { ContextureError } from '../../contract/errors.ts';
import { createEntryFinder } from '../../entries/find-entry.ts';
import { lastFrom } from '../../text/last-from.ts';
import { splitLines } from '../../text/lines.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { type EntryPlan, joinPlans, unclearAround } from '../entry-plan.ts';
import type { Read, Return } from '../format.ts';
import { endsLine, lineEndAt } from '../insertion.ts';
import { addEntries } from './add-entries.ts';
import { type Outcome, tryOut } from './try-out.ts';

/**
 * The edits that bring archived entries back with their lines as they were: in the lines they stood in, if that is under their
 * headings still; else at the ends of their lists, or under headings of their own at the end.
 * @throws `key_exists` where the same name says something under the same heading by now; `section_unclear`
 */
export function planReturns(document: MemoryDocument, returns: readonly Return[], read: Read): EntryPlan {
  const find = createEntryFinder(document.entries);
  const back: ParsedEntry[] = [];
  const replaced = new Map<ParsedEntry, string>();
  for (const { entry, onDuplicate } of returns) {
    const duplicate = find.named({ category: null, key: entry.key }).find(({ section }) => section === entry.section);
    if (duplicate && onDuplicate === undefined) {
      throw new ContextureError(
        'key_exists',
        `“${entry.key}” is known already. Choose whether to replace what is known or to keep both.`,
        { key: entry.key, live: duplicate.raw, wanted: entry.raw },
      );
    }
    if (duplicate && onDuplicate === 'replace' && !replaced.has(duplicate)) {
      replaced.set(duplicate, entry.raw);
    } else {
      back.push(entry);
    }
  }
  const replacing = [...replaced].map(
    ([entry, raw]): EntryPlan => ({
      edits: [{ ...entry.range, insert: raw }],
      gone: [entry],
      came: [{ category: null, raw }],
    }),
  );
  const stand = (plan: EntryPlan | null): Outcome | null => {
    const outcome = plan && tryOut(document, joinPlans([...replacing, plan]), read);
    return outcome && back.every((entry) => standsUnder(outcome, entry)) ? outcome : null;
  };
  const additions = back.map(({ section, raw }) => ({ section, raw }));
  const outcome = stand(inTheirLines(document, back)) ?? stand(addEntries(document, additions, new Set()).plan);
  if (outcome === null) {
    throw unclearAround(returns[0]?.entry.value ?? '');
  }
  return outcome.plan;
}

const standsUnder = ({ arrived }: Outcome, { raw, section }: ParsedEntry): boolean =>
  arrived.some((entry) => entry.raw === raw && entry.section === section);

/** Null where a line is not known, or no entry can stand there. */
function inTheirLines(document: MemoryDocument, back: readonly ParsedEntry[]): EntryPlan | null {
  const { text, entries } = document;
  const lines = splitLines(text);
  const plans: EntryPlan[] = [];
  let before = 0;
  const inOrder = back.toSorted((one, other) => (one.syntax.line ?? 0) - (other.syntax.line ?? 0));
  for (const { raw, syntax } of inOrder) {
    const index = (syntax.line ?? 0) - 1 - before;
    const at = index === lines.length ? text.length : lines[index]?.from;
    const above = at === undefined ? undefined : entries[lastFrom(entries, at - 1, ({ range }) => range.from)];
    if (at === undefined || (above && above.syntax.blockEnd > at)) {
      return null;
    }
    before += splitLines(raw).length;
    const start = Math.max(at, document.frontmatter.start);
    const lineEnd = lineEndAt(document, start);
    const isLast = start === text.length && syntax.endsLine === false;
    const insert = endsLine(text, start) ? raw + (isLast ? '' : lineEnd) : lineEnd + raw;
    plans.push({ edits: [{ from: start, to: start, insert }], gone: [], came: [{ category: null, raw }] });
  }
  return joinPlans(plans);
}
