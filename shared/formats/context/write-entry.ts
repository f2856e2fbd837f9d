import { ContextureError } from '../../contract/errors.ts';
import { cleanValue } from '../../text/clean-value.ts';
import type { LineEnd } from '../../text/lines.ts';
import { firstControl } from '../../text/visible-characters.ts';
import type { ParsedEntry } from '../document.ts';
import { readContext } from './read-document.ts';
import { wholeText } from './read-entry.ts';

export type EntryToWrite = {
  readonly key: string | null;
  readonly value: string;
  /** As written, from `[` to `]`; null for an entry that carries none. */
  readonly bracket: string | null;
  /** White space before the bullet, and the bullet. */
  readonly indent: number;
  readonly marker: string;
};

/** The entry's lines, without a last line end; further lines of the value are indented under the first. */
export function writeEntry(entry: EntryToWrite, lineEnd: LineEnd): string {
  const indent = ' '.repeat(entry.indent);
  const bracket = entry.bracket === null ? '' : `${entry.bracket} `;
  return `${indent}${entry.marker} ${bracket}${writeText(entry.key, entry.value, entry.indent, lineEnd)}`;
}

/** Key and value as they stand after bullet and bracket. A list under a key begins on its own line. */
export function writeText(key: string | null, value: string, indent: number, lineEnd: LineEnd): string {
  const under = key !== null && /^[-*+][ \t].*\n/.test(value);
  const text = key === null ? value : value === '' ? `${key}:` : under ? `${key}:\n${value}` : `${key}: ${value}`;
  const [first = '', ...further] = text.split('\n');
  const indented = further.map((line) => (line === '' ? '' : `${' '.repeat(indent + 2)}${line}`));
  return [first, ...indented].join(lineEnd);
}

/** @throws `source_invalid` for a source that would break the bracket it is written in. */
export function checkSource(source: string): string {
  const cleaned = source.trim();
  refuseControls('source_invalid', cleaned, 'The source');
  if (cleaned === '' || /[|\]\r\n]/.test(cleaned) || hasLoneSurrogate(cleaned)) {
    throw new ContextureError(
      'source_invalid',
      `The source “${source}” can’t be written: it must not be empty or contain “|”, “]” or a line break. Nothing was changed.`,
      { source },
    );
  }
  return cleaned;
}

/**
 * @param known what it says so far: control characters that are in the file already may stay
 * @throws `value_invalid` for a value with nothing in it, or one that is not text
 */
export function checkValue(value: string, name: string, known = ''): string {
  const cleaned = cleanValue(value);
  if (cleaned.trim() === '') {
    throw new ContextureError(
      'value_invalid',
      `${name} needs a text. To remove the entry, delete it. Nothing was changed.`,
    );
  }
  if (hasLoneSurrogate(cleaned)) {
    throw new ContextureError(
      'value_invalid',
      `${name} has a broken character in its text. Type it again. Nothing was changed.`,
    );
  }
  refuseControls('value_invalid', cleaned, name, known);
  return cleaned;
}

/** @throws `key_invalid` for a key that would not read back the same. */
export function checkKey(key: string): string {
  const cleaned = key.trim();
  const refused = (why: string) =>
    new ContextureError('key_invalid', `“${key.slice(0, 80)}” can’t be a name: ${why} Nothing was changed.`, {
      key: key.slice(0, 200),
    });
  const wrong = [
    cleaned === '' && 'it is empty.',
    /[\r\n]/.test(cleaned) && 'it has a line break.',
    [...cleaned].length > 64 && 'it is longer than 64 characters.',
  ].find(Boolean);
  if (wrong) {
    throw refused(wrong);
  }
  refuseControls('key_invalid', cleaned, 'The name');
  const entry = onlyEntry(`${around}- ${cleaned}: x\n`);
  if (entry?.key !== cleaned || entry.value !== 'x' || hasLoneSurrogate(cleaned)) {
    throw refused('written to the file it would be read as something else.');
  }
  return cleaned;
}

/**
 * Makes sure that an entry reads back as one with the given text, else throws `value_invalid`. Prose that begins like a
 * key reads back with that key, and stays: the text is what was meant.
 */
export function checkReadsBack(wanted: EntryToWrite): void {
  const text = `${around}${writeEntry({ ...wanted, indent: 0 }, '\n')}\n`;
  const entry = onlyEntry(text);
  const same =
    entry &&
    (entry.syntax.bracket !== null) === (wanted.bracket !== null) &&
    (wanted.key === null
      ? wholeText(text, entry) === wanted.value
      : entry.key === wanted.key && entry.value === wanted.value);
  if (!same) {
    throw new ContextureError(
      'value_invalid',
      `“${wanted.value.slice(0, 60)}” would be read as something else than this entry’s text. Begin it with a word. Nothing was changed.`,
    );
  }
}

const around = '## Preferences\n';

function onlyEntry(text: string): ParsedEntry | undefined {
  const { entries, notUnderstood, sections } = readContext(text);
  return entries.length === 1 && notUnderstood.length === 0 && sections.length === 1 ? entries[0] : undefined;
}

/** Nobody writes these, and whoever reads them on a terminal may be led to believe something else. */
function refuseControls(
  code: 'value_invalid' | 'key_invalid' | 'source_invalid',
  text: string,
  what: string,
  known = '',
) {
  const found = firstControl(text, known);
  if (found !== null) {
    throw new ContextureError(code, `${what} has the control character ${found}. Leave it out. Nothing was changed.`);
  }
}

const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text);
