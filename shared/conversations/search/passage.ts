import type { Range } from '../../entries/entry.ts';

/** Piece of a text, on one line, and the matching ranges in it. */
export type Passage = { readonly text: string; readonly marks: Range[] };

const before = 60;
const length = 240;
const blanks = /\s+/g;

/** Cuts the piece around the first range of the texts. @param found ranges of each text, one at least */
export function passageOf(texts: readonly string[], found: readonly (readonly Range[])[]): Passage {
  const index = Math.max(
    0,
    found.findIndex((ranges) => ranges.length > 0),
  );
  const text = texts[index] ?? '';
  const ranges = found[index] ?? [];
  const first = ranges[0]?.from ?? 0;
  const from = wordStart(text, Math.max(0, first - before), first);
  const to = Math.min(text.length, Math.max(from + length, ranges[0]?.to ?? 0));
  const inside = ranges.filter((range) => range.to <= to);
  return onOneLine(text, { from, to: wholeCharacter(text, to) }, inside);
}

/** Returns the place after a blank between `at` and `until`, if there is one. */
function wordStart(text: string, at: number, until: number): number {
  const blank = at === 0 ? -1 : text.slice(at, until).search(/\s/);
  return blank < 0 ? wholeCharacter(text, at) : at + blank + 1;
}

/** Moves a place out of the middle of a character. */
const wholeCharacter = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at);

function onOneLine(text: string, { from, to }: Range, ranges: readonly Range[]): Passage {
  let line = from > 0 ? '… ' : '';
  let at = from;
  const marks: Range[] = [];
  const add = (until: number): void => {
    line += text.slice(at, until).replace(blanks, ' ');
    at = until;
  };
  for (const range of ranges) {
    add(range.from);
    const start = line.length;
    add(range.to);
    marks.push({ from: start, to: line.length });
  }
  add(to);
  return { text: to < text.length ? `${line.trimEnd()} …` : line.trimEnd(), marks };
}
