import type { Bound } from '../../contract/capabilities.ts';
import { addTo } from '../../entries/multimap.ts';
import type { Edit } from '../../text/edits.ts';
import { lastIndexStartingBy } from '../../text/last-from.ts';
import { firstSubLevel, type MemoryDocument, type ParsedEntry, type Section } from '../document.ts';
import { type EntryPlan, joinPlans } from '../entry-plan.ts';
import { addUnderHeadings, beforeUnclosed, endOf, endsLine, keptBefore, lineEndAt, needsGap } from '../insertion.ts';
import { entriesRead, loadedOf } from '../loaded.ts';
import { indentOf } from './content.ts';
import { itemText, markerEnd } from './line-starts.ts';
import { rowLike } from './table.ts';
import { furtherLine, keyStyleIn, type NewText, writeSaid } from './write-text.ts';

/** Entry to add under a heading: its text, or its lines unchanged. */
export type Addition = {
  readonly section: string;
  /** Entry to come before; else it goes to the end of its list. */
  readonly before?: ParsedEntry | undefined;
} & ({ readonly said: NewText } | { readonly raw: string });

export type AddedEntries = { readonly plan: EntryPlan; readonly raws: readonly string[] };

/** Place in a section for added entries, and their written form. */
type Spot = {
  readonly at: number;
  /** Null for an item of a list that does not exist yet. */
  readonly model: ParsedEntry | null;
  /** Separator of two of them: blank lines, or a line `§`. */
  readonly gap: string;
  readonly section: number;
};

/** Adds entries at the ends of their lists, before others, or under new headings. `removed` go with the same change. */
export function addEntries(
  document: MemoryDocument,
  additions: readonly Addition[],
  removed: ReadonlySet<ParsedEntry>,
): AddedEntries {
  const raws = new Map<Addition, string>();
  const bySection = new Map<string, Addition[]>();
  const plans: EntryPlan[] = [];
  for (const addition of additions) {
    if (addition.before === undefined) {
      addTo(bySection, addition.section, addition);
    } else {
      const raw =
        'raw' in addition ? addition.raw : newLines(document, addition.said, likeIt(document, addition.before), 0);
      raws.set(addition, raw);
      plans.push(standingBefore(document, addition.before, raw));
    }
  }
  const headings = new Map<string, string[]>();
  for (const [title, some] of bySection) {
    const index = sectionNamed(document, title);
    const spot = index === null ? null : spotIn(document, index);
    const lines = some.map((addition, nth) => {
      const raw = 'raw' in addition ? addition.raw : newLines(document, addition.said, spot, nth);
      raws.set(addition, raw);
      return raw;
    });
    if (spot === null) {
      headings.set(title, lines);
    } else {
      const came = lines.map((raw) => ({ category: null, raw }));
      plans.push({ edits: [linesInto(document, spot, lines, removed)], gone: [], came });
    }
  }
  const plan = joinPlans([...plans, addUnderHeadings(document, headings, removed)]);
  return { plan, raws: additions.map((addition) => raws.get(addition) ?? '') };
}

function likeIt(document: MemoryDocument, model: ParsedEntry): Spot {
  const { section } = model.syntax;
  return { at: model.range.from, model: isModel(document, model) ? model : null, gap: '', section };
}

/** True if an entry added beside one is written like it. A label above code or quotes heads only one. */
function isModel({ sections }: MemoryDocument, { syntax: { form, section } }: ParsedEntry): boolean {
  const isUnderLabel = (sections[section]?.level ?? 0) >= firstSubLevel;
  return form === 'quote' || form === 'fence' ? isUnderLabel : form !== 'code';
}

function standingBefore(document: MemoryDocument, { range: { from } }: ParsedEntry, raw: string): EntryPlan {
  const edit = { from, to: from, insert: raw + lineEndAt(document, from) };
  return { edits: [edit], gone: [], came: [{ category: null, raw }] };
}

/** Finds the index of the last section of a title; -1 for the part before any heading, null if there is none. */
export function sectionNamed({ sections }: MemoryDocument, title: string): number | null {
  const index = sections.findLastIndex((section) => section.title === title);
  return index >= 0 ? index : title === '' ? -1 : null;
}

/** Returns the title of the section for entries without one: the last with a list, else with any entry. */
export function usualSection({ entries, sections }: MemoryDocument): string {
  const entry = entries.findLast(({ syntax }) => syntax.form === 'item') ?? entries.at(-1);
  return entry?.section ?? sections.at(-1)?.title ?? '';
}

function spotIn(document: MemoryDocument, section: number): Spot {
  const { text, sections } = document;
  const under = document.entries.filter(({ syntax }) => syntax.section === section);
  const model =
    under.findLast(({ syntax }) => syntax.form === 'item') ??
    under.findLast(({ syntax }) => syntax.form === 'row') ??
    under.at(-1);
  const lineEnd = document.lineEnd;
  if (model) {
    const isAlike = isModel(document, model);
    return {
      at: model.syntax.blockEnd,
      model: isAlike ? model : null,
      gap: isAlike ? gapBefore(document, model) : lineEnd,
      section,
    };
  }
  const here = sections[section];
  const at = here ? startIn(document, here) : (sections[0]?.heading.from ?? endOf(document));
  return { at, model: null, gap: needsGap(text, at) && at !== here?.bodyStart ? lineEnd : '', section };
}

/** Finds the place for a first entry in a section: behind its text, but not behind lines under a sub-heading. */
function startIn(document: MemoryDocument, section: Section): number {
  const isAbove = ({ level, heading }: Section): boolean =>
    level >= firstSubLevel && heading.from >= section.bodyStart && heading.from < section.bodyEnd;
  if (!section.hasOtherText || document.sections.some(isAbove)) {
    return section.bodyStart;
  }
  return section.unclosedAt === null ? section.contentEnd : beforeUnclosed(document, section.unclosedAt);
}

/** Returns the separator of an entry and one before it that is written alike, with no other text between. */
function gapBefore({ text, entries, lineEnd }: MemoryDocument, entry: ParsedEntry): string {
  const before = entries[entries.indexOf(entry) - 1];
  const { form, section } = entry.syntax;
  const isAlike = before?.syntax.form === form && before.syntax.section === section;
  const between = isAlike ? text.slice(before.syntax.blockEnd, entry.range.from) : null;
  return between !== null && /^\s*§?\s*$/.test(between) ? between : form === 'item' || form === 'row' ? '' : lineEnd;
}

/** @param nth number of entries added before it */
function newLines(document: MemoryDocument, newText: NewText, spot: Spot | null, nth: number): string {
  const { text, lineEnd } = document;
  const model = spot?.model ?? null;
  if (model?.syntax.form === 'row') {
    return rowLike(text, model, newText);
  }
  const whole = writeSaid(newText, keyStyleIn(document, spot?.section ?? -2));
  if (model?.syntax.form === 'quote' || model?.syntax.form === 'fence') {
    return blockLike(document, model, whole);
  }
  const indent = model ? indentOf(text, model) : '';
  const mark = model?.syntax.form === 'paragraph' ? '' : markLike(text, model, nth);
  const further = indent + ' '.repeat(mark.replace(/\[ \] $/, '').length);
  const [first = '', ...others] = whole.split('\n');
  return [`${indent}${mark}${first}`, ...others.map((line) => (line === '' ? '' : further + line))].join(lineEnd);
}

/** Writes a quote, or a block of code between the same lines as another. */
function blockLike({ text, lineEnd }: MemoryDocument, model: ParsedEntry, whole: string): string {
  const lines = whole.split('\n').map(furtherLine(text, model));
  const fences = model.syntax.form === 'fence' ? model.raw.split(/\r\n|\r|\n/) : [];
  return [...fences.slice(0, 1), ...lines, ...fences.slice(-1)].join(lineEnd);
}

/** Writes bullet or number, and check box, to follow another item's. */
function markLike(text: string, model: ParsedEntry | null, nth: number): string {
  if (model === null) {
    return '- ';
  }
  const { marker, text: said } = model.syntax;
  const end = markerEnd(text, marker, said.to);
  const written = text.slice(marker, end);
  const number = Number.parseInt(written, 10);
  const next = Number.isNaN(number) ? written : `${number + 1 + nth}${written.at(-1)}`;
  const hasBox = /^[ \t]*\[[ xX]\]/.test(text.slice(end, itemText(text, marker, said.to)));
  return `${next} ${hasBox ? '[ ] ' : ''}`;
}

function linesInto(
  document: MemoryDocument,
  { at, gap }: Spot,
  raws: readonly string[],
  removed: ReadonlySet<ParsedEntry>,
): Edit {
  const lineEnd = lineEndAt(document, at);
  const isNewLine = endsLine(document.text, keptBefore(at, removed));
  // The file's last line has no line end: it gets one, and the new last line has none.
  const behind = isNewLine && document.text[at - 1] === '\r' ? gap.replace(/^\n/, '\r') : gap;
  const insert = raws
    .map((raw, nth) => (isNewLine ? (nth === 0 ? behind : gap) + raw + lineEnd : lineEnd + gap + raw))
    .join('');
  return { from: at, to: at, insert };
}

type PlacedAddition = NewText & { readonly section: string };

/** Addition; `keepsSection` is true if it belongs under its heading in any case. */
type Addable<T extends PlacedAddition> = { readonly wanted: T; readonly keepsSection: boolean };

/** Places entries so that an assistant with bounds reads them: as usual, or before the last entry with room for all. */
export function placedWhereRead<T extends PlacedAddition>(
  document: MemoryDocument,
  additions: readonly Addable<T>[],
  bounds: readonly Bound[],
): { readonly placed: readonly (T & { readonly before?: ParsedEntry })[]; readonly notes: readonly string[] } {
  const { text, entries } = document;
  if (bounds.length === 0 || additions.length === 0) {
    return { placed: additions.map(({ wanted }) => wanted), notes: [] };
  }
  const usual = additions.map(({ wanted: { section, key, value } }) =>
    addEntries(document, [{ section, said: { key, value } }], new Set()),
  );
  const lineEnd = lineEndAt(document, 0);
  const lines = usual.map(({ raws }) => (raws[0] ?? '') + lineEnd).join('');
  const fits = (at: number): boolean => {
    const above = text.slice(0, at) + lines;
    return loadedOf(above, bounds).to === above.length;
  };
  const upToBound = entries.slice(0, entriesRead(entries, loadedOf(text, bounds)) + 1);
  // The further down, the less room is left.
  const read = upToBound.slice(0, lastIndexStartingBy(upToBound, 0, ({ range }) => (fits(range.from) ? 0 : 1)) + 1);
  const notes = new Set<string>();
  const placed = additions.map(({ wanted, keepsSection }, index): T & { readonly before?: ParsedEntry } => {
    const [edit] = usual[index]?.plan.edits ?? [];
    if (!edit || fits(edit.from)) {
      return wanted;
    }
    const before = read.findLast(({ section }) => !keepsSection || section === wanted.section);
    notes.add(
      before
        ? 'It is above the last line that your assistant reads, not at the end.'
        : 'Your assistant never reads it: it is below where reading stops.',
    );
    return before ? { ...wanted, section: before.section, before } : wanted;
  });
  return { placed, notes: [...notes] };
}
