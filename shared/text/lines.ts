/** A line of a text: `from` to `to` is its content, `end` is after its line end (`to` on a last line without one). */
export type Line = { readonly from: number; readonly to: number; readonly end: number };

export type LineEnd = '\n' | '\r\n' | '\r';

const lf = 10;
const cr = 13;

/**
 * The lines of a text, ended by LF, CRLF or CR, each as it comes. A text that ends in a line end has no empty line after
 * it.
 *
 * @param start of the first line
 * @param stop where the last one ends at the latest
 */
export function splitLines(text: string, start = 0, stop = text.length): Line[] {
  const lines: Line[] = [];
  let from = start;
  for (let at = start; at < stop; at++) {
    const code = text.charCodeAt(at);
    if (code !== lf && code !== cr) {
      continue;
    }
    const end = code === cr && text.charCodeAt(at + 1) === lf ? at + 2 : at + 1;
    lines.push({ from, to: at, end });
    from = end;
    at = end - 1;
  }
  if (from < stop) {
    lines.push({ from, to: stop, end: stop });
  }
  return lines;
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

/** After the first line end that stands at an offset or behind it; the text's length if there is none. */
export function lineEndAfter(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) {
    end += 1;
  }
  return Math.min(text.length, text.charCodeAt(end) === cr && text.charCodeAt(end + 1) === lf ? end + 2 : end + 1);
}

/** The line end most lines of a text have; LF if it has none. What we insert ends its lines like the rest of the file. */
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
