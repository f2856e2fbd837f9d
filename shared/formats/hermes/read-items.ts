import type { Diagnostic } from '../../contract/features/memory.ts';
import type { Range } from '../../entries/entry.ts';
import { countWords } from '../../entries/token-estimate.ts';
import { charactersIn, countInWords } from '../../text/counts.ts';
import { dominantLineEnd, type LineEnd, lineCounter, lineEndAfter, splitLines } from '../../text/lines.ts';
import { type MemoryDocument, noBracket, noDetails, noFrontmatter, type ParsedEntry } from '../document.ts';
import { withOrdinals } from '../entries-in-text.ts';
import { readKey } from '../read-key.ts';
import { joinItems, separator, withLf } from './join-items.ts';

/** A line with only the sign is between two items; a sign within a line is text. */
const betweenItems = /(?:\r\n|\r|\n)§(?:\r\n|\r|\n)/g;
/** White space that Hermes trims: as Python has it, which is more than JavaScript's, without the byte order mark. */
const blank = /[\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Reads a memory of Hermes: items with a line `§` between them. Never throws. @param limit characters of one item */
export function readHermes(text: string, limit: number): MemoryDocument {
  const entries = entriesIn(text, 0);
  return { ...documentOf(text, entries), diagnostics: diagnoseForm(text, entries, limit) };
}

const positionMark = /[\r\n]<!-- item (\d{1,7}) -->$/;

/** Writes an item for an archive. One that ends in a line `§` gets no line below it: it would be split there. */
export const withPosition = (raw: string, position: number, lineEnd: LineEnd): string =>
  /[\r\n]§$/.test(raw) ? raw : `${raw}${lineEnd}<!-- item ${position} -->`;

/** Reads an archive of such items: the same below a frontmatter, each with the position it had. */
export function readHermesArchive(text: string): MemoryDocument {
  const match = /^---\r?\n([\s\S]*?\r?\n)---(?:\r?\n|$)/.exec(text);
  const body = match && { from: match[0].indexOf('\n') + 1, to: match[0].indexOf('\n') + 1 + (match[1] ?? '').length };
  const document = documentOf(text, entriesIn(text, match?.[0].length ?? 0, true));
  return { ...document, frontmatter: { ...document.frontmatter, status: body ? 'present' : 'missing', body } };
}

function documentOf(text: string, entries: readonly ParsedEntry[]): MemoryDocument {
  return {
    text,
    lineEnd: dominantLineEnd(text, splitLines(text)),
    frontmatter: noFrontmatter,
    sections: [],
    entries,
    notUnderstood: [],
    diagnostics: [],
    words: countWords(text),
  };
}

function entriesIn(text: string, start: number, isArchive = false): readonly ParsedEntry[] {
  const entries = itemsIn(text, start).map((whole) => {
    const mark = isArchive ? positionMark.exec(text.slice(whole.from, whole.to)) : null;
    const range = mark ? trimmed(text, whole.from, whole.from + mark.index) : whole;
    const entry = entryAt(text, range);
    const syntax = { ...entry.syntax, blockEnd: lineEndAfter(text, whole.to) };
    return { ...entry, syntax: mark ? { ...syntax, position: Number(mark[1]) } : syntax };
  });
  return withOrdinals(entries);
}

/** Finds the ranges of items, trimmed; empty ones don't count. */
function itemsIn(text: string, start: number): Range[] {
  const items: Range[] = [];
  const add = (from: number, to: number): void => {
    const range = trimmed(text, from, to);
    if (range.from < range.to) {
      items.push(range);
    }
  };
  let from = start;
  for (const match of text.slice(start).matchAll(betweenItems)) {
    add(from, start + match.index);
    from = start + match.index + match[0].length;
  }
  add(from, text.length);
  return items;
}

/** Trims a stretch of a text, as Hermes does. */
export function trimmed(text: string, from = 0, to = text.length): Range {
  let [first, last] = [from, to];
  while (first < last && blank.test(text.charAt(first))) {
    first += 1;
  }
  while (last > first && blank.test(text.charAt(last - 1))) {
    last -= 1;
  }
  return { from: first, to: last };
}

/** Splits the name in an item's first line from its value, with the value's start. */
export function itemParts(raw: string): { readonly key: string | null; readonly valueAt: number } {
  const key = readKey(raw);
  const valueAt = key ? raw.slice(key.valueAt).search(/\S/) : -1;
  return key && valueAt >= 0 ? { key: key.key, valueAt: key.valueAt + valueAt } : { key: null, valueAt: 0 };
}

function entryAt(text: string, range: Range): ParsedEntry {
  const raw = text.slice(range.from, range.to);
  const { key, valueAt } = itemParts(raw);
  return {
    ...noDetails,
    section: '',
    key,
    value: raw.slice(valueAt).replace(/\r\n?/g, '\n'),
    raw,
    words: countWords(raw),
    range,
    syntax: {
      form: 'paragraph',
      indent: 0,
      marker: range.from,
      ...noBracket,
      text: range,
      blockEnd: lineEndAfter(text, range.to),
      section: -1,
    },
  };
}

/** Lists the reasons Hermes would refuse to edit a file that others have written, which it does without a word. */
export function diagnoseForm(text: string, entries: readonly ParsedEntry[], limit: number): Diagnostic[] {
  const problems: Diagnostic[] = [];
  const lineOf = lineCounter(text);
  for (const { raw, range } of entries) {
    const length = raw.length > limit ? charactersIn(withLf(raw)) : 0;
    if (length > limit) {
      const message = `This item has ${countInWords(length)} characters. Hermes refuses to edit a file with an item of more than ${countInWords(limit)}: shorten it, or make two of it.`;
      problems.push({
        code: 'entry_too_long',
        severity: 'warning',
        message,
        ...range,
        line: lineOf(range.from),
        repair: null,
      });
    }
  }
  if (withLf(text) !== joinItems(entries)) {
    const isTwice = new Set(entries.map(({ raw }) => withLf(raw))).size < entries.length;
    const isLoose = withLf(text) !== entries.map(({ raw }) => withLf(raw)).join(separator);
    const why = [
      isTwice && 'an item is there twice',
      isLoose && 'there is white space or an empty item between others',
    ];
    const message = `This file is not exactly what Hermes would write itself: ${why.filter(Boolean).join(', and ')}. Hermes may refuse to edit it, and leaves that out when it does.`;
    problems.push({ code: 'form_differs', severity: 'warning', message, from: 0, to: 0, line: 1, repair: 'form' });
  }
  return problems;
}
