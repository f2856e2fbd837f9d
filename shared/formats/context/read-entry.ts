import { defaultConfidence, noFlags } from '../../entries/entry.ts';
import { countWords } from '../../entries/token-estimate.ts';
import { columns, lastLineIndented, skipBlanks, skipColumns, trimBlankLines } from '../../text/blanks.ts';
import type { Line } from '../../text/lines.ts';
import type { ParsedEntry, Section } from '../document.ts';
import { readKey } from '../read-key.ts';
import { readBracket } from './bracket.ts';

const bullet = /^[ \t]*[-*+](?:[ \t]|$)/;
const rule = /^[ \t]*([-*_])[ \t]*(?:\1[ \t]*){2,}$/;

export const isBullet = (content: string): boolean => bullet.test(content) && !rule.test(content);

/** Finds the last line of an entry: lines indented past its bullet belong to it, and blank ones between. */
export function lastLineOfEntry(text: string, lines: readonly Line[], first: number, start: number): number {
  const firstLine = lines[first] as Line;
  const indent = columns(text, Math.max(firstLine.from, start), firstLine.to);
  return lastLineIndented(text, lines, first, indent + 2);
}

/** Position of an entry: its lines, and the section above them. */
type EntryPlace = {
  readonly first: number;
  readonly last: number;
  readonly section: Section | null;
  /** Index of the section; -1 before any heading. */
  readonly sectionIndex: number;
};

/** Reads the entry in some lines, with ordinal 0. */
export function readEntry(
  text: string,
  lines: readonly Line[],
  { first, last, section, sectionIndex }: EntryPlace,
  start: number,
): ParsedEntry {
  const firstLine = lines[first] as Line;
  const lastLine = lines[last] as Line;
  const from = Math.max(firstLine.from, start);
  const marker = skipBlanks(text, from, firstLine.to);
  const indent = columns(text, from, marker);
  const afterMarker = skipBlanks(text, marker + 1, firstLine.to);
  const bracket = readBracket(text.slice(afterMarker, firstLine.to));
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
      form: 'item',
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

/** Returns all of an entry's text after bullet and bracket, key included; further lines without their indentation. */
export function entryWholeText(text: string, entry: ParsedEntry): string {
  const [first = '', ...further] = text.slice(entry.syntax.text.from, entry.syntax.text.to).split(/\r\n|\r|\n/);
  return joinLines(first, further, entry.syntax.indent);
}

function joinLines(first: string, further: readonly string[], indent: number): string {
  if (further.length === 0) {
    return trimBlankLines(first);
  }
  return trimBlankLines(
    [
      first,
      ...further.map((line) => line.slice(skipColumns(line, 0, line.length, indent + 2)).replace(/^[ \t]+$/, '')),
    ].join('\n'),
  );
}
