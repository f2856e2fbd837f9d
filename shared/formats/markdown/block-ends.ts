import { columns, isBlank, lastLineIndented } from '../../text/blanks.ts';
import type { Line } from '../../text/lines.ts';
import { longestTitle } from '../document.ts';
import { beginsWithBoldKey, readMarkdownKey } from './keys.ts';
import { type LineStart, type Lines, lineStart } from './line-starts.ts';
import { beginsTable } from './table.ts';

export const beginsItem = (start: LineStart): boolean => start === 'bullet' || start === 'number';

/** Returns the start of an item nested in the lines below one; null for anything else or nothing. */
export function firstNested({ text, lines, start }: Lines, first: number): 'bullet' | 'number' | null {
  const { from, to } = lines[first] as Line;
  const least = columns(text, Math.max(from, start), to) + 2;
  for (let at = first + 1; at < lines.length; at++) {
    const line = lines[at] as Line;
    if (!isBlank(text, line.from, line.to)) {
      const begins = columns(text, line.from, line.to) < least ? null : lineStart(text, line.from, line.to);
      return begins === 'bullet' || begins === 'number' ? begins : null;
    }
  }
  return null;
}

/** Finds the last line of an item: lines indented past its marker, blank ones, and text directly below belong to it. */
export function lastLineOfItem({ text, lines, start }: Lines, first: number): number {
  const firstLine = lines[first] as Line;
  const least = columns(text, Math.max(firstLine.from, start), firstLine.to) + 2;
  return lastLineIndented(text, lines, first, least, (at, last) => at === last + 1 && continuesBelow(text, lines, at));
}

/** True if a line only continues the one before it. A label above a list does not. */
function continuesBelow(text: string, lines: readonly Line[], at: number): boolean {
  const { from, to } = lines[at] as Line;
  if (lineStart(text, from, to) !== 'text') {
    return false;
  }
  const content = text.slice(from, to).trim();
  return !beginsWithBoldKey(content) && !/[:：]$/.test(content) && !beginsTable(text, lines, at);
}

type Paragraph = {
  /** Entries of it, by their lines: several if a line begins with a key in bold, or if each line has a key. */
  readonly parts: readonly { readonly first: number; readonly last: number }[];
  readonly end: number;
};

export function paragraphAt({ text, lines, start }: Lines, first: number): Paragraph {
  let end = first;
  while (end + 1 < lines.length && continuesParagraph(text, lines, end + 1)) {
    end += 1;
  }
  const contents = lines.slice(first, end + 1).map(({ from, to }) => text.slice(Math.max(from, start), to).trim());
  const eachHasKey = contents.every((line) => readMarkdownKey(line) !== null);
  const firsts = contents.flatMap((line, index) =>
    index === 0 || eachHasKey || beginsWithBoldKey(line) ? [first + index] : [],
  );
  return { parts: firsts.map((at, index) => ({ first: at, last: (firsts[index + 1] ?? end + 1) - 1 })), end };
}

function continuesParagraph(text: string, lines: readonly Line[], at: number): boolean {
  const { from, to } = lines[at] as Line;
  if (isBlank(text, from, to)) {
    return false;
  }
  const start = lineStart(text, from, to);
  // A year at the start of a line is no item.
  const isText = start === 'text' || (start === 'number' && /^\s*\d{3}/.test(text.slice(from, to)));
  return isText && !beginsTable(text, lines, at);
}

/** Underline of three or more and nothing else: a row of dashes with blanks between them is always a rule. */
const underline = /^ {0,3}(?:(={3,})|-{3,})[ \t]*$/;

/** Line with which git separates two versions of a text. */
const conflictMiddle = '=======';

/**
 * Returns the level of a heading that is one line of text over an underline; null if it is none. A line `---` below a
 * sentence, or below a name and its value, as in a frontmatter, separates that from the following lines, and is a rule.
 * @param title the line above, without blanks around it
 * @param line the one below it
 * @param isInConflict true if it may separate two versions which git could not merge
 */
export function levelOfUnderlined(title: string, line: string, isInConflict: boolean): 1 | 2 | null {
  const match = underline.exec(line);
  if (!match || title.length > longestTitle) {
    return null;
  }
  if (match[1] !== undefined) {
    return isInConflict && line === conflictMiddle ? null : 1;
  }
  return readMarkdownKey(title) !== null || /[.!。！…;,]$/.test(title) ? null : 2;
}

export function lastLineOfQuote({ text, lines }: Lines, first: number): number {
  let last = first;
  for (let line = lines[last + 1]; line; line = lines[last + 1]) {
    if (isBlank(text, line.from, line.to) || lineStart(text, line.from, line.to) !== 'quote') {
      break;
    }
    last += 1;
  }
  return last;
}
