import { columns, isBlank } from '../../text/blanks.ts';
import type { Line } from '../../text/lines.ts';
import { beginsWithBoldKey } from './keys.ts';
import { type LineStart, lineStart } from './line-starts.ts';
import type { Lines } from './source.ts';
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

/**
 * Finds the last line of an item: lines indented past its marker belong to it, and blank ones between; so does text
 * that follows directly, without being indented, unless it begins another block.
 */
export function lastLineOfItem({ text, lines, start }: Lines, first: number): number {
  const firstLine = lines[first] as Line;
  const least = columns(text, Math.max(firstLine.from, start), firstLine.to) + 2;
  let last = first;
  for (let at = first + 1; at < lines.length; at++) {
    const { from, to } = lines[at] as Line;
    if (isBlank(text, from, to)) {
      continue;
    }
    if (columns(text, from, to) < least && !(at === last + 1 && continuesBelow(text, lines, at))) {
      break;
    }
    last = at;
  }
  return last;
}

/** True if a line only continues the one before it. A label above a list does not. */
function continuesBelow(text: string, lines: readonly Line[], at: number): boolean {
  const { from, to } = lines[at] as Line;
  if (lineStart(text, from, to) !== 'text') {
    return false;
  }
  const said = text.slice(from, to).trim();
  return !beginsWithBoldKey(said) && !/[:：]$/.test(said) && !beginsTable(text, lines, at);
}
