import { ContextureError } from '../../contract/errors.ts';
import type { Edit } from '../../text/edits.ts';
import type { ParsedEntry } from '../document.ts';
import { cellMark } from './content.ts';
import { cellsOf } from './table.ts';

type RowText = { readonly key: string | null; readonly value: string };

/** Plans the edits that change a row, cell by cell. @throws `value_invalid` if it lacks the cells */
export function rowEdits(text: string, { syntax, range }: ParsedEntry, said: RowText): Edit[] {
  const cells = cellsOf(text, syntax.marker, range.to);
  const now = cells.map(({ from, to }) => text.slice(from, to));
  return cellTexts(now, said).flatMap((cell, index) => {
    const place = cells[index];
    return place && cell !== now[index] ? [{ ...place, insert: cell }] : [];
  });
}

/** Writes a row like another one. */
export function rowLike(text: string, { syntax, range }: ParsedEntry, said: RowText): string {
  const cells = cellsOf(text, syntax.marker, range.to);
  const blank = cells.map(() => '');
  const [first, last] = [text[syntax.marker], text.slice(range.from, range.to).trimEnd().at(-1)];
  const written = cellTexts(blank, said).join(cellMark);
  const indent = text.slice(range.from, syntax.marker);
  return `${indent}${first === '|' ? '| ' : ''}${written}${last === '|' ? ' |' : ''}`;
}

function cellTexts(now: readonly string[], { key, value }: RowText): string[] {
  const said = value === '' ? [] : value.split(/(?<!\\)\|/).map((cell) => cell.trim());
  const [first = ''] = now;
  const marks = /^(\*\*|__).+\1$/.exec(first)?.[1] ?? '';
  const isFull = key === null && said.length === now.length;
  const cells = isFull ? said : [key === null ? '' : `${marks}${key}${marks}`, ...said];
  if (cells.length > now.length || /[\r\n]/.test(value)) {
    const room = now.length - 1;
    throw new ContextureError(
      'value_invalid',
      `“${value.slice(0, 60)}” does not fit into this row of a table: beside its name it has room for ${room === 1 ? 'one cell, of one line' : `${room} cells of one line each, with “|” between them`}. Nothing was changed.`,
    );
  }
  return now.map((_, index) => cells[index] ?? '');
}
