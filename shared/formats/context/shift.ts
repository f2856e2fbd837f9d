import type { Range } from '../../entries/entry.ts';
import type { ParsedEntry, Section } from '../document.ts';

/** How far what was read has moved since: in UTF-16 units, and in lines. */
export type Shift = { readonly by: number; readonly lines: number };

/** Entries as they stand so many units further on; the same where that is none. */
export function shiftEntries(entries: readonly ParsedEntry[], by: number): readonly ParsedEntry[] {
  return by === 0 ? entries : entries.map((entry) => shiftEntry(entry, by));
}

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

export function shiftSection(section: Section, by: number): Section {
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

/** The same for anything that stands in a line, counted from 1. */
export function shiftLine<T extends Range & { readonly line: number }>(each: T, { by, lines }: Shift): T {
  return by === 0 && lines === 0 ? each : { ...each, ...shiftRange(each, by), line: each.line + lines };
}

function shiftRange({ from, to }: Range, by: number): Range {
  return { from: from + by, to: to + by };
}
