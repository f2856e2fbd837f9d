import type { LineEnd } from '../../text/lines.ts';
import { checkName, otherReadingError, otherValueError } from '../check-text.ts';
import type { ParsedEntry } from '../document.ts';
import { readContext } from './read-document.ts';
import { entryWholeText } from './read-entry.ts';

export type EntryToWrite = {
  readonly key: string | null;
  readonly value: string;
  /** Bracket as written, from `[` to `]`; null for an entry without one. */
  readonly bracket: string | null;
  /** White space before the bullet, and the bullet. */
  readonly indent: number;
  readonly marker: string;
};

/** Writes the entry's lines, without a last line end; further lines of the value are indented under the first. */
export function writeEntry(entry: EntryToWrite, lineEnd: LineEnd): string {
  const indent = ' '.repeat(entry.indent);
  const bracket = entry.bracket === null ? '' : `${entry.bracket} `;
  return `${indent}${entry.marker} ${bracket}${writeText(entry.key, entry.value, entry.indent, lineEnd)}`;
}

/** Writes key and value for the place after bullet and bracket. A list under a key begins on its own line. */
export function writeText(key: string | null, value: string, indent: number, lineEnd: LineEnd): string {
  const under = key !== null && /^[-*+][ \t].*\n/.test(value);
  const text = key === null ? value : value === '' ? `${key}:` : under ? `${key}:\n${value}` : `${key}: ${value}`;
  const [first = '', ...further] = text.split('\n');
  const indented = further.map((line) => (line === '' ? '' : `${' '.repeat(indent + 2)}${line}`));
  return [first, ...indented].join(lineEnd);
}

/** @throws `key_invalid` for a key that would not read back the same. */
export function checkKey(key: string): string {
  const cleaned = checkName(key);
  const entry = onlyEntry(`${around}- ${cleaned}: x\n`);
  if (entry?.key !== cleaned || entry.value !== 'x') {
    throw otherReadingError(key);
  }
  return cleaned;
}

/** Checks that an entry reads back the same; prose may read with a key. @throws `value_invalid` */
export function checkReadsBack(wanted: EntryToWrite): void {
  const text = `${around}${writeEntry({ ...wanted, indent: 0 }, '\n')}\n`;
  const entry = onlyEntry(text);
  const same =
    entry &&
    (entry.syntax.bracket !== null) === (wanted.bracket !== null) &&
    (wanted.key === null
      ? entryWholeText(text, entry) === wanted.value
      : entry.key === wanted.key && entry.value === wanted.value);
  if (!same) {
    throw otherValueError(wanted.value);
  }
}

const around = '## Preferences\n';

function onlyEntry(text: string): ParsedEntry | undefined {
  const { entries, notUnderstood, sections } = readContext(text);
  return entries.length === 1 && notUnderstood.length === 0 && sections.length === 1 ? entries[0] : undefined;
}
