import type { Diagnostic, NotUnderstood } from '../../contract/features/memory.ts';
import type { Range } from '../../entries/entry.ts';
import { isBlank } from '../../text/blanks.ts';
import { headingTitle } from '../../text/heading-title.ts';
import type { Line } from '../../text/lines.ts';
import { unclosedBlock } from '../diagnostics.ts';
import { beginSection, type OpenSection, type ParsedEntry, type Section } from '../document.ts';
import { beginsConflict, conflictAt, diagnoseEntry } from './diagnose.ts';
import { isBullet, lastLineOfEntry, readEntry } from './read-entry.ts';
import type { SectionNames } from './section-names.ts';

type BodyForm = { readonly names: SectionNames };

/** Parts of our own form a text is read for. */
export type DocumentForm = BodyForm & {
  readonly frontmatter: boolean;
};

type BodyPart = {
  readonly line: number;
  /** Start of the text after a byte order mark. */
  readonly start: number;
  /** Offset from which blocks are not read; their lines may still be looked at. */
  readonly stop: number;
  /** Section the part begins in, and its index; null and -1 before any heading. */
  readonly section: Section | null;
  readonly sectionIndex: number;
};

/** Content below the frontmatter, or of a part of it. */
type Body = {
  /** Sections; the first is the one the part begins in, if any. */
  readonly sections: readonly Section[];
  /** Entries in file order, each with the ordinal 0. */
  readonly entries: readonly ParsedEntry[];
  readonly notUnderstood: readonly (NotUnderstood & Range)[];
  readonly diagnostics: readonly Diagnostic[];
  /** End of the last block that was read, and of the blank lines after it. */
  readonly end: number;
};

const heading = /^(#{1,6})(?:[ \t](.*))?$/;
const fenceStart = /^ {0,3}(`{3,}|~{3,})/;
const commentStart = /^ {0,3}<!--/;

/** Reads blocks, one after the other: headings, entries, and other lines. */
export function readBody(text: string, lines: readonly Line[], form: BodyForm, part: BodyPart): Body {
  const sections: OpenSection[] = part.section === null ? [] : [{ ...part.section, bodyEnd: text.length }];
  const entries: ParsedEntry[] = [];
  const notUnderstood: (NotUnderstood & Range)[] = [];
  const diagnostics: Diagnostic[] = [];
  let section: OpenSection | null = sections[0] ?? null;
  let sectionIndex = part.sectionIndex;

  const startSection = (line: Line, level: number, title: string): void => {
    const category = form.names.categoryOf(title);
    if (category === null && section?.category != null && level > section.level) {
      return; // a heading below a category's belongs to it
    }
    if (section) {
      section.bodyEnd = line.from;
    }
    section = beginSection(line, { category, title, level, bodyEnd: text.length });
    sections.push(section);
    sectionIndex += 1;
  };

  /** Reads lines that are neither heading nor entry, and returns the line after them. */
  const readOther = (line: Line, at: number, content: string): number => {
    const last = lastLineOfText(text, lines, at, content);
    const unclosed = last === lines.length;
    const end = unclosed ? text.length : (lines[last] as Line).to;
    notUnderstood.push({ line: at + 1, text: text.slice(line.from, end), from: line.from, to: end });
    if (section) {
      section.hasOtherText = true;
      section.unclosedAt = unclosed ? line.from : null;
    }
    if (beginsConflict(content)) {
      diagnostics.push(conflictAt(line, at + 1));
    }
    if (unclosed) {
      diagnostics.push(unclosedBlock(commentStart.test(content) ? 'comment' : 'code block', line, at + 1));
    }
    return unclosed ? lines.length : last + 1;
  };

  let at = part.line;
  while (at < lines.length && (lines[at] as Line).from < part.stop) {
    const line = lines[at] as Line;
    const from = Math.max(line.from, part.start);
    if (isBlank(text, from, line.to)) {
      at += 1;
      continue;
    }
    const content = text.slice(from, line.to);
    const asHeading = content.startsWith('#') ? heading.exec(content) : null;
    if (asHeading) {
      startSection(line, asHeading[1]?.length ?? 1, headingTitle(asHeading[2] ?? ''));
      at += 1;
    } else if (isBullet(content)) {
      const last = lastLineOfEntry(text, lines, at, part.start);
      const entry = readEntry(text, lines, { first: at, last, section, sectionIndex }, part.start);
      entries.push(entry);
      diagnoseEntry(entry, at + 1, diagnostics);
      at = last + 1;
    } else {
      at = readOther(line, at, content);
    }
    const before = lines[at - 1];
    const now = section as OpenSection | null;
    if (now && before && now.unclosedAt === null) {
      now.contentEnd = before.end;
    }
  }
  return { sections, entries, notUnderstood, diagnostics, end: lines[at]?.from ?? text.length };
}

/** Finds the last line of a block that is no entry: a line, fence or comment; `lines.length` if that never ends. */
function lastLineOfText(text: string, lines: readonly Line[], first: number, content: string): number {
  const fence = fenceStart.exec(content)?.[1];
  if (fence !== undefined) {
    const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`);
    return findLine(text, lines, first + 1, (candidate) => closing.test(candidate));
  }
  if (commentStart.test(content)) {
    const opening = content.indexOf('<!--') + 4;
    if (content.indexOf('-->', opening) >= 0) {
      return first;
    }
    return findLine(text, lines, first + 1, (candidate) => candidate.includes('-->'));
  }
  return first;
}

function findLine(text: string, lines: readonly Line[], from: number, test: (content: string) => boolean): number {
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as Line;
    if (test(text.slice(line.from, line.to))) {
      return at;
    }
  }
  return lines.length;
}
