import { ContextureError } from '../../contract/errors.ts';
import type { Range } from '../../entries/entry.ts';
import { skipBlanks, skipBlanksBack } from '../../text/blanks.ts';
import type { Edit } from '../../text/edits.ts';
import type { Line } from '../../text/lines.ts';
import type { ParsedEntry } from '../document.ts';
import { type Lines, lineStart } from './line-starts.ts';

/** Separator of a row's cells in its value. */
export const cellMark = ' | ';

const isSeparator = (line: string): boolean => line.includes('-') && line.includes('|') && /^[ \t|:-]+$/.test(line);

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
  const start = skipBlanks(text, from, to);
  const end = skipBlanksBack(text, start, to);
  return start === end && to > from ? { from: from + 1, to: from + 1 } : { from: start, to: end };
}

type RowText = { readonly key: string | null; readonly value: string };

/** Plans the edits that change a row, cell by cell. @throws `value_invalid` if it lacks the cells */
export function rowEdits(text: string, { syntax, range }: ParsedEntry, newText: RowText): Edit[] {
  const cells = cellsOf(text, syntax.marker, range.to);
  const now = cells.map(({ from, to }) => text.slice(from, to));
  return cellTexts(now, newText).flatMap((cell, index) => {
    const cellRange = cells[index];
    return cellRange && cell !== now[index] ? [{ ...cellRange, insert: cell }] : [];
  });
}

export function rowLike(text: string, { syntax, range }: ParsedEntry, newText: RowText): string {
  const cells = cellsOf(text, syntax.marker, range.to);
  const blank = cells.map(() => '');
  const [first, last] = [text[syntax.marker], text.slice(range.from, range.to).trimEnd().at(-1)];
  const written = cellTexts(blank, newText).join(cellMark);
  const indent = text.slice(range.from, syntax.marker);
  return `${indent}${first === '|' ? '| ' : ''}${written}${last === '|' ? ' |' : ''}`;
}

function cellTexts(now: readonly string[], { key, value }: RowText): string[] {
  const valueCells = value === '' ? [] : value.split(/(?<!\\)\|/).map((cell) => cell.trim());
  const [first = ''] = now;
  const marks = /^(\*\*|__).+\1$/.exec(first)?.[1] ?? '';
  const isFull = key === null && valueCells.length === now.length;
  const cells = isFull ? valueCells : [key === null ? '' : `${marks}${key}${marks}`, ...valueCells];
  if (cells.length > now.length || /[\r\n]/.test(value)) {
    const room = now.length - 1;
    throw new ContextureError(
      'value_invalid',
      `“${value.slice(0, 60)}” does not fit into this row of a table: beside its name it has room for ${room === 1 ? 'one cell, of one line' : `${room} cells of one line each, with “|” between them`}. Nothing was changed.`,
    );
  }
  return now.map((_, index) => cells[index] ?? '');
}
