import type { Range } from '../../entries/entry.ts';
import { isBlankOrTab, skipBlanks, skipColumns } from '../../text/blanks.ts';
import { type Line, lineStartBefore, splitLines } from '../../text/lines.ts';
import type { ParsedEntry } from '../document.ts';
import { isKeyLength } from '../read-key.ts';
import { readMarkdownKey, type WrittenKey } from './keys.ts';
import { markerEnd } from './line-starts.ts';
import { cellsOf } from './table.ts';

/** How an entry is written, as far as its text depends on it. */
export type Written = Pick<ParsedEntry['syntax'], 'form' | 'indent' | 'marker'> & {
  /** Where its text begins, after marker and check box. */
  readonly textFrom: number;
};

/** Columns before further lines of an entry, which are no part of what they say. */
export function widthOf(text: string, { form, indent, marker }: Omit<Written, 'textFrom'>): number {
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

/**
 * What each line of an entry says, without marks and indentation; nothing blank at the ends. There is at least one, which may be
 * empty. Lines between that are blank may have blanks in their range.
 */
export function contentOf(text: string, written: Written, lines: readonly Line[]): Range[] {
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
  let [first, end] = [0, ranges.length];
  while (end > 0 && isBlankRange(text, ranges[end - 1] as Range)) {
    end -= 1;
  }
  while (first < end && isBlankRange(text, ranges[first] as Range)) {
    first += 1;
  }
  if (first === end) {
    const at = form === 'fence' ? (lines[0]?.to ?? textFrom) : textFrom;
    return [{ from: at, to: at }];
  }
  const said = ranges.slice(first, end);
  const start = said[0] as Range;
  said[0] = { from: skipBlanks(text, start.from, start.to), to: start.to };
  const last = said.at(-1) as Range;
  said[said.length - 1] = { from: last.from, to: endOfText(text, last) };
  return said;
}

const isBlankRange = (text: string, { from, to }: Range): boolean => skipBlanks(text, from, to) === to;

function endOfText(text: string, { from, to }: Range): number {
  let end = to;
  while (end > from && isBlankOrTab(text.charCodeAt(end - 1))) {
    end -= 1;
  }
  return end;
}

/** After the mark of a quote and the blank behind it. */
function quoted(text: string, from: number, to: number): number {
  const mark = skipBlanks(text, from, to);
  return mark < to && text[mark] === '>' ? mark + (text[mark + 1] === ' ' && mark + 1 < to ? 2 : 1) : mark;
}

/** All that an entry says, key included. */
export function joinedText(text: string, content: readonly Range[]): string {
  return content.map((range) => (isBlankRange(text, range) ? '' : text.slice(range.from, range.to))).join('\n');
}

export type Said = { readonly key: WrittenKey | null; readonly value: string };

/** Key and value of an entry that is no row. A paragraph that only ends in a colon is prose, where an item is a key to be filled in. */
export function saidBy(form: ParsedEntry['syntax']['form'], whole: string): Said {
  const end = whole.indexOf('\n');
  const key = form === 'fence' || form === 'code' ? null : readMarkdownKey(end < 0 ? whole : whole.slice(0, end));
  const value = key ? whole.slice(valueStart(whole, key)) : whole;
  return value === '' && form === 'paragraph' ? { key: null, value: whole } : { key, value };
}

/** Where the value begins in all that an entry says; below the key it may be on a line of its own. */
export function valueStart(whole: string, { valueAt }: WrittenKey): number {
  let at = valueAt;
  while (at < whole.length && /[ \t\n]/.test(whole.charAt(at))) {
    at += 1;
  }
  return at;
}

/** What separates the cells of a row in its value. */
export const cellMark = ' | ';

/** A row says its first cell, and the others as its value; one whose first cell is empty, or too long, has no key. */
export function saidByRow(text: string, from: number, to: number): { key: string | null; value: string } {
  const cells = cellsOf(text, from, to).map((cell) => text.slice(cell.from, cell.to));
  const [first = '', ...others] = cells;
  const name = (/^(\*\*|__)(.+)\1$/.exec(first)?.[2] ?? first).trim();
  const isKey = others.length > 0 && name !== '' && isKeyLength(name);
  const said = isKey || (first === '' && others.length > 0) ? others : cells;
  while (said.at(-1) === '') {
    said.pop();
  }
  return { key: isKey ? name : null, value: said.join(cellMark) };
}

/** What each line of an entry says, as it stands in its document. */
export function contentIn(text: string, entry: ParsedEntry): Range[] {
  const { syntax } = entry;
  const lines = splitLines(text, ownStart(text, entry), syntax.text.to);
  return contentOf(text, { ...syntax, textFrom: syntax.text.from }, lines);
}

/** Where the line of its mark begins: before it may stand what only belongs to it. */
export const ownStart = (text: string, { range, syntax }: ParsedEntry): number =>
  Math.max(range.from, lineStartBefore(text, syntax.marker));

/** What stands before its mark. */
export const indentOf = (text: string, entry: ParsedEntry): string =>
  text.slice(ownStart(text, entry), entry.syntax.marker);

/** Whether something in its lines belongs to it without being said. */
export const hasBelongings = (text: string, entry: ParsedEntry): boolean =>
  ownStart(text, entry) > entry.range.from || entry.syntax.text.to < entry.range.to;
