import { commonEnds } from '../../entries/common-ends.ts';
import type { Edit } from '../../text/edits.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { type EntryPlan, editEntry } from '../entry-plan.ts';
import { lineEndAt } from '../insertion.ts';
import { contentIn, indentOf, joinedText, saidBy, valueStart, widthOf } from './content.ts';
import { readMarkdownKey } from './keys.ts';
import { rowEdits } from './table.ts';

export type NewText = { readonly key: string | null; readonly value: string };

/** Written form of a key before a value: the text before and behind it. */
export type KeyStyle = { readonly before: string; readonly behind: string };

/** Changes the text of an entry; marks, indentation, and unchanged lines stay as they are. */
export function rewriteMarkdownEntry(document: MemoryDocument, entry: ParsedEntry, newText: NewText): EntryPlan {
  const { form } = entry.syntax;
  return editEntry(
    entry,
    form === 'row' ? rowEdits(document.text, entry, newText) : textEdits(document, entry, newText),
  );
}

function textEdits(document: MemoryDocument, entry: ParsedEntry, newText: NewText): Edit[] {
  const { text } = document;
  const { form, section } = entry.syntax;
  const content = contentIn(text, entry);
  const whole = joinedText(text, content);
  const wanted = withNewText(whole, saidBy(form, whole), newText, keyStyleIn(document, section));
  const lineEnd = lineEndAt(document, entry.range.to);
  const further = furtherLine(text, entry);
  const lines = (some: readonly string[]): string =>
    some.map((line, index) => (index === 0 ? line : lineEnd + further(line))).join('');
  if (whole === '') {
    const at = content[0]?.from ?? entry.range.to;
    const isApart = form === 'paragraph' || /[ \t]/.test(text[at - 1] ?? '');
    const before = form === 'fence' ? lineEnd + further('') : isApart ? '' : ' ';
    return wanted === '' ? [] : [{ from: at, to: at, insert: before + lines(wanted.split('\n')) }];
  }
  const [now, next] = [whole.split('\n'), wanted.split('\n')];
  const { start, tail } = commonEnds(now, next, (one, other) => one === other);
  const removed = content.slice(start, content.length - tail);
  const added = next.slice(start, next.length - tail);
  if (removed.length === 0 && added.length === 0) {
    return [];
  }
  // Pure additions and removals include a line around them, for the line ends between.
  const isWhole = removed.length > 0 && added.length > 0;
  const above = isWhole || start === 0 ? 0 : 1;
  const below = isWhole || above === 1 ? 0 : 1;
  const replaced = content.slice(start - above, content.length - tail + below);
  const [first, last] = [replaced[0], replaced.at(-1)];
  const insert = lines(next.slice(start - above, next.length - tail + below));
  return first && last ? [{ from: first.from, to: last.to, insert }] : [];
}

function withNewText(whole: string, now: ReturnType<typeof saidBy>, { key, value }: NewText, style: KeyStyle): string {
  if (key === null) {
    return value;
  }
  if (now.key === null) {
    return writeSaid({ key, value }, style);
  }
  const { from, to, valueAt } = now.key;
  const start = valueStart(whole, now.key);
  const behind = now.value === '' ? withBlank(whole.slice(to, valueAt)) : whole.slice(to, start);
  return withBold({ key, value }, whole.slice(0, from) + key + (value === '' ? behind.trimEnd() : behind) + value);
}

/** Adds a blank behind a key, unless it ends in a full-width colon; behind bold the blank keeps that closed. */
const withBlank = (behind: string): string => {
  const mark = behind.trimEnd();
  return mark.endsWith('：') ? mark : `${mark} `;
};

export const writeSaid = (newText: NewText, { before, behind }: KeyStyle): string =>
  newText.key === null ? newText.value : withBold(newText, before + newText.key + behind + newText.value);

/** Writes the key in bold if `written` would read as a sentence. A key with a colon is refused, not put in bold. */
function withBold({ key, value }: NewText, written: string): string {
  const isKey = (whole: string): boolean => readMarkdownKey(whole.split('\n')[0] ?? '')?.key === key;
  const inBold = `**${key}:** ${value}`;
  return !isKey(written) && isKey(inBold) && !/[:：]/.test(key ?? '') ? inBold : written;
}

const plain: KeyStyle = { before: '', behind: ': ' };

/** Returns the style of keys in a section: that of the last one there. */
export function keyStyleIn({ text, entries }: MemoryDocument, section: number): KeyStyle {
  const named = entries.findLast(
    ({ key, syntax }) => key !== null && syntax.section === section && syntax.form !== 'row',
  );
  if (!named) {
    return plain;
  }
  const [first] = contentIn(text, named);
  const line = first ? text.slice(first.from, first.to) : '';
  const key = readMarkdownKey(line);
  return key ? { before: line.slice(0, key.from), behind: withBlank(line.slice(key.to, key.valueAt)) } : plain;
}

/** Writes a further line of an entry, with the marks or blanks it needs before it. */
export function furtherLine(text: string, entry: ParsedEntry): (line: string) => string {
  const { syntax } = entry;
  const indent = indentOf(text, entry);
  const before = syntax.form === 'paragraph' ? indent : ' '.repeat(widthOf(text, syntax));
  if (syntax.form === 'quote') {
    return (line) => (line === '' ? `${indent}>` : `${indent}> ${line}`);
  }
  return (line) => (line === '' ? '' : before + line);
}
