/** A value as it can be written: line ends as `\n`, nothing but text at its ends, blank lines empty. */
export function cleanValue(value: string): string {
  return value
    .replace(/\r\n?/g, '\n')
    .replace(/^[ \t\n]+|[ \t\n]+$/g, '')
    .replace(/^[ \t]+$/gm, '');
}
