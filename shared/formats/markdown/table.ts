import type { Range } from '../../entries/entry.ts';
import { isBlankOrTab } from '../../text/blanks.ts';
import type { Line } from '../../text/lines.ts';
import { lineStart } from './line-starts.ts';
import type { Lines } from './source.ts';

/** True for the line below the header of a table: dashes, colons and pipes. */
const isSeparator = (said: string): boolean => said.includes('-') && said.includes('|') && /^[ \t|:-]+$/.test(said);

/** True if a table begins in a line: it has pipes, and a separator follows. */
export function beginsTable(text: string, lines: readonly Line[], at: number): boolean {
  const [line, next] = [lines[at], lines[at + 1]];
  return (
    line !== undefined &&
    next !== undefined &&
    text.slice(line.from, line.to).includes('|') &&
    isSeparator(text.slice(next.from, next.to))
  );
}

/** Finds the last row of the table that begins in a line; its separator if it has none. */
export function lastLineOfTable({ text, lines }: Lines, first: number): number {
  let last = first + 1;
  for (let line = lines[last + 1]; line; line = lines[last + 1]) {
    const isRow = text.slice(line.from, line.to).includes('|') && lineStart(text, line.from, line.to) === 'text';
    if (!isRow) {
      break;
    }
    last += 1;
  }
  return last;
}

/** Finds the cells of a row without the blanks around them; a pipe after a backslash is part of a cell. */
export function cellsOf(text: string, from: number, to: number): Range[] {
  const cells: Range[] = [];
  const last = trimmed(text, { from, to });
  let start = text[last.from] === '|' ? last.from + 1 : last.from;
  for (let at = start; at < last.to; at++) {
    if (text[at] === '|' && text[at - 1] !== '\\') {
      cells.push(trimmed(text, { from: start, to: at }));
      start = at + 1;
    }
  }
  if (start < last.to || cells.length === 0) {
    cells.push(trimmed(text, { from: start, to: last.to }));
  }
  return cells;
}

/** Trims a cell. Blanks of an empty one after the first belong to the text behind it. */
function trimmed(text: string, { from, to }: Range): Range {
  let [start, end] = [from, to];
  while (start < end && isBlankOrTab(text.charCodeAt(start))) {
    start += 1;
  }
  while (end > start && isBlankOrTab(text.charCodeAt(end - 1))) {
    end -= 1;
  }
  return start === end && to > from ? { from: from + 1, to: from + 1 } : { from: start, to: end };
}
