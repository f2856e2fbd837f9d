import type { Range } from '#shared/entries/entry.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';

type BracketField = Range & { readonly kind: 'date' | 'confidence' | 'source' | 'flag' };

const kinds = ['date', 'confidence', 'source'] as const;

/** Fields of a bracket without surrounding blanks, including empty ones. */
export function bracketFields(text: string, bracket: Range): BracketField[] {
  const fields: BracketField[] = [];
  let from = bracket.from + 1;
  for (const written of text.slice(bracket.from + 1, bracket.to - 1).split('|')) {
    const start = from + (written.length - written.trimStart().length);
    fields.push({ kind: kinds[fields.length] ?? 'flag', from: start, to: start + written.trim().length });
    from += written.length + 1;
  }
  return fields;
}

/** Range of an entry's key, without the marks that make it bold or a table cell; null for prose. */
export function keyRange(text: string, { key, syntax }: ParsedEntry): Range | null {
  if (key === null) {
    return null;
  }
  const written = text.slice(syntax.text.from, Math.min(syntax.text.to, syntax.text.from + key.length + 20));
  const at = [/^\s*/, /^[\s|*_]*/]
    .map((before) => before.exec(written)?.[0].length ?? 0)
    .find((each) => written.startsWith(key, each));
  const from = syntax.text.from + (at ?? 0);
  return at === undefined ? null : { from, to: from + key.length };
}
