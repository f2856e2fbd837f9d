import { defaultConfidence, noFlags } from '../../entries/entry.ts';
import { countWords } from '../../entries/token-estimate.ts';
import { isBlankOrTab, trimBlankLines } from '../../text/blanks.ts';
import type { Line } from '../../text/lines.ts';
import type { ParsedEntry, Section } from '../document.ts';
import { readBracket } from './bracket.ts';
import { readKey } from './entry-text.ts';

const bullet = /^[ \t]*[-*+](?:[ \t]|$)/;
const rule = /^[ \t]*([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const [tab, space, tilde] = [9, 32, 126];

export const isBullet = (content: string): boolean => bullet.test(content) && !rule.test(content);

/** Whether there is nothing but white space in a part of a text. */
export function isBlank(text: string, from: number, to: number): boolean {
  const first = text.charCodeAt(from);
  // Most lines begin with a character that settles it.
  return from >= to || (!(first > space && first <= tilde) && text.slice(from, to).trim() === '');
}

/** Columns before the first character of a line that is neither blank nor tab; a tab goes to the next multiple of four. */
function columns(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to && isBlankOrTab(text.charCodeAt(at)); at++) {
    count += text.charCodeAt(at) === tab ? 4 - (count % 4) : 1;
  }
  return count;
}

/** The last line of the entry that begins in a line: those indented past its bullet are its, and blank ones between. */
export function lastLineOfEntry(text: string, lines: readonly Line[], first: number, start: number): number {
  const firstLine = lines[first] as Line;
  const indent = columns(text, Math.max(firstLine.from, start), firstLine.to);
  let last = first;
  for (let at = first + 1; at < lines.length; at++) {
    const { from, to } = lines[at] as Line;
    if (isBlank(text, from, to)) {
      continue;
    }
    if (columns(text, from, to) < indent + 2) {
      break;
    }
    last = at;
  }
  return last;
}

/** Where an entry stands: its lines, and the section they stand under. */
type EntryPlace = {
  readonly first: number;
  readonly last: number;
  readonly section: Section | null;
  /** Index of the section; -1 before any heading. */
  readonly sectionIndex: number;
};

/** Reads the entry in some lines, with ordinal 0. Without `brackets`, a bracket before the text is part of it. */
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
  const marker = skipBlanks(text, from, firstLine.to);
  const indent = columns(text, from, marker);
  const afterMarker = skipBlanks(text, marker + 1, firstLine.to);
  const bracket = brackets ? readBracket(text.slice(afterMarker, firstLine.to)) : null;
  const textFrom = bracket ? skipBlanks(text, afterMarker + bracket.length, firstLine.to) : afterMarker;
  const ownLine = text.slice(textFrom, firstLine.to);
  const further = lines.slice(first + 1, last + 1).map((line) => text.slice(line.from, line.to));
  const whole = joinLines(ownLine, further, indent);
  const key = readKey(whole);
  const category = section?.category ?? null;
  const bracketRange = bracket ? { from: afterMarker, to: afterMarker + bracket.length } : null;
  return {
    category,
    section: section?.title ?? '',
    key: key?.key ?? null,
    value: key ? trimBlankLines(whole.slice(key.valueAt)) : whole,
    confidence: bracket?.confidence ?? (category === null ? 'tentative' : defaultConfidence[category]),
    ownConfidence: bracket !== null && bracket.confidence !== null,
    date: bracket?.date ?? null,
    source: bracket?.source ?? null,
    flags: bracket?.flags ?? noFlags,
    raw: text.slice(from, lastLine.to),
    ordinal: 0,
    words: countWords(text, from, lastLine.to),
    bracketWords: bracketRange ? countWords(text, bracketRange.from, bracketRange.to) : 0,
    range: { from, to: lastLine.to },
    syntax: {
      indent,
      marker,
      bracket: bracketRange,
      writtenDate: bracket?.writtenDate ?? null,
      writtenConfidence: bracket?.writtenConfidence ?? null,
      text: { from: textFrom, to: lastLine.to },
      blockEnd: lastLine.end,
      section: sectionIndex,
    },
  };
}

function skipBlanks(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlankOrTab(text.charCodeAt(at))) {
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
    return trimBlankLines(first);
  }
  return trimBlankLines([first, ...further.map((line) => dedent(line, indent + 2).replace(/^[ \t]+$/, ''))].join('\n'));
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
