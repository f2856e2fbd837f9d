import type { Range } from '../../entries/entry.ts';
import { isSameLine } from '../../entries/match-entries.ts';
import { countWords } from '../../entries/token-estimate.ts';
import { sameEnd, sameStart } from '../../text/changed-part.ts';
import { firstIndexFrom } from '../../text/last-from.ts';
import { dominantLineEnd, lineEndAfter, lineStartBefore, splitLines } from '../../text/lines.ts';
import type { Frontmatter, MemoryDocument, ParsedEntry, Section } from '../document.ts';
import { readFrontmatter } from '../frontmatter.ts';
import { diagnoseFrontmatter, isOfFrontmatter } from './diagnose.ts';
import { type DocumentForm, readBody } from './read-body.ts';
import { isOurHeading } from './section-names.ts';

/** Reads only what differs from an earlier version, and around it; null if headings or the frontmatter changed. */
export function rereadDocument(text: string, form: DocumentForm, before: MemoryDocument): MemoryDocument | null {
  const head = readHead(text, before);
  if (head === null) {
    return null;
  }
  const parts = partsOf(text, before, head);
  if (parts.now.to - parts.now.from > text.length / 2) {
    return null; // reading all of it is hardly more, and is not done twice if headings have changed
  }
  const body = rereadPart(text, form, before, head, parts);
  if (body === null) {
    return null;
  }
  const words =
    before.words -
    countWords(before.text, 0, head.was.end) +
    countWords(text, 0, head.now.end) -
    countWords(before.text, parts.was.from, parts.was.to) +
    countWords(text, parts.now.from, parts.now.to);
  return {
    text,
    lineEnd: text.includes('\r') ? dominantLineEnd(text, splitLines(text)) : '\n',
    frontmatter: head.frontmatter,
    ...body,
    words,
    diagnostics: [...(form.frontmatter ? diagnoseFrontmatter(text, head.frontmatter, words) : []), ...body.diagnostics],
  };
}

type Head = {
  readonly frontmatter: Frontmatter;
  readonly was: { readonly end: number; readonly lines: number };
  readonly now: { readonly end: number; readonly lines: number };
};

/** Reads the frontmatter, if both versions have one, or neither has. */
function readHead(text: string, before: MemoryDocument): Head | null {
  const { status, body, start } = before.frontmatter;
  if (start > 0 || (status !== 'present' && status !== 'missing')) {
    return null;
  }
  const end = body === null ? 0 : lineEndAfter(before.text, body.to);
  const longest = lineEndAfter(text, Math.max(0, end + Math.max(0, text.length - before.text.length)));
  const lines = splitLines(text, 0, longest);
  const { frontmatter, bodyLine } = readFrontmatter(text, lines, isOurHeading, before);
  if (frontmatter.start > 0 || frontmatter.status !== status) {
    return null;
  }
  return {
    frontmatter,
    was: { end, lines: splitLines(before.text, 0, end).length },
    now: { end: bodyLine === 0 ? 0 : (lines[bodyLine - 1]?.end ?? 0), lines: bodyLine },
  };
}

/** Reread part: from the start of one entry to the start of another, or from the start of the whole body to its end. */
type Parts = {
  /** Number of entries before it, and the index of the first after it. */
  readonly first: number;
  readonly next: number;
  readonly was: Range;
  readonly now: Range;
};

/**
 * Chooses the part to reread. An entry ends before the next line that is not blank and not indented past it. So one
 * that begins in a line before those of the change still begins there. Reading the lines between will show if one
 * behind the change does.
 */
function partsOf(text: string, { text: old, entries }: MemoryDocument, { was, now }: Head): Parts {
  const same = sameStart(old, text, was.end, now.end);
  const ends = sameEnd(old, text, Math.min(old.length - was.end, text.length - now.end) - same);
  const changeFrom = same === 0 ? was.end : Math.max(was.end, lineStartBefore(old, was.end + same - 1));
  const before = firstIndexFrom(entries, changeFrom, startOf) - 1;
  const next = firstIndexFrom(entries, old.length - ends, startOf);
  const from = entries[before]?.range.from ?? was.end;
  const to = entries[next]?.range.from ?? old.length;
  return {
    first: Math.max(0, before),
    next,
    was: { from, to },
    now: { from: from - was.end + now.end, to: to - old.length + text.length },
  };
}

const startOf = ({ range }: ParsedEntry): number => range.from;

type Reread = Pick<MemoryDocument, 'sections' | 'entries' | 'notUnderstood' | 'diagnostics'>;

function rereadPart(
  text: string,
  form: DocumentForm,
  before: MemoryDocument,
  head: Head,
  { first, next, was, now }: Parts,
): Reread | null {
  const opening = before.entries[first]?.range.from === was.from ? (before.entries[first]?.syntax.section ?? -1) : -1;
  const isLast = next === before.entries.length;
  const part = detached(text.slice(now.from, isLast ? text.length : lineEndAfter(text, now.to)));
  const lines = splitLines(part);
  const stop = now.to - now.from;
  const openSection = before.sections[opening];
  const read = readBody(part, lines, form, {
    line: 0,
    start: 0,
    stop,
    sectionIndex: opening,
    section: openSection ? shiftSection({ ...openSection, unclosedAt: null }, -was.from) : null,
  });
  const last = before.entries[next]?.syntax.section ?? before.sections.length - 1;
  const sectionsBefore = before.sections.slice(Math.max(0, opening), last + 1);
  if ((!isLast && read.end !== stop) || !sameHeadings(sectionsBefore, read.sections)) {
    return null;
  }

  const linesNow = lines.findIndex((line) => line.from >= stop);
  const ahead: Shift = { by: head.now.end - head.was.end, lines: head.now.lines - head.was.lines };
  const behind: Shift = {
    by: text.length - before.text.length,
    lines: ahead.lines + (linesNow < 0 ? lines.length : linesNow) - splitLines(before.text, was.from, was.to).length,
  };
  const needsLine = read.notUnderstood.length > 0 || read.diagnostics.length > 0;
  const here: Shift = { by: now.from, lines: needsLine ? splitLines(text, 0, now.from).length : 0 };
  /** Joins the items before the part, in it and after it, moved to their new places. */
  const joined = <T extends Range>(
    known: readonly T[],
    reread: readonly T[],
    move: (each: T, shift: Shift) => T,
  ): readonly T[] => [
    ...known.filter(({ from }) => from < was.from).map((each) => move(each, ahead)),
    ...reread.map((each) => move(each, here)),
    ...known.filter(({ from }) => from >= was.to).map((each) => move(each, behind)),
  ];
  const notUnderstood = joined(before.notUnderstood, read.notUnderstood, shiftLine);
  const diagnostics = joined(
    before.diagnostics.filter((each) => !isOfFrontmatter(each)),
    read.diagnostics,
    shiftLine,
  );
  return {
    sections: [
      ...before.sections.slice(0, Math.max(0, opening)).map((section) => shiftSection(section, ahead.by)),
      ...read.sections.map((section, index) => {
        const moved = shiftSection(section, here.by);
        const goesOn = !isLast && index === read.sections.length - 1;
        const whole = goesOn ? withEndOf(moved, before.sections[last] as Section, behind.by) : moved;
        return { ...whole, hasOtherText: notUnderstood.some(({ from }) => isUnder(whole, from)) };
      }),
      ...before.sections.slice(last + 1).map((section) => shiftSection(section, behind.by)),
    ],
    entries: withOrdinals(
      shiftEntries(before.entries.slice(0, first), ahead.by),
      shiftEntries(read.entries, here.by),
      shiftEntries(before.entries.slice(next), behind.by),
      before.entries.slice(first, next),
    ),
    notUnderstood,
    diagnostics,
  };
}

/** Copies a part without keeping the whole source text in memory, as a slice would. */
const detached = (part: string): string => ` ${part}`.slice(1);

function sameHeadings(known: readonly Section[], now: readonly Section[]): boolean {
  return (
    known.length === now.length &&
    known.every((section, index) => {
      const other = now[index] as Section;
      return section.category === other.category && section.title === other.title && section.level === other.level;
    })
  );
}

/** Extends a section that continues after the reread part by its unchanged rest. */
function withEndOf(section: Section, known: Section, by: number): Section {
  const { bodyEnd, contentEnd, unclosedAt } = shiftSection(known, by);
  return { ...section, bodyEnd, contentEnd, unclosedAt };
}

const isUnder = ({ heading, bodyEnd }: Section, at: number): boolean => heading.from <= at && at < bodyEnd;

/** Joins all entries, and recounts the ordinals of those that equal a reread one, or one there before. */
function withOrdinals(
  ahead: readonly ParsedEntry[],
  reread: readonly ParsedEntry[],
  behind: readonly ParsedEntry[],
  replaced: readonly ParsedEntry[],
): readonly ParsedEntry[] {
  const sameLines = reread.flatMap((entry, index) => {
    const before = replaced[index];
    return before && isSameLine(entry, before) ? [{ ...entry, ordinal: before.ordinal }] : [];
  });
  if (sameLines.length === reread.length && reread.length === replaced.length) {
    return [...ahead, ...sameLines, ...behind];
  }
  const raws = new Set([...reread, ...replaced].map(({ raw }) => raw));
  const counts = new Map<string, number>();
  const counted = (entry: ParsedEntry): ParsedEntry => {
    if (!raws.has(entry.raw)) {
      return entry;
    }
    const same = `${entry.category} ${entry.raw}`;
    const ordinal = counts.get(same) ?? 0;
    counts.set(same, ordinal + 1);
    return entry.ordinal === ordinal ? entry : { ...entry, ordinal };
  };
  return [...ahead.map(counted), ...reread.map(counted), ...behind.map(counted)];
}

/** Distance that unchanged parts moved: in UTF-16 units, and in lines. */
type Shift = { readonly by: number; readonly lines: number };

/** Moves entries by so many units; returns the same ones for 0. */
const shiftEntries = (entries: readonly ParsedEntry[], by: number): readonly ParsedEntry[] =>
  by === 0 ? entries : entries.map((entry) => shiftEntry(entry, by));

function shiftEntry(entry: ParsedEntry, by: number): ParsedEntry {
  const { marker, bracket, text, blockEnd } = entry.syntax;
  return {
    ...entry,
    range: shiftRange(entry.range, by),
    syntax: {
      ...entry.syntax,
      marker: marker + by,
      bracket: bracket && shiftRange(bracket, by),
      text: shiftRange(text, by),
      blockEnd: blockEnd + by,
    },
  };
}

function shiftSection(section: Section, by: number): Section {
  const { heading, bodyStart, bodyEnd, contentEnd, unclosedAt } = section;
  return by === 0
    ? section
    : {
        ...section,
        heading: shiftRange(heading, by),
        bodyStart: bodyStart + by,
        bodyEnd: bodyEnd + by,
        contentEnd: contentEnd + by,
        unclosedAt: unclosedAt === null ? null : unclosedAt + by,
      };
}

const shiftLine = <T extends Range & { readonly line: number }>(each: T, { by, lines }: Shift): T =>
  by === 0 && lines === 0 ? each : { ...each, ...shiftRange(each, by), line: each.line + lines };

const shiftRange = ({ from, to }: Range, by: number): Range => ({ from: from + by, to: to + by });
