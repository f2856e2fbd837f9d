import type { Range } from '../entries/entry.ts';
import type { MemoryDocument } from './document.ts';

export type Heading = Range & { readonly level: number };

const heading = /^(#{1,6})(?=[ \t]|$).*$/gm;

/** All headings in file order. The sections of a document leave out those below a heading of a category. */
export function headingsOf({ text, notUnderstood, frontmatter }: MemoryDocument): Heading[] {
  const headings: Heading[] = [];
  let block = 0;
  for (const match of text.matchAll(heading)) {
    const from = match.index;
    while ((notUnderstood[block]?.to ?? Number.POSITIVE_INFINITY) <= from) {
      block += 1;
    }
    const inBlock = (notUnderstood[block]?.from ?? Number.POSITIVE_INFINITY) <= from;
    if (!inBlock && from >= (frontmatter.body?.to ?? 0)) {
      headings.push({ from, to: from + match[0].length, level: match[1]?.length ?? 1 });
    }
  }
  return headings;
}
