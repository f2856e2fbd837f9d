import type { OtherLine } from '../contract/features/memory.ts';
import { splitLines } from '../text/lines.ts';
import { perObject } from '../text/per-object.ts';
import type { MemoryDocument } from './document.ts';
import type { MemoryFormat } from './format.ts';
import { headingsOf } from './headings.ts';

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
    let [at, line] = [frontmatter.start, 1];
    return blocks.flatMap(({ from, to }) => {
      line += splitLines(text, at, from).length;
      at = from;
      return inPieces(line, text.slice(from, to));
    });
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
