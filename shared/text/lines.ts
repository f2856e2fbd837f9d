/** Line of a text: `from` to `to` is its content, `end` is after its line end (`to` on a last line without one). */
export type Line = { readonly from: number; readonly to: number; readonly end: number };

export type LineEnd = '\n' | '\r\n' | '\r';

const lf = 10;
const cr = 13;

/** Splits at LF, CRLF or CR, between `start` and `stop`. A text that ends in a line end has no empty line after it. */
export function splitLines(text: string, start = 0, stop = text.length): Line[] {
  const part = start === 0 && stop === text.length ? text : text.slice(start, stop);
  const { length } = part;
  const lines: Line[] = [];
  // Searching for a character is much faster than testing each, and most texts hold no CR at all.
  let nextLf = -1;
  let nextCr = -1;
  for (let from = 0; from < length; ) {
    nextLf = nextLf < from ? placeOf(part, '\n', from) : nextLf;
    nextCr = nextCr < from ? placeOf(part, '\r', from) : nextCr;
    const to = Math.min(nextLf, nextCr);
    const end = Math.min(length, nextLf === nextCr + 1 ? to + 2 : to + 1);
    lines.push({ from: start + from, to: start + to, end: start + end });
    from = end;
  }
  return lines;
}

/** Offset of a character at an offset or after it; the text's length if there is none. */
function placeOf(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from);
  return at < 0 ? text.length : at;
}

const isLineEnd = (code: number): boolean => code === lf || code === cr;

/** Start of the line that holds the character at an offset, be it the end of the line. */
export function lineStartBefore(text: string, at: number): number {
  let start = text.charCodeAt(at) === lf && text.charCodeAt(at - 1) === cr ? at - 1 : at;
  while (start > 0 && !isLineEnd(text.charCodeAt(start - 1))) {
    start -= 1;
  }
  return Math.max(0, start);
}

/** Offset after the first line end at an offset or behind it; the text's length if there is none. */
export function lineEndAfter(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) {
    end += 1;
  }
  return Math.min(text.length, text.charCodeAt(end) === cr && text.charCodeAt(end + 1) === lf ? end + 2 : end + 1);
}

/** Creates a counter of the lines up to an offset, from 1; fast for ascending ones. @param start of the first line */
export function lineCounter(text: string, start = 0): (offset: number) => number {
  let [counted, line] = [start, 1];
  return (offset) => {
    if (offset < counted) {
      [counted, line] = [start, 1];
    }
    line += splitLines(text, counted, offset).length;
    counted = offset;
    return line;
  };
}

/** Most frequent line end of a text; LF if it has none. Inserted lines end like the rest of the file. */
export function dominantLineEnd(text: string, lines: readonly Line[]): LineEnd {
  let crlf = 0;
  let lone = 0;
  let ended = 0;
  for (const line of lines) {
    if (line.end === line.to) {
      continue;
    }
    ended += 1;
    if (line.end - line.to === 2) {
      crlf += 1;
    } else if (text.charCodeAt(line.to) === cr) {
      lone += 1;
    }
  }
  const plain = ended - crlf - lone;
  if (crlf > plain && crlf >= lone) {
    return '\r\n';
  }
  return lone > plain ? '\r' : '\n';
}
