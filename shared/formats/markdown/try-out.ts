import { ContextureError } from '../../contract/errors.ts';
import { cutTo } from '../../text/cut-to.ts';
import { applyEdits, type Edit } from '../../text/edits.ts';
import { lineEndAfter, lineStartBefore, splitLines } from '../../text/lines.ts';
import { firstSubLevel, type MemoryDocument, type ParsedEntry, type Section } from '../document.ts';
import { type EntryPlan, unclearAroundError } from '../entry-plan.ts';
import type { TextReader } from '../format.ts';
import { blankLineAt, endsLine } from '../insertion.ts';

/** Plan with all entries that it makes read differently, and the entries it brings as they are read then. */
export type TrialOutcome = {
  readonly plan: EntryPlan;
  readonly arrived: readonly ParsedEntry[];
  readonly text: string;
};

/** Computes the outcome of a plan; null if others would read differently, except headings of the lines below them. */
function tryPlan(document: MemoryDocument, plan: EntryPlan, read: TextReader): TrialOutcome | null {
  const outcome = readBack(document, plan, read);
  return 'clash' in outcome ? null : outcome;
}

/** Place that would read differently, and its new heading if only that changes; null for something the plan brings. */
type Clash = { readonly from: number; readonly under: string | null } | null;

function readBack(
  document: MemoryDocument,
  plan: EntryPlan,
  read: TextReader,
): TrialOutcome | { readonly clash: Clash } {
  const after = read(applyEdits(document.text, plan.edits));
  const entries = new Map(after.entries.map((entry) => [entry.range.from, entry]));
  const sections = new Map(after.sections.map((section) => [section.heading.from, section]));
  const placeAfter = placesAfter(plan.edits);
  const removed = new Set(plan.gone);
  const becameHeadings: ParsedEntry[] = [];
  const becameEntries: string[] = [];
  for (const each of inOrder(document)) {
    if ('raw' in each) {
      if (removed.has(each)) {
        continue;
      }
      const at = placeAfter(each.range.from);
      const now = entries.get(at);
      if (now && readsAlike(now, each)) {
        entries.delete(at);
      } else if (linesOf(after, sections.get(at)) === each.raw) {
        becameHeadings.push(each);
      } else {
        const isMoved = now?.raw === each.raw && now.section !== each.section;
        return { clash: { from: each.range.from, under: isMoved ? now.section : null } };
      }
      continue;
    }
    const at = placeAfter(each.heading.from);
    const now = entries.get(at);
    if (now && now.raw === linesOf(document, each)) {
      becameEntries.push(now.raw);
      entries.delete(at);
    } else if (sections.get(at)?.title !== each.title) {
      return { clash: { from: each.heading.from, under: null } };
    }
  }
  const arrived = [...entries.values()];
  if (!isSameText(document, after) || !areAll(arrived, plan.came)) {
    return { clash: null };
  }
  return {
    arrived,
    text: after.text,
    plan: {
      edits: plan.edits,
      gone: [...plan.gone, ...becameHeadings],
      came: [...plan.came, ...becameEntries.map((raw) => ({ category: null, raw }))],
    },
  };
}

const readsAlike = (one: ParsedEntry, other: ParsedEntry): boolean =>
  one.raw === other.raw && one.section === other.section && one.key === other.key && one.value === other.value;

function inOrder({ entries, sections }: MemoryDocument): readonly (ParsedEntry | Section)[] {
  const all: (ParsedEntry | Section)[] = [];
  let next = 0;
  for (const section of sections) {
    for (let entry = entries[next]; entry && entry.range.from < section.heading.from; entry = entries[next]) {
      all.push(entry);
      next += 1;
    }
    all.push(section);
  }
  return [...all, ...entries.slice(next)];
}

/** Returns the line of a heading that is otherwise an entry; undefined for any other heading. */
function linesOf({ text, frontmatter }: MemoryDocument, section: Section | undefined): string | undefined {
  return section && section.level >= firstSubLevel
    ? text.slice(Math.max(section.heading.from, frontmatter.start), section.heading.to)
    : undefined;
}

const isSameText = (before: MemoryDocument, after: MemoryDocument): boolean => {
  const otherText = ({ notUnderstood }: MemoryDocument): string => notUnderstood.map(({ text }) => text).join('\n');
  return otherText(before) === otherText(after);
};

function areAll(arrived: readonly ParsedEntry[], came: EntryPlan['came']): boolean {
  const raws = (some: readonly { readonly raw: string }[]): string[] => some.map(({ raw }) => raw).sort();
  const [there, wanted] = [raws(arrived), raws(came)];
  return there.length === wanted.length && there.every((raw, index) => raw === wanted[index]);
}

/** Maps offsets to those after some edits; for offsets in order. Text added at one comes before it. */
function placesAfter(edits: readonly Edit[]): (offset: number) => number {
  const sorted = [...edits].sort((one, other) => one.from - other.from || one.to - other.to);
  let [next, shift] = [0, 0];
  return (offset) => {
    for (let edit = sorted[next]; edit && edit.to <= offset; edit = sorted[next]) {
      shift += edit.insert.length - (edit.to - edit.from);
      next += 1;
    }
    return offset + shift;
  };
}

/** Adds blank lines to a plan if lines would otherwise run together. */
const setApart = (document: MemoryDocument, plan: EntryPlan): EntryPlan => ({
  ...plan,
  edits: plan.edits.map((edit) => setEditApart(document, edit)),
});

function setEditApart(document: MemoryDocument, edit: Edit): Edit {
  const { text } = document;
  const { from, to, insert } = edit;
  const isOfLines = insert === '' ? endsLine(text, from) && endsLine(text, to) : from === to;
  if (!isOfLines) {
    return edit;
  }
  const lineEnd = blankLineAt(document, from);
  const hasText = (start: number, end: number): boolean =>
    text
      .slice(start, end)
      .replace(/^\uFEFF/, '')
      .trim() !== '';
  const isBehindText = from > 0 && hasText(lineStartBefore(text, from - 1), from);
  const isBeforeText = to < text.length && hasText(to, lineEndAfter(text, to));
  if (insert === '') {
    return isBehindText && isBeforeText ? { ...edit, insert: lineEnd } : edit;
  }
  return { ...edit, insert: `${isBehindText ? lineEnd : ''}${insert}${isBeforeText ? lineEnd : ''}` };
}

/** Computes the outcome of a plan, with blank lines added if need be; null if others would read differently. */
export const tryOut = (document: MemoryDocument, plan: EntryPlan, read: TextReader): TrialOutcome | null =>
  tryPlan(document, plan, read) ?? tryPlan(document, setApart(document, plan), read);

/** Makes the error for the first entry that would read differently by a plan. @param said text of the change */
export function unclearError(
  document: MemoryDocument,
  plan: EntryPlan,
  read: TextReader,
  said: string,
): ContextureError {
  const outcome = readBack(document, setApart(document, plan), read);
  const clash = 'clash' in outcome ? outcome.clash : null;
  if (clash === null) {
    return unclearAroundError(said);
  }
  const { text } = document;
  const [line] = text.slice(clash.from, lineEndAfter(text, clash.from)).split(/[\r\n]/, 1);
  const where = `Line ${splitLines(text, 0, clash.from).length + 1}, “${cutTo((line ?? '').trim(), 60)}”,`;
  const becomes = clash.under === null ? 'read as something else' : `stand under “${cutTo(clash.under, 60)}”`;
  return new ContextureError(
    'section_unclear',
    `${where} would ${becomes} with this change of “${said.trim().slice(0, 60)}”. Make it in the text, where you see all of it. Nothing was changed.`,
  );
}

/** Computes the outcome. @throws `section_unclear` if others would read differently */
export function settled(document: MemoryDocument, plan: EntryPlan, read: TextReader): EntryPlan {
  if (plan.edits.length === 0) {
    return plan;
  }
  const outcome = tryOut(document, plan, read);
  if (outcome === null) {
    throw unclearError(document, plan, read, plan.gone[0]?.value ?? plan.came[0]?.raw ?? '');
  }
  return outcome.plan;
}
