import type { OtherLine } from '../contract/features/memory.ts';
import { splitLines } from '../text/lines.ts';
import { perObject } from '../text/per-object.ts';
import type { MemoryDocument } from './document.ts';
import type { MemoryFormat } from './format.ts';
import { headingsOf } from './headings.ts';

/** Longer ones are several: a comment may be as long as the file. */
const maxLength = 2000;

/** What a text says beside its entries, in file order: lines that are not understood, and headings without an entry. */
export const otherLinesOf = perObject(({ isTitle }: MemoryFormat) =>
  perObject((document: MemoryDocument): readonly OtherLine[] => {
    const { text, notUnderstood } = document;
    const empty = emptyHeadings(document, isTitle);
    if (empty.length === 0) {
      return notUnderstood.flatMap(({ line, text: block }) => inPieces(line, block));
    }
    const blocks = [...notUnderstood, ...empty].sort((one, other) => one.from - other.from);
    let [at, line] = [0, 1];
    return blocks.flatMap(({ from, to }) => {
      line += splitLines(text, at, from).length;
      at = from;
      return inPieces(line, text.slice(from, to));
    });
  }),
);

function emptyHeadings(document: MemoryDocument, isTitle: MemoryFormat['isTitle']) {
  const { text, entries, sections } = document;
  const ofCategories = new Set(sections.flatMap(({ category, heading }) => (category === null ? [] : [heading.from])));
  const headings = headingsOf(document);
  let next = 0;
  return headings.filter(({ from, to }, index) => {
    const end = headings[index + 1]?.from ?? text.length;
    while ((entries[next]?.range.from ?? end) < from) {
      next += 1;
    }
    const isEmpty = (entries[next]?.range.from ?? end) >= end;
    return isEmpty && !ofCategories.has(from) && !isTitle(text.slice(from, to));
  });
}

/** A block as it stands, in pieces that end with a line where one does. */
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
