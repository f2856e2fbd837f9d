import { isBlank } from '../../text/blanks.ts';
import type { Line } from '../../text/lines.ts';
import { beginsWithBoldKey, readMarkdownKey } from './keys.ts';
import { lineStart } from './line-starts.ts';
import type { Lines } from './source.ts';
import { beginsTable } from './table.ts';

type Paragraph = {
  /** Entries of it, by their lines: several if a line begins with a key in bold, or if each line has a key. */
  readonly parts: readonly { readonly first: number; readonly last: number }[];
  readonly end: number;
};

/** Finds the paragraph that begins in a line. */
export function paragraphAt({ text, lines, start }: Lines, first: number): Paragraph {
  let end = first;
  while (end + 1 < lines.length && continuesParagraph(text, lines, end + 1)) {
    end += 1;
  }
  const said = lines.slice(first, end + 1).map(({ from, to }) => text.slice(Math.max(from, start), to).trim());
  const eachHasKey = said.every((line) => readMarkdownKey(line) !== null);
  const firsts = said.flatMap((line, index) =>
    index === 0 || eachHasKey || beginsWithBoldKey(line) ? [first + index] : [],
  );
  return { parts: firsts.map((at, index) => ({ first: at, last: (firsts[index + 1] ?? end + 1) - 1 })), end };
}

function continuesParagraph(text: string, lines: readonly Line[], at: number): boolean {
  const { from, to } = lines[at] as Line;
  if (isBlank(text, from, to)) {
    return false;
  }
  const start = lineStart(text, from, to);
  // A year at the start of a line is no item.
  const isText = start === 'text' || (start === 'number' && /^\s*\d{3}/.test(text.slice(from, to)));
  return isText && !beginsTable(text, lines, at);
}
