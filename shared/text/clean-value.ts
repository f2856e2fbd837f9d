import { trimBlankLines } from './blanks.ts';

/** Normalises a value for writing: line ends as `\n`, no white space at its ends, blank lines empty. */
export const cleanValue = (value: string): string =>
  trimBlankLines(value.replace(/\r\n?/g, '\n')).replace(/^[ \t]+$/gm, '');
