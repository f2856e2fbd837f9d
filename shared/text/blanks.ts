import type { Line } from './lines.ts';

// A pattern like /[ \t]+$/ begins again at each blank of a run, which is quadratic if there is little else.

const [tab, newline, space, tilde] = [9, 10, 32, 126];

export const isBlankOrTab = (code: number): boolean => code === space || code === tab;
const isBlankOrNewline = (code: number): boolean => isBlankOrTab(code) || code === newline;

export const trimBlanksStart = (text: string): string => text.slice(skipBlanks(text, 0, text.length));
export const trimBlanksEnd = (text: string): string => text.slice(0, skipBlanksBack(text, 0, text.length));
export const trimBlanks = (text: string): string => trimBlanksStart(trimBlanksEnd(text));

/** Trims blanks, tabs and LF at the ends; other white space is part of the text. */
export function trimBlankLines(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isBlankOrNewline(text.charCodeAt(from))) {
    from += 1;
  }
  while (to > from && isBlankOrNewline(text.charCodeAt(to - 1))) {
    to -= 1;
  }
  return text.slice(from, to);
}

export function isBlank(text: string, from: number, to: number): boolean {
  const first = text.charCodeAt(from);
  // Most lines begin with a character that settles it.
  return from >= to || (!(first > space && first <= tilde) && text.slice(from, to).trim() === '');
}

/** Counts the columns before the first character that is neither blank nor tab, which goes to a multiple of four. */
export function columns(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to && isBlankOrTab(text.charCodeAt(at)); at++) {
    count += text.charCodeAt(at) === tab ? 4 - (count % 4) : 1;
  }
  return count;
}

/** Finds the last of lines indented by `width`, blank ones included. @param goesOn true if others belong to them */
export function lastLineIndented(
  text: string,
  lines: readonly Line[],
  first: number,
  width: number,
  goesOn: (at: number, last: number) => boolean = () => false,
): number {
  let last = first;
  for (let at = first + 1; at < lines.length; at++) {
    const { from, to } = lines[at] as Line;
    if (isBlank(text, from, to)) {
      continue;
    }
    if (columns(text, from, to) < width && !goesOn(at, last)) {
      break;
    }
    last = at;
  }
  return last;
}

/** Finds the first place between two that is neither blank nor tab; the end if there is none. */
export function skipBlanks(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlankOrTab(text.charCodeAt(at))) {
    at += 1;
  }
  return at;
}

/** Finds the end of the last text between two places that is neither blank nor tab; the start if there is none. */
export function skipBlanksBack(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isBlankOrTab(text.charCodeAt(end - 1))) {
    end -= 1;
  }
  return end;
}

/** Skips at most `width` columns of blanks and tabs. */
export function skipColumns(text: string, from: number, to: number, width: number): number {
  let at = from;
  for (let column = 0; at < to && column < width && isBlankOrTab(text.charCodeAt(at)); at++) {
    column += text.charCodeAt(at) === tab ? 4 - (column % 4) : 1;
  }
  return at;
}
