import { type Category, categories } from '../../entries/entry.ts';
import type { Edit } from '../../text/edits.ts';
import type { MemoryDocument, ParsedEntry, Section } from '../document.ts';
import type { EntryPlan } from '../entry-plan.ts';
import {
  beforeUnclosed,
  blankLineAt,
  endOf,
  endsLine,
  keptBefore,
  lineEndAt,
  linesAt,
  needsGap,
} from '../insertion.ts';
import type { AddToSections } from '../plan-patch.ts';
import type { SectionNames } from './section-names.ts';

/** Lines of entries to write under each category, without their last line ends. */
type Additions = ReadonlyMap<Category, readonly string[]>;

/** Adds entries at the ends of their sections, made if missing. `removed` are entries the same change takes away. */
export function addToSections(
  document: MemoryDocument,
  names: SectionNames,
  additions: Additions,
  removed: ReadonlySet<ParsedEntry>,
): EntryPlan {
  const missing = new Map<Category, readonly string[]>();
  const edits: Edit[] = [];
  for (const [category, raws] of additions) {
    const section = document.sections.findLastIndex((candidate) => candidate.category === category);
    if (raws.length > 0 && section < 0) {
      missing.set(category, raws);
    } else if (raws.length > 0) {
      edits.push(addToSection(document, section, raws, removed));
    }
  }
  return {
    edits: [...edits, ...newSections(document, names, missing, removed)],
    gone: [],
    came: [...additions].flatMap(([category, raws]) => raws.map((raw) => ({ category, raw }))),
  };
}

export const addingTo =
  (names: SectionNames): AddToSections =>
  (document, additions, removed) =>
    addToSections(document, names, additions, removed);

/** Returns the indentation and bullet that entries added to a category take over from those before them. */
export function bulletFor(document: MemoryDocument, category: Category): { indent: number; marker: string } {
  const last = lastEntryOf(
    document,
    document.sections.findLastIndex((section) => section.category === category),
  );
  if (!last) {
    return { indent: 0, marker: '-' };
  }
  return { indent: last.syntax.indent, marker: document.text.charAt(last.syntax.marker) };
}

const lastEntryOf = (document: MemoryDocument, section: number): ParsedEntry | undefined =>
  section < 0 ? undefined : document.entries.findLast((entry) => entry.syntax.section === section);

function addToSection(
  document: MemoryDocument,
  index: number,
  raws: readonly string[],
  removed: ReadonlySet<ParsedEntry>,
): Edit {
  const section = document.sections[index] as Section;
  const last = lastEntryOf(document, index);
  if (last) {
    return linesAt(document, last.syntax.blockEnd, raws, removed);
  }
  if (section.unclosedAt !== null) {
    return linesAt(document, beforeUnclosed(document, section.unclosedAt), raws, removed);
  }
  return linesAt(document, section.hasOtherText ? section.contentEnd : section.bodyStart, raws, removed);
}

function newSections(
  document: MemoryDocument,
  names: SectionNames,
  missing: Additions,
  removed: ReadonlySet<ParsedEntry>,
): Edit[] {
  const { text } = document;
  const edits: Edit[] = [];
  for (const category of categories.filter((each) => missing.has(each))) {
    const raws = missing.get(category) ?? [];
    const { at, level } = placeForSection(document, category);
    const lineEnd = lineEndAt(document, at);
    const lines = [`${'#'.repeat(level)} ${names.titleOf(category)}`, ...raws].map((line) => line + lineEnd).join('');
    // A blank line on either side, unless there is one already or a section of this change just made one.
    const textEnd = keptBefore(at, removed);
    const isFirst = edits.every((edit) => edit.from !== at);
    const before = isFirst && !endsLine(text, textEnd) ? lineEnd : '';
    const blank = before === '' ? blankLineAt(document, textEnd) : lineEnd;
    const gap = isFirst ? (needsGap(text, textEnd) ? blank : '') : at === text.length ? lineEnd : '';
    edits.push({ from: at, to: at, insert: `${before}${gap}${lines}${at === text.length ? '' : lineEnd}` });
  }
  return edits;
}

/** Finds the place after the last section of the nearest earlier category, else before the next one's, else the end. */
function placeForSection(document: MemoryDocument, category: Category): { at: number; level: number } {
  const { sections } = document;
  const order = categories.indexOf(category);
  for (const earlier of categories.slice(0, order).reverse()) {
    const section = sections.findLast((candidate) => candidate.category === earlier);
    if (section) {
      const at = section.unclosedAt === null ? section.bodyEnd : beforeUnclosed(document, section.unclosedAt);
      return { at, level: section.level };
    }
  }
  for (const later of categories.slice(order + 1)) {
    const section = sections.find((candidate) => candidate.category === later);
    if (section) {
      return { at: section.heading.from, level: section.level };
    }
  }
  return { at: endOf(document), level: 2 };
}
