import type { Diagnostic, NotUnderstood } from '../../contract/features/memory.ts';
import type { Range } from '../../entries/entry.ts';
import { countWords } from '../../entries/token-estimate.ts';
import { columns, skipBlanks } from '../../text/blanks.ts';
import type { Line } from '../../text/lines.ts';
import { unclosedBlock, valueEmpty } from '../diagnostics.ts';
import { type EntryForm, noBracket, noDetails, type ParsedEntry } from '../document.ts';
import { contentOf, joinedText, saidBy, saidByRow, type WrittenForm } from './content.ts';
import { itemText, type Lines } from './line-starts.ts';
import { createSections } from './sections.ts';

export type BlockCollector = ReturnType<typeof createBlockCollector>;

/** Collects the blocks read so far. Each `add` returns the line after the added one. */
export function createBlockCollector({ text, lines, start }: Lines) {
  const sections = createSections(text.length);
  const entries: ParsedEntry[] = [];
  const notUnderstood: (NotUnderstood & Range)[] = [];
  const diagnostics: Diagnostic[] = [];

  /** Returns the range of a line, without a byte order mark. */
  const lineAt = (at: number): Line => {
    const line = lines[at] as Line;
    return line.from < start ? { ...line, from: start } : line;
  };
  const addOther = (first: number, last: number): number => {
    const from = (lines[first] as Line).from;
    const end = last < lines.length ? (lines[last] as Line).to : text.length;
    notUnderstood.push({ line: first + 1, text: text.slice(from, end), from, to: end });
    sections.hasOther();
    return Math.min(last + 1, lines.length);
  };
  return {
    sections,
    entries,
    notUnderstood,
    diagnostics,
    /** True between a line `<<<<<<<` and its `>>>>>>>`. */
    isInConflict: false,
    lineAt,
    addOther,
    /** @param indent columns before its text, if not those of its first line */
    addEntry(form: EntryForm, first: number, last: number, indent?: number): number {
      const { from, to } = lineAt(first);
      const marker = skipBlanks(text, from, to);
      const textFrom = form === 'item' ? itemText(text, marker, to) : marker;
      const block = { form, first, last, from, indent: indent ?? columns(text, from, to), marker, textFrom };
      const entry = readMarkdownEntry(text, lines, block, sections.current());
      entries.push(entry);
      if (form === 'item' && entry.value === '') {
        diagnostics.push(valueEmpty(entry, first + 1));
      }
      return last + 1;
    },
    addUnclosed(what: 'code block' | 'comment', first: number): number {
      const line = lines[first] as Line;
      diagnostics.push(unclosedBlock(what, line, first + 1));
      sections.neverEnds(line.from);
      return addOther(first, lines.length);
    },
  };
}

/** Lines of an entry, by their index; `from` is after a byte order mark. */
type EntryLines = { readonly first: number; readonly last: number; readonly from: number };

/** Reads the entry in some lines, with ordinal 0. */
function readMarkdownEntry(
  text: string,
  lines: readonly Line[],
  { first, last, from, ...written }: EntryLines & WrittenForm,
  under: { readonly title: string; readonly index: number },
): ParsedEntry {
  const { to, end } = lines[last] as Line;
  const own = [{ ...(lines[first] as Line), from }, ...lines.slice(first + 1, last + 1)];
  const content = contentOf(text, written, own);
  const { form, indent, marker, textFrom } = written;
  const whole = joinedText(text, content);
  const { key, value } = form === 'row' ? saidByRow(text, textFrom, to) : withPlainKey(form, whole);
  return {
    ...noDetails,
    section: under.title,
    key,
    value,
    raw: text.slice(from, to),
    words: countWords(text, from, to),
    range: { from, to },
    syntax: {
      form,
      indent,
      marker,
      ...noBracket,
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
