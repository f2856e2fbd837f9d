// A pattern like /[ \t]+$/ begins again at each blank of a run, which is quadratic where there is little else.

const [tab, newline, space] = [9, 10, 32];

export const isBlankOrTab = (code: number): boolean => code === space || code === tab;
const isBlankOrNewline = (code: number): boolean => isBlankOrTab(code) || code === newline;

export const trimBlanksStart = (text: string): string => text.slice(startOf(text, isBlankOrTab));
export const trimBlanksEnd = (text: string): string => text.slice(0, endOf(text, isBlankOrTab));
export const trimBlanks = (text: string): string => trimBlanksStart(trimBlanksEnd(text));

/** Without blanks, tabs and LF at its ends; other white space is part of the text. */
export function trimBlankLines(text: string): string {
  return text.slice(startOf(text, isBlankOrNewline), endOf(text, isBlankOrNewline));
}

function startOf(text: string, isTrimmed: (code: number) => boolean): number {
  let from = 0;
  while (from < text.length && isTrimmed(text.charCodeAt(from))) {
    from += 1;
  }
  return from;
}

function endOf(text: string, isTrimmed: (code: number) => boolean): number {
  let to = text.length;
  while (to > 0 && isTrimmed(text.charCodeAt(to - 1))) {
    to -= 1;
  }
  return to;
}
