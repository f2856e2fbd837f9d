import type { LineEnd } from '../../text/lines.ts';
import type { ParsedEntry } from '../document.ts';

export const separator = '\n§\n';

/** Reads line ends as Hermes does: any is LF. On Windows it writes CRLF. */
export const withLf = (text: string): string => text.replace(/\r\n?/g, '\n');

export const withLineEnd = (text: string, lineEnd: LineEnd): string => withLf(text).replaceAll('\n', lineEnd);

/** Joins items as Hermes would: each once, nothing around them. */
export const joinItems = (items: readonly Pick<ParsedEntry, 'raw'>[], lineEnd: LineEnd = '\n'): string =>
  withLineEnd([...new Set(items.map(({ raw }) => withLf(raw)))].join(separator), lineEnd);
