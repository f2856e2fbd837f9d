import type { Diagnostic, NotUnderstood } from '../../contract/model.ts';
import { type Category, defaultConfidence, noFlags, type Range } from '../../entries/entry.ts';
import { countWords } from '../../entries/token-estimate.ts';
import { dominantLineEnd, type Line, splitLines } from '../../text/lines.ts';
import type { MemoryDocument, ParsedEntry, Section } from '../document.ts';
import { type Bracket, readBracket } from './bracket.ts';
import { diagnoseEntry, diagnoseFrontmatter } from './diagnose.ts';
import { readKey } from './entry-text.ts';
import { readFrontmatter } from './frontmatter.ts';
import { archivedSections, contextSections, type SectionNames } from './section-names.ts';

/** Reads an active context file. Never throws; what it does not understand is in `notUnderstood`. */
export function readContext(text: string): MemoryDocument {
  return readDocument(text, contextSections, { frontmatter: true, brackets: true });
}

/** Reads markdown of no particular form: its bullets are entries of no category, its headings are their sections. */
export function readFreeMarkdown(text: string): MemoryDocument {
  const document = readDocument(
    text,
    { ...contextSections, categoryOf: () => null },
    { frontmatter: false, brackets: false },
  );
  const entries = document.entries.map((entry) =>
    entry.key === null ? entry : { ...entry, key: entry.key.replace(/^\*\*(.+?)\*\*$/, '$1') },
  );
  return { ...document, entries };
}

/** Reads an archive file: the same form under `## Archived …` headings. */
export function readArchive(text: string): MemoryDocument {
  return readDocument(text, archivedSections, { frontmatter: false, brackets: true });
}

type OpenSection = { -readonly [K in keyof Section]: Section[K] };

const heading = /^(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const bullet = /^([ \t]*)([-*+])(?:[ \t]+|$)/;
const rule = /^[ \t]*([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const fenceStart = /^ {0,3}(`{3,}|~{3,})/;
const commentStart = /^ {0,3}<!--/;

/** What of our own form a text is read for: what is amiss with its frontmatter, brackets before its entries. */
type ReadFor = { readonly frontmatter: boolean; readonly brackets: boolean };

function readDocument(text: string, names: SectionNames, readFor: ReadFor): MemoryDocument {
  const lines = splitLines(text);
  const { frontmatter, bodyLine } = readFrontmatter(text, lines);
  const sections: OpenSection[] = [];
  const entries: ParsedEntry[] = [];
  const notUnderstood: (NotUnderstood & Range)[] = [];
  const diagnostics: Diagnostic[] = [];
  const ordinals = new Map<string, number>();
  let section: OpenSection | null = null;
  let words = 0;
  for (const line of lines.slice(0, bodyLine)) {
    words += countWords(text, line.from, line.to);
  }

  const startSection = (line: Line, level: number, title: string): void => {
    const category = names.categoryOf(title);
    if (category === null && section?.category != null && level > section.level) {
      return; // a heading below a category's belongs to it
    }
    closeSection(line.from);
    section = {
      category,
      title,
      level,
      heading: { from: line.from, to: line.to },
      bodyStart: line.end,
      bodyEnd: text.length,
      contentEnd: line.end,
      unclosedAt: null,
      hasOtherText: false,
    };
    sections.push(section);
  };
  const closeSection = (at: number): void => {
    if (section) {
      section.bodyEnd = at;
    }
  };
  const keepAsText = (from: number, to: number, line: number): void => {
    notUnderstood.push({ line: line + 1, text: text.slice(from, to), from, to });
    if (section) {
      section.hasOtherText = true;
    }
  };

  let at = bodyLine;
  while (at < lines.length) {
    const line = lines[at] as Line;
    const content = text.slice(line.from === 0 ? frontmatter.start : line.from, line.to);
    if (content.trim() === '') {
      words += countWords(text, line.from, line.to);
      at += 1;
      continue;
    }
    const asHeading = content.startsWith('#') ? heading.exec(content) : null;
    if (asHeading) {
      startSection(line, asHeading[1]?.length ?? 1, (asHeading[2] ?? '').trim());
      words += countWords(text, line.from, line.to);
      at += 1;
    } else if (isBullet(content)) {
      const last = lastLineOfEntry(text, lines, at, columns(content));
      const entry = readEntry(text, lines, at, last, section, sections.length - 1, frontmatter.start, readFor.brackets);
      const same = `${entry.category} ${entry.raw}`;
      const ordinal = ordinals.get(same) ?? 0;
      ordinals.set(same, ordinal + 1);
      const counted = ordinal === 0 ? entry : { ...entry, ordinal };
      entries.push(counted);
      words += line.from === 0 ? countWords(text, 0, counted.range.to) : counted.words;
      diagnoseEntry(counted, at + 1, diagnostics);
      at = last + 1;
    } else {
      const last = lastLineOfText(text, lines, at, content);
      const unclosed = last === lines.length;
      const end = unclosed ? text.length : (lines[last] as Line).to;
      keepAsText(line.from, end, at);
      words += countWords(text, line.from, end);
      if (unclosed) {
        if (section !== null) {
          (section as OpenSection).unclosedAt = line.from;
        }
        diagnostics.push({
          code: 'unclosed_block',
          severity: 'warning',
          message: `The ${commentStart.test(content) ? 'comment' : 'code block'} that begins in line ${at + 1} never ends, so nothing after it is read as an entry.`,
          from: line.from,
          to: line.to,
          line: at + 1,
          repair: null,
        });
      }
      at = unclosed ? lines.length : last + 1;
    }
    const before = lines[at - 1];
    if (section && before && (section as OpenSection).unclosedAt === null) {
      (section as OpenSection).contentEnd = before.end;
    }
  }

  if (readFor.frontmatter) {
    diagnoseFrontmatter(text, frontmatter, words, diagnostics);
  }
  return {
    text,
    lineEnd: dominantLineEnd(text, lines),
    frontmatter,
    sections,
    entries,
    notUnderstood,
    diagnostics,
    words,
  };
}

function isBullet(content: string): boolean {
  return bullet.test(content) && !rule.test(content);
}

/** Columns before the first character that is not white space; a tab goes to the next multiple of four. */
function columns(content: string): number {
  let count = 0;
  for (const character of content) {
    if (character === ' ') {
      count += 1;
    } else if (character === '\t') {
      count += 4 - (count % 4);
    } else {
      break;
    }
  }
  return count;
}

/** Lines indented past the bullet belong to its entry, blank lines between them included. */
function lastLineOfEntry(text: string, lines: readonly Line[], first: number, indent: number): number {
  let last = first;
  for (let at = first + 1; at < lines.length; at++) {
    const line = lines[at] as Line;
    const content = text.slice(line.from, line.to);
    if (content.trim() === '') {
      continue;
    }
    if (columns(content) < indent + 2) {
      break;
    }
    last = at;
  }
  return last;
}

/** The last line of what is not an entry: one line, or all of a fence or comment; `lines.length` if that never ends. */
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

function readEntry(
  text: string,
  lines: readonly Line[],
  first: number,
  last: number,
  section: Section | null,
  sectionIndex: number,
  bodyStart: number,
  brackets: boolean,
): ParsedEntry {
  const firstLine = lines[first] as Line;
  const lastLine = lines[last] as Line;
  const from = firstLine.from === 0 ? bodyStart : firstLine.from;
  const content = text.slice(from, firstLine.to);
  const shape = bullet.exec(content);
  const indent = columns(content);
  const marker = from + (shape?.[1]?.length ?? 0);
  const afterMarker = from + (shape?.[0].length ?? 0);
  const bracket = brackets ? readBracket(text.slice(afterMarker, firstLine.to)) : null;
  const textFrom = bracket ? skipBlanks(text, afterMarker + bracket.length, firstLine.to) : afterMarker;
  const further = lines.slice(first + 1, last + 1).map((line) => text.slice(line.from, line.to));
  const whole = joinLines(text.slice(textFrom, firstLine.to), further, indent);
  const key = readKey(whole);
  const category = section?.category ?? null;
  const bracketRange = bracket ? { from: afterMarker, to: afterMarker + bracket.length } : null;
  return {
    category,
    section: section?.title ?? '',
    key: key?.key ?? null,
    value: key ? trimBlanks(whole.slice(key.valueAt)) : whole,
    ...meta(bracket, category),
    raw: text.slice(from, lastLine.to),
    ordinal: 0,
    words: countWords(text, from, lastLine.to),
    bracketWords: bracketRange ? countWords(text, bracketRange.from, bracketRange.to) : 0,
    range: { from, to: lastLine.to },
    syntax: {
      indent,
      marker: { from: marker, to: marker + 1 },
      bracket: bracketRange,
      writtenDate: bracket?.writtenDate ?? null,
      writtenConfidence: bracket?.writtenConfidence ?? null,
      text: { from: textFrom, to: lastLine.to },
      blockEnd: lastLine.end,
      section: sectionIndex,
    },
  };
}

function meta(bracket: Bracket | null, category: Category | null) {
  return {
    confidence: bracket?.confidence ?? (category === null ? ('tentative' as const) : defaultConfidence[category]),
    ownConfidence: bracket?.confidence != null,
    date: bracket?.date ?? null,
    source: bracket?.source ?? null,
    flags: bracket?.flags ?? noFlags,
  };
}

function skipBlanks(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && (text[at] === ' ' || text[at] === '\t')) {
    at += 1;
  }
  return at;
}

/** All of an entry's text as it stands after bullet and bracket, key included; further lines without their indentation. */
export function wholeText(text: string, entry: ParsedEntry): string {
  const [first = '', ...further] = text.slice(entry.syntax.text.from, entry.syntax.text.to).split(/\r\n|\r|\n/);
  return joinLines(first, further, entry.syntax.indent);
}

function joinLines(first: string, further: readonly string[], indent: number): string {
  if (further.length === 0) {
    return trimBlanks(first);
  }
  return trimBlanks([first, ...further.map((line) => dedent(line, indent + 2).replace(/^[ \t]+$/, ''))].join('\n'));
}

/** Without blanks and line breaks around it; other white space is part of the text. */
function trimBlanks(value: string): string {
  return value.replace(/^[ \t\n]+|[ \t\n]+$/g, '');
}

/** Takes up to `width` columns of indentation off a line. */
function dedent(content: string, width: number): string {
  let at = 0;
  let column = 0;
  while (at < content.length && column < width) {
    if (content[at] === ' ') {
      column += 1;
    } else if (content[at] === '\t') {
      column += 4 - (column % 4);
    } else {
      break;
    }
    at += 1;
  }
  return content.slice(at);
}
