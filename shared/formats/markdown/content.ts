import type { Range } from '../../entries/entry.ts';
import { skipBlanks, skipBlanksBack, skipColumns } from '../../text/blanks.ts';
import { type Line, lineStartBefore, splitLines } from '../../text/lines.ts';
import type { ParsedEntry } from '../document.ts';
import { isKeyLength } from '../read-key.ts';
import { readMarkdownKey, type WrittenKey } from './keys.ts';
import { markerEnd } from './line-starts.ts';
import { cellMark, cellsOf } from './table.ts';

/** Written form of an entry, as far as its text depends on it. */
export type WrittenForm = Pick<ParsedEntry['syntax'], 'form' | 'indent' | 'marker'> & {
  /** Start of its text, after marker and check box. */
  readonly textFrom: number;
};

/** Counts the columns before further lines of an entry, which are no part of their text. */
export function widthOf(text: string, { form, indent, marker }: Omit<WrittenForm, 'textFrom'>): number {
  switch (form) {
    case 'item': {
      const length = markerEnd(text, marker, text.length) - marker;
      return indent + length + 1;
    }
    case 'paragraph':
      return Number.POSITIVE_INFINITY;
    default:
      return indent;
  }
}

/** Finds the text of each line of an entry, without marks and indentation; one line at least, which may be empty. */
export function contentOf(text: string, written: WrittenForm, lines: readonly Line[]): Range[] {
  const { form, textFrom } = written;
  const width = widthOf(text, written);
  const inner = form === 'fence' ? lines.slice(1, -1) : lines;
  const ranges = inner.map(({ from, to }, index) => {
    if (form === 'quote') {
      return { from: quoted(text, from, to), to };
    }
    if (form === 'fence' || form === 'code') {
      return { from: skipColumns(text, from, to, width), to };
    }
    return { from: index === 0 ? textFrom : skipColumns(text, from, to, width), to };
  });
  const hasText = (range: Range): boolean => !isBlankRange(text, range);
  const first = ranges.findIndex(hasText);
  const end = ranges.findLastIndex(hasText) + 1;
  if (first < 0) {
    const at = form === 'fence' ? (lines[0]?.to ?? textFrom) : textFrom;
    return [{ from: at, to: at }];
  }
  const filled = ranges.slice(first, end);
  const start = filled[0] as Range;
  filled[0] = { from: skipBlanks(text, start.from, start.to), to: start.to };
  const last = filled.at(-1) as Range;
  filled[filled.length - 1] = { from: last.from, to: skipBlanksBack(text, last.from, last.to) };
  return filled;
}

const isBlankRange = (text: string, { from, to }: Range): boolean => skipBlanks(text, from, to) === to;

/** Returns the offset after the mark of a quote and the blank behind it. */
function quoted(text: string, from: number, to: number): number {
  const mark = skipBlanks(text, from, to);
  return mark < to && text[mark] === '>' ? mark + (text[mark + 1] === ' ' && mark + 1 < to ? 2 : 1) : mark;
}

export const joinedText = (text: string, content: readonly Range[]): string =>
  content.map((range) => (isBlankRange(text, range) ? '' : text.slice(range.from, range.to))).join('\n');

export type KeyedText = { readonly key: WrittenKey | null; readonly value: string };

/** Splits key and value of an entry that is no row. Only an item may end in a colon: a key to be filled in. */
export function saidBy(form: ParsedEntry['syntax']['form'], whole: string): KeyedText {
  const end = whole.indexOf('\n');
  const key = form === 'fence' || form === 'code' ? null : readMarkdownKey(end < 0 ? whole : whole.slice(0, end));
  const value = key ? whole.slice(valueStart(whole, key)) : whole;
  return value === '' && form === 'paragraph' ? { key: null, value: whole } : { key, value };
}

/** Finds the start of the value in all text of an entry; below the key it may be on a separate line. */
export function valueStart(whole: string, { valueAt }: WrittenKey): number {
  let at = valueAt;
  while (at < whole.length && /[ \t\n]/.test(whole.charAt(at))) {
    at += 1;
  }
  return at;
}

/** Splits a row: its first cell is the key, unless that is empty or too long; the others are its value. */
export function saidByRow(text: string, from: number, to: number): { key: string | null; value: string } {
  const cells = cellsOf(text, from, to).map((cell) => text.slice(cell.from, cell.to));
  const [first = '', ...others] = cells;
  const name = (/^(\*\*|__)(.+)\1$/.exec(first)?.[2] ?? first).trim();
  const isKey = others.length > 0 && name !== '' && isKeyLength(name);
  const valueCells = isKey || (first === '' && others.length > 0) ? others : cells;
  while (valueCells.at(-1) === '') {
    valueCells.pop();
  }
  return { key: isKey ? name : null, value: valueCells.join(cellMark) };
}

export function contentIn(text: string, entry: ParsedEntry): Range[] {
  const { syntax } = entry;
  const lines = splitLines(text, ownStart(text, entry), syntax.text.to);
  return contentOf(text, { ...syntax, textFrom: syntax.text.from }, lines);
}

/** Finds the start of the line with its mark: lines before it only belong to it. */
export const ownStart = (text: string, { range, syntax }: ParsedEntry): number =>
  Math.max(range.from, lineStartBefore(text, syntax.marker));

export const indentOf = (text: string, entry: ParsedEntry): string =>
  text.slice(ownStart(text, entry), entry.syntax.marker);

/** True if something in its lines belongs to it without being its text. */
export const hasBelongings = (text: string, entry: ParsedEntry): boolean =>
  ownStart(text, entry) > entry.range.from || entry.syntax.text.to < entry.range.to;
