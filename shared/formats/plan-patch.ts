import { ContextureError } from '../contract/errors.ts';
import type { Category, EntryRef } from '../entries/entry.ts';
import { createEntryFinder } from '../entries/find-entry.ts';
import { addTo } from '../entries/multimap.ts';
import { cutTo } from '../text/cut-to.ts';
import type { Edit } from '../text/edits.ts';
import { lastIndexStartingBy } from '../text/last-from.ts';
import { subjectFrom } from '../wording/subjects.ts';
import { firstSubLevel, type MemoryDocument, type ParsedEntry, type Section } from './document.ts';
import type { EntryPatch, OnDuplicate, PlacedLines } from './entry-patch.ts';
import { type EntryPlan, joinPlans, removeEntries } from './entry-plan.ts';
import { addUnderHeadings } from './insertion.ts';
import { placeBetween } from './neighbours.ts';
import { supersededError } from './refusals.ts';

/** Adds the lines of entries, without their last line ends, at the ends of the sections of their categories. */
export type AddToSections = (
  document: MemoryDocument,
  additions: ReadonlyMap<Category, readonly string[]>,
  removed: ReadonlySet<ParsedEntry>,
) => EntryPlan;

/**
 * Applies a patch to a version it was not made for.
 * @param addToSections for entries whose section is gone; those of no category come under its heading
 * @param where name of the document, for the person
 * @throws `key_exists` for a duplicate nobody decided on (details: `key`, `live`, `wanted`); `change_superseded` if an
 * entry has changed since
 */
export function planPatch(
  document: MemoryDocument,
  addToSections: AddToSections,
  patch: EntryPatch,
  onDuplicate: OnDuplicate | undefined,
  where: 'memory' | 'archive' = 'memory',
): EntryPlan {
  const { text } = document;
  const find = createEntryFinder(document.entries);
  const edits: Edit[] = [];
  const gone = new Set<ParsedEntry>();
  const came: { category: Category | null; raw: string }[] = [];
  const ends = new Map<Category, string[]>();
  const headings = new Map<string, string[]>();
  const replace = (entry: ParsedEntry, raw: string): void => {
    gone.add(entry);
    edits.push({ ...entry.range, insert: raw });
    came.push({ category: entry.category, raw });
  };
  const stays = (entry: ParsedEntry | undefined) => (entry && gone.has(entry) ? undefined : entry);
  const removed = new Set<ParsedEntry>();
  for (const ref of patch.remove) {
    const entry = find.exact(ref);
    if (entry) {
      gone.add(entry);
      removed.add(entry);
    } else if (find.named(ref).length > 0) {
      throw supersededError(ref);
    }
  }
  for (const { from, to } of patch.change) {
    const entry = find.exact(from);
    if (!entry) {
      if (find.exact(to)) {
        continue; // someone else has made the same change
      }
      throw supersededError(from);
    }
    replace(entry, to.raw);
  }

  const live = remembered(
    ({ category, key }: EntryRef) => `${category} ${key}`,
    (ref) => find.named(ref).filter((entry) => !gone.has(entry)),
  );
  const first = remembered(
    ({ ref, section }: PlacedLines) => `${ref.category} ${section}`,
    (lines) => firstPlace(document, lines),
  );
  const inserted = new Map<number, string[]>();
  for (const lines of patch.add) {
    const { category, raw } = lines.ref;
    const duplicates = live(lines.ref);
    const duplicate = duplicates.length > lines.duplicates ? duplicates.at(-1) : undefined;
    if (duplicate) {
      if (onDuplicate === undefined) {
        throw thereAgainError(lines.ref, duplicate, where);
      }
      if (onDuplicate === 'replace') {
        replace(duplicate, raw);
        duplicates.pop();
        continue;
      }
    }
    const at = placeOf(document, lines, (ref) => stays(find.exact(ref)), first);
    if (at !== null) {
      addTo(inserted, at, raw);
      came.push({ category, raw });
    } else if (category !== null) {
      addTo(ends, category, raw);
    } else {
      addTo(headings, lines.section, raw);
    }
  }
  for (const [at, raws] of inserted) {
    const onNewLine = at === 0 || /[\r\n\uFEFF]/.test(text[at - 1] ?? '');
    const insert = raws.map((raw) => (onNewLine ? raw + document.lineEnd : document.lineEnd + raw)).join('');
    edits.push({ from: at, to: at, insert });
  }
  return joinPlans([
    { edits, gone: [...gone].filter((entry) => !removed.has(entry)), came },
    removeEntries(document, [...removed]),
    addToSections(document, ends, gone),
    addUnderHeadings(document, headings, gone),
  ]);
}

/** Caches look-ups by name: all entries to be added may have the same. */
function remembered<Of, T>(nameOf: (of: Of) => string, look: (of: Of) => T): (of: Of) => T {
  const found = new Map<string, { readonly value: T }>();
  return (of) => {
    const name = nameOf(of);
    const known = found.get(name) ?? { value: look(of) };
    found.set(name, known);
    return known.value;
  };
}

function thereAgainError({ key, raw }: EntryRef, live: ParsedEntry, where: 'memory' | 'archive'): ContextureError {
  const name = cutTo(subjectFrom(key ?? '', live.value), 60);
  const message = `“${name}” is in the ${where} again, with another text. Choose which to keep.`;
  return new ContextureError('key_exists', message, { key, live: live.raw, wanted: raw });
}

/** Finds the place between the neighbours the lines had, else after an entry of their section, else first; or null. */
function placeOf(
  document: MemoryDocument,
  lines: PlacedLines,
  find: (ref: EntryRef) => ParsedEntry | undefined,
  first: (lines: PlacedLines) => number | null,
): number | null {
  const place = placeBetween(document, lines, find);
  if (place !== null && isInSection(document, lines, place)) {
    return place;
  }
  const others = lines.after.map((neighbour) => ('entry' in neighbour ? find(neighbour.entry) : undefined));
  const before = others.find((entry) => entry?.category === lines.ref.category && entry.section === lines.section);
  return before?.syntax.blockEnd ?? first(lines);
}

/** True if an entry at a place is read under the category and heading of these lines. */
function isInSection(
  { text, sections }: MemoryDocument,
  { ref: { category }, section }: PlacedLines,
  place: number,
): boolean {
  for (let index = lastIndexStartingBy(sections, place, ({ bodyStart }) => bodyStart); index >= 0; index--) {
    const now = sections[index] as Section;
    const isHere = now.category === category && (category !== null || now.title === section);
    if (isHere && (place <= now.bodyEnd || isLittleBlank(text, now.bodyEnd, place))) {
      return now.unclosedAt === null || now.unclosedAt >= place;
    }
    if (now.level < firstSubLevel) {
      return false;
    }
  }
  return category === null && section === '';
}

const isLittleBlank = (text: string, from: number, to: number): boolean =>
  to - from < 100 && text.slice(from, to).trim() === '';

/** Returns the start of the section the lines were in; null if it is gone. */
function firstPlace(document: MemoryDocument, lines: PlacedLines): number | null {
  const index = document.sections.findIndex(
    (candidate) => candidate.title === lines.section && candidate.category === lines.ref.category,
  );
  const first = document.entries.find((entry) => entry.syntax.section === index)?.range.from;
  if (first !== undefined) {
    return first;
  }
  const section = document.sections[index];
  if (section) {
    return section.hasOtherText ? section.contentEnd : section.bodyStart;
  }
  const beforeAnyHeading = lines.section === '' && lines.ref.category === null;
  return beforeAnyHeading ? (document.sections[0]?.heading.from ?? document.text.length) : null;
}
