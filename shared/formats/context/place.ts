import { ContextureError } from '../../contract/errors.ts';
import { type Category, categories } from '../../entries/entry.ts';
import type { Edit } from '../../text/edits.ts';
import { type LineEnd, splitLines } from '../../text/lines.ts';
import type { MemoryDocument, ParsedEntry, Section } from '../document.ts';
import { type EntryPlan, noEntryPlan } from '../entry-plan.ts';
import type { SectionNames } from './section-names.ts';

/** Entries' lines to be written under each category, without their last line ends. */
type Additions = ReadonlyMap<Category, readonly string[]>;

/**
 * Adds entries at the ends of their sections, which are made if missing, where no line already there comes to belong to
 * them. `removed` are entries the same change takes away.
 */
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

/** The indentation and bullet that entries added to a category take over from those before them. */
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

function lastEntryOf(document: MemoryDocument, section: number): ParsedEntry | undefined {
  return section < 0 ? undefined : document.entries.findLast((entry) => entry.syntax.section === section);
}

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
    return linesAt(document, before(document, section.unclosedAt), raws, removed);
  }
  return linesAt(document, section.hasOtherText ? section.contentEnd : section.bodyStart, raws, removed);
}

function linesAt(
  document: MemoryDocument,
  at: number,
  raws: readonly string[],
  removed: ReadonlySet<ParsedEntry>,
): Edit {
  const lineEnd = lineEndAt(document, at);
  if (endsLine(document.text, keptBefore(at, removed))) {
    return { from: at, to: at, insert: raws.map((raw) => raw + lineEnd).join('') };
  }
  // The file's last line has no line end: it gets one, and the new last line has none.
  return { from: at, to: at, insert: raws.map((raw) => lineEnd + raw).join('') };
}

/** Where the text before `at` ends once `removed` entries are gone. */
function keptBefore(at: number, removed: ReadonlySet<ParsedEntry>): number {
  let kept = at;
  for (const entry of [...removed].reverse()) {
    if (entry.syntax.blockEnd === kept) {
      kept = entry.range.from;
    }
  }
  return kept;
}

/** Whether a line can begin after the text up to `kept`. */
function endsLine(text: string, kept: number): boolean {
  return kept === 0 || /[\r\n]/.test(text[kept - 1] ?? '') || (kept === 1 && text.startsWith('\uFEFF'));
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
    const kept = keptBefore(at, removed);
    const isFirst = edits.every((edit) => edit.from !== at);
    const before = isFirst && !endsLine(text, kept) ? lineEnd : '';
    // A line feed after a lone return would make one line end of two.
    const blank = before === '' && text[kept - 1] === '\r' ? '\r' : lineEnd;
    const gap = isFirst ? (needsGap(text, kept) ? blank : '') : at === text.length ? lineEnd : '';
    edits.push({ from: at, to: at, insert: `${before}${gap}${lines}${at === text.length ? '' : lineEnd}` });
  }
  return edits;
}

/** Entries under headings of their own that are no longer there, which come back at the end of the text. */
export function addUnderHeadings(
  document: MemoryDocument,
  headings: ReadonlyMap<string, readonly string[]>,
  removed: ReadonlySet<ParsedEntry>,
): EntryPlan {
  if (headings.size === 0) {
    return noEntryPlan;
  }
  const { text, sections } = document;
  const unclosed = sections.at(-1)?.unclosedAt ?? unclosedOutside(document);
  const at = unclosed === null ? text.length : before(document, unclosed);
  // A deeper heading would belong to the section before it.
  const level = Math.min(2, ...sections.filter(({ category }) => category !== null).map((section) => section.level));
  const lineEnd = lineEndAt(document, at);
  const kept = keptBefore(at, removed);
  const begin = `${endsLine(text, kept) ? '' : lineEnd}${needsGap(text, kept) ? lineEnd : ''}`;
  const parts = [...headings].map(([title, raws]) =>
    [`${'#'.repeat(level)} ${title}`, ...raws].map((line) => line + lineEnd).join(''),
  );
  const came = [...headings.values()].flatMap((raws) => raws.map((raw) => ({ category: null, raw })));
  return { edits: [{ from: at, to: at, insert: begin + parts.join(lineEnd) }], gone: [], came };
}

/** Whether something is there before `at`, and its last line is not blank. */
function needsGap(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 200), at).replace(/^\uFEFF/, '');
  const last = splitLines(before).at(-1);
  return last !== undefined && before.slice(last.from, last.to).trim() !== '';
}

/** Our line end, unless it would run together with the one that follows. */
function lineEndAt({ text, lineEnd }: MemoryDocument, at: number): LineEnd {
  return lineEnd === '\r' && text[at] === '\n' ? '\n' : lineEnd;
}

/** After the last section of the nearest category before it in order, else before the first of the next, else at the end. */
function placeForSection(document: MemoryDocument, category: Category): { at: number; level: number } {
  const { sections, text } = document;
  const order = categories.indexOf(category);
  for (const earlier of categories.slice(0, order).reverse()) {
    const section = sections.findLast((candidate) => candidate.category === earlier);
    if (section) {
      const at = section.unclosedAt === null ? section.bodyEnd : before(document, section.unclosedAt);
      return { at, level: section.level };
    }
  }
  for (const later of categories.slice(order + 1)) {
    const section = sections.find((candidate) => candidate.category === later);
    if (section) {
      return { at: section.heading.from, level: section.level };
    }
  }
  const unclosed = sections.at(-1)?.unclosedAt ?? unclosedOutside(document);
  return { at: unclosed === null ? text.length : before(document, unclosed), level: 2 };
}

/** The place before a fence or comment without end. Throws `section_unclear` where an entry would take it in. */
function before(document: MemoryDocument, unclosedAt: number): number {
  if (document.text.startsWith('  ', unclosedAt)) {
    throw new ContextureError(
      'section_unclear',
      'A code block or comment in the file never ends, and nothing can be added before it. Close it in the file, then try again.',
    );
  }
  return unclosedAt;
}

/** An unclosed fence or comment before any heading. */
function unclosedOutside(document: MemoryDocument): number | null {
  const last = document.notUnderstood.at(-1);
  const unclosed = document.diagnostics.find((diagnostic) => diagnostic.code === 'unclosed_block');
  return last && unclosed && last.from === unclosed.from ? unclosed.from : null;
}
