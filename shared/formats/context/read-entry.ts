import { type Category, defaultConfidence, noFlags } from '../../entries/entry.ts';
import { countWords } from '../../entries/token-estimate.ts';
import type { Line } from '../../text/lines.ts';
import type { ParsedEntry, Section } from '../document.ts';
import { type Bracket, readBracket } from './bracket.ts';
import { readKey } from './entry-text.ts';

const bullet = /^([ \t]*)([-*+])(?:[ \t]+|$)/;
const rule = /^[ \t]*([-*_])[ \t]*(?:\1[ \t]*){2,}$/;

/** Whether a line begins an entry. */
export function isBullet(content: string): boolean {
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

/** The last line of the entry that begins in a line: those indented past its bullet belong to it, blank ones between them included. */
export function lastLineOfEntry(text: string, lines: readonly Line[], first: number, content: string): number {
  const indent = columns(content);
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

/** Where an entry stands: its lines, and the section they stand under. */
export type EntryPlace = {
  readonly first: number;
  readonly last: number;
  readonly section: Section | null;
  /** Index of the section; -1 before any heading. */
  readonly sectionIndex: number;
};

/**
 * Reads the entry in some lines of a text. Its ordinal is left at 0: what stands elsewhere decides it.
 *
 * @param start where the text begins after a byte order mark
 * @param brackets whether a bracket before the text is metadata, or part of it
 */
export function readEntry(
  text: string,
  lines: readonly Line[],
  { first, last, section, sectionIndex }: EntryPlace,
  start: number,
  brackets: boolean,
): ParsedEntry {
  const firstLine = lines[first] as Line;
  const lastLine = lines[last] as Line;
  const from = Math.max(firstLine.from, start);
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
