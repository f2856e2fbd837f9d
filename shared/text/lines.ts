/** A line of a text: `from` to `to` is its content, `end` is after its line end (`to` on a last line without one). */
export type Line = { readonly from: number; readonly to: number; readonly end: number };

export type LineEnd = '\n' | '\r\n' | '\r';

const lf = 10;
const cr = 13;

/** The lines of a text, ended by LF, CRLF or CR, each as it comes. A text that ends in a line end has no empty line after it. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== lf && code !== cr) {
      continue;
    }
    const end = code === cr && text.charCodeAt(at + 1) === lf ? at + 2 : at + 1;
    lines.push({ from, to: at, end });
    from = end;
    at = end - 1;
  }
  if (from < text.length) {
    lines.push({ from, to: text.length, end: text.length });
  }
  return lines;
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
