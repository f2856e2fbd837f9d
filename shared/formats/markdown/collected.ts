import type { Diagnostic, NotUnderstood } from '../../contract/features/memory.ts';
import type { Range } from '../../entries/entry.ts';
import { columns, skipBlanks } from '../../text/blanks.ts';
import type { Line } from '../../text/lines.ts';
import { unclosedBlock, valueEmpty } from '../diagnostics.ts';
import type { EntryForm, ParsedEntry } from '../document.ts';
import { readMarkdownEntry } from './entry.ts';
import { itemText } from './line-starts.ts';
import { createSections } from './sections.ts';
import type { Lines } from './source.ts';

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
