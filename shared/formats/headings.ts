import type { Range } from '../entries/entry.ts';
import { firstSubLevel, type MemoryDocument } from './document.ts';

export type HeadingRange = Range & { readonly level: number };

/** Heading, if a line begins there: to look behind at every character takes seven times as long. */
const heading = /(#{1,6})(?=[ \t\r\n]|$)[^\r\n]*/g;

/** Lines as the reader has them: JavaScript's own begin after U+2028 too, and none begins behind a byte order mark. */
const beginsLine = (text: string, at: number): boolean =>
  at === 0 || (at === 1 && text.startsWith('\uFEFF')) || /[\r\n]/.test(text.charAt(at - 1));

/** Finds all headings in file order. The sections of a document leave out those below a heading of a category. */
export function headingsOf({ text, notUnderstood, entries, sections, frontmatter }: MemoryDocument): HeadingRange[] {
  const headings: HeadingRange[] = sections.flatMap(({ heading: { from, to }, level }) => {
    const start = Math.max(from, frontmatter.start);
    return level < firstSubLevel && text[start] !== '#' ? [{ from: start, to, level }] : [];
  });
  const hasUnderlined = headings.length > 0;
  const inBlock = rangesPassed(notUnderstood);
  // Code that is an entry alone can hold text that looks like a heading.
  const inEntry = rangesPassed(entries.map(({ range }) => range));
  for (const match of text.matchAll(heading)) {
    const from = match.index;
    if (beginsLine(text, from) && !inBlock(from) && !inEntry(from) && from >= (frontmatter.body?.to ?? 0)) {
      headings.push({ from, to: from + match[0].length, level: match[1]?.length ?? 1 });
    }
  }
  return hasUnderlined ? headings.sort((one, other) => one.from - other.from) : headings;
}

/** Tests if an offset is in one of some ranges; for offsets in order. */
function rangesPassed(ranges: readonly Range[]): (at: number) => boolean {
  let next = 0;
  return (at) => {
    while ((ranges[next]?.to ?? Number.POSITIVE_INFINITY) <= at) {
      next += 1;
    }
    return (ranges[next]?.from ?? Number.POSITIVE_INFINITY) <= at;
  };
}
