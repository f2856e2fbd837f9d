import { ContextureError } from '../contract/errors.ts';
import type { Edit } from '../text/edits.ts';
import { type LineEnd, splitLines } from '../text/lines.ts';
import type { MemoryDocument, ParsedEntry } from './document.ts';
import { type EntryPlan, noEntryPlan } from './entry-plan.ts';

/** Makes the edit that adds lines, each without its line end. `removed` are entries the same change takes away. */
export function linesAt(
  document: MemoryDocument,
  at: number,
  raws: readonly string[],
  removed: ReadonlySet<ParsedEntry>,
): Edit {
  const lineEnd = lineEndAt(document, at);
  if (endsLine(document.text, keptBefore(at, removed))) {
    return { from: at, to: at, insert: raws.map((raw) => raw + lineEnd).join('') };
  }
  // The file's last line has no line end: it gets one, and the new last line has none.
  return { from: at, to: at, insert: raws.map((raw) => lineEnd + raw).join('') };
}

/** Finds the end of the text before `at` once `removed` entries are gone. */
export function keptBefore(at: number, removed: ReadonlySet<ParsedEntry>): number {
  let textEnd = at;
  // Entries may be named in any order.
  for (const entry of [...removed].sort((one, other) => other.range.from - one.range.from)) {
    if (entry.syntax.blockEnd === textEnd) {
      textEnd = entry.range.from;
    }
  }
  return textEnd;
}

/** True if a line can begin after the text up to `kept`. */
export const endsLine = (text: string, kept: number): boolean =>
  kept === 0 || /[\r\n]/.test(text[kept - 1] ?? '') || (kept === 1 && text.startsWith('\uFEFF'));

/** Adds entries under headings that no longer exist, which come back at the end of the text. */
export function addUnderHeadings(
  document: MemoryDocument,
  headings: ReadonlyMap<string, readonly string[]>,
  removed: ReadonlySet<ParsedEntry>,
): EntryPlan {
  if (headings.size === 0) {
    return noEntryPlan;
  }
  const { text, sections } = document;
  const at = endOf(document);
  // A deeper heading would belong to the section before it.
  const level = Math.min(2, ...sections.filter(({ category }) => category !== null).map((section) => section.level));
  const lineEnd = lineEndAt(document, at);
  const textEnd = keptBefore(at, removed);
  const isNewLine = endsLine(text, textEnd);
  const begin = `${isNewLine ? '' : lineEnd}${needsGap(text, textEnd) ? (isNewLine ? blankLineAt(document, textEnd) : lineEnd) : ''}`;
  const parts = [...headings].map(([title, raws]) =>
    [`${'#'.repeat(level)} ${title}`, ...raws].map((line) => line + lineEnd).join(''),
  );
  const came = [...headings.values()].flatMap((raws) => raws.map((raw) => ({ category: null, raw })));
  return { edits: [{ from: at, to: at, insert: begin + parts.join(lineEnd) }], gone: [], came };
}

/** True if there is text before `at`, and its last line is not blank. */
export function needsGap(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 200), at).replace(/^\uFEFF/, '');
  const last = splitLines(before).at(-1);
  return last !== undefined && before.slice(last.from, last.to).trim() !== '';
}

/** Returns our line end, unless it would run together with the one that follows. */
export const lineEndAt = ({ text, lineEnd }: Pick<MemoryDocument, 'text' | 'lineEnd'>, at: number): LineEnd =>
  lineEnd === '\r' && text[at] === '\n' ? '\n' : lineEnd;

/** Returns a blank line for the start of a line: a line feed after a lone return would make one line end of two. */
export const blankLineAt = (document: MemoryDocument, at: number): LineEnd =>
  document.text[at - 1] === '\r' ? '\r' : lineEndAt(document, at);

/** Finds the place to add something at the end: before a fence or comment without end. */
export function endOf(document: MemoryDocument): number {
  const unclosed = document.sections.at(-1)?.unclosedAt ?? unclosedOutside(document);
  return unclosed === null ? document.text.length : beforeUnclosed(document, unclosed);
}

/** Returns the place before a fence or comment without end. @throws `section_unclear` if an entry would take it in */
export function beforeUnclosed(document: MemoryDocument, unclosedAt: number): number {
  if (document.text.startsWith('  ', unclosedAt)) {
    throw new ContextureError(
      'section_unclear',
      'A code block or comment in the file never ends, and nothing can be added before it. Close it in the file, then try again.',
    );
  }
  return unclosedAt;
}

function unclosedOutside(document: MemoryDocument): number | null {
  const last = document.notUnderstood.at(-1);
  const unclosed = document.diagnostics.find((diagnostic) => diagnostic.code === 'unclosed_block');
  return last && unclosed && last.from === unclosed.from ? unclosed.from : null;
}
