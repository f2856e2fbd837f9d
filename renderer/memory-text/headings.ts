import type { Range } from '#shared/entries/entry.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';

/** A heading with its level, whether the format knows it or not. */
export type Heading = Range & { readonly level: number };

const heading = /^(#{1,6})(?=[ \t]|$).*$/gm;

/** The format's sections leave out headings below those of a category; folding and the outline want them all. */
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
