import { noFlags } from '../../entries/entry.ts';
import { countWords } from '../../entries/token-estimate.ts';
import type { Line } from '../../text/lines.ts';
import type { EntryForm, ParsedEntry } from '../document.ts';
import { contentOf, joinedText, saidBy, saidByRow } from './content.ts';

/** Place and written form of an entry. */
export type MarkdownBlock = {
  readonly form: EntryForm;
  /** Lines, by their index; `from` is after a byte order mark. */
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly indent: number;
  readonly marker: number;
  /** Start of its text, after marker and check box. */
  readonly textFrom: number;
};

/** Reads the entry in some lines, with ordinal 0. */
export function readMarkdownEntry(
  text: string,
  lines: readonly Line[],
  { form, first, last, from, indent, marker, textFrom }: MarkdownBlock,
  under: { readonly title: string; readonly index: number },
): ParsedEntry {
  const { to, end } = lines[last] as Line;
  const own = [{ ...(lines[first] as Line), from }, ...lines.slice(first + 1, last + 1)];
  const content = contentOf(text, { form, indent, marker, textFrom }, own);
  const whole = joinedText(text, content);
  const { key, value } = form === 'row' ? saidByRow(text, textFrom, to) : withPlainKey(form, whole);
  return {
    category: null,
    section: under.title,
    key,
    value,
    confidence: 'tentative',
    ownConfidence: false,
    date: null,
    source: null,
    flags: noFlags,
    raw: text.slice(from, to),
    ordinal: 0,
    words: countWords(text, from, to),
    bracketWords: 0,
    range: { from, to },
    syntax: {
      form,
      indent,
      marker,
      bracket: null,
      writtenDate: null,
      writtenConfidence: null,
      text: { from: content[0]?.from ?? textFrom, to },
      blockEnd: end,
      section: under.index,
    },
  };
}

function withPlainKey(form: EntryForm, whole: string): { key: string | null; value: string } {
  const { key, value } = saidBy(form, whole);
  return { key: key?.key ?? null, value };
}
