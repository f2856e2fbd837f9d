import { trimBlankLines } from './blanks.ts';

/** A value as it can be written: line ends as `\n`, nothing but text at its ends, blank lines empty. */
export function cleanValue(value: string): string {
  return trimBlankLines(value.replace(/\r\n?/g, '\n')).replace(/^[ \t]+$/gm, '');
}
