import type { OtherLine } from '../contract/features/memory.ts';
import type { Range } from '../entries/entry.ts';
import { lineCounter, splitLines } from '../text/lines.ts';
import { perObject } from '../text/per-object.ts';
import { firstSubLevel, type MemoryDocument } from './document.ts';
import type { MemoryFormat } from './format.ts';

/** Limit above which a line is split: a comment may be as long as the file. */
const maxLength = 2000;

/** Lines of a text outside its entries, in file order: those not understood, and headings that name no section. */
export const otherLinesOf = perObject((format: MemoryFormat) =>
  perObject((document: MemoryDocument): readonly OtherLine[] => {
    const { text, notUnderstood, frontmatter } = document;
    const headings = otherHeadings(document, format);
    if (headings.length === 0) {
      return notUnderstood.flatMap(({ line, text: block }) => inPieces(line, block));
    }
    const blocks = [...notUnderstood, ...headings].sort((one, other) => one.from - other.from);
    const lineOf = lineCounter(text, frontmatter.start);
    return blocks.flatMap(({ from, to }) => inPieces(lineOf(from), text.slice(from, to)));
  }),
);

/** Finds headings without entries: if a format has its own sections, all others; else those without an entry. */
function otherHeadings(document: MemoryDocument, { capabilities, isTitle }: MemoryFormat) {
  const { text, entries, sections, frontmatter } = document;
  const headings = headingsOf(document);
  if (capabilities.sections) {
    const own = sections.filter(({ category }) => category !== null);
    const ofCategories = new Set(own.map(({ heading }) => Math.max(heading.from, frontmatter.start)));
    return headings.filter(({ from, to }) => !ofCategories.has(from) && !isTitle(text.slice(from, to)));
  }
  let next = 0;
  return headings.filter(({ from }, index) => {
    const end = headings[index + 1]?.from ?? text.length;
    while ((entries[next]?.range.from ?? end) < from) {
      next += 1;
    }
    return (entries[next]?.range.from ?? end) >= end;
  });
}

/** Splits a block into pieces that end with a line if possible. */
function inPieces(first: number, block: string): OtherLine[] {
  const pieces: OtherLine[] = [];
  let piece = '';
  let [begun, line] = [first, first];
  const end = (): void => {
    if (piece !== '') {
      pieces.push({ line: begun, text: piece.replace(/[\r\n]+$/, '') });
    }
    piece = '';
    begun = line;
  };
  for (const { from, end: to } of splitLines(block)) {
    if (piece.length + to - from > maxLength) {
      end();
    }
    for (let at = from; at < to; at += maxLength) {
      piece += block.slice(at, Math.min(to, at + maxLength));
      if (piece.length >= maxLength) {
        end();
      }
    }
    line += 1;
    if (piece === '') {
      begun = line;
    }
  }
  end();
  return pieces;
}

export type HeadingRange = Range & { readonly level: number };

/** Heading, if a line begins there: to look behind at every character takes seven times as long. */
const heading = /(#{1,6})(?=[ \t\r\n]|$)[^\r\n]*/g;

/** Lines as the reader has them: JavaScript's own begin after U+2028 too, and none begins behind a byte order mark. */
const beginsLine = (text: string, at: number): boolean =>
  at === 0 || (at === 1 && text.startsWith('\uFEFF')) || /[\r\n]/.test(text.charAt(at - 1));

/** Finds all headings in file order. The sections of a document leave out those below a heading of a category. */
export function headingsOf({ text, notUnderstood, entries, sections, frontmatter }: MemoryDocument): HeadingRange[] {
  const headings: HeadingRange[] = sections.flatMap(({ heading: { from, to }, level }) => {
    const start = Math.max(from, frontmatter.start);
    return level < firstSubLevel && text[start] !== '#' ? [{ from: start, to, level }] : [];
  });
  const hasUnderlined = headings.length > 0;
  const inBlock = rangesPassed(notUnderstood);
  // Code that is an entry alone can hold text that looks like a heading.
  const inEntry = rangesPassed(entries.map(({ range }) => range));
  for (const match of text.matchAll(heading)) {
    const from = match.index;
    if (beginsLine(text, from) && !inBlock(from) && !inEntry(from) && from >= (frontmatter.body?.to ?? 0)) {
      headings.push({ from, to: from + match[0].length, level: match[1]?.length ?? 1 });
    }
  }
  return hasUnderlined ? headings.sort((one, other) => one.from - other.from) : headings;
}

/** Tests if an offset is in one of some ranges; for offsets in order. */
function rangesPassed(ranges: readonly Range[]): (at: number) => boolean {
  let next = 0;
  return (at) => {
    while ((ranges[next]?.to ?? Number.POSITIVE_INFINITY) <= at) {
      next += 1;
    }
    return (ranges[next]?.from ?? Number.POSITIVE_INFINITY) <= at;
  };
}
