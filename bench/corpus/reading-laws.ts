import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { isBlank } from '#shared/text/blanks.ts';
import { lineEndAfter, splitLines } from '#shared/text/lines.ts';

/** Fault of a file or an entry. `law` groups equal faults for counting. */
export type Fault = { readonly law: string; readonly what: string };

/** Number of lines with content, and of those in entries. */
export type Share = { readonly meaningful: number; readonly inEntries: number };

type Place = { readonly from: number; readonly to: number };

/** Visible characters outside all entries, headings, frontmatter and named blocks. */
export function dropped(document: MemoryDocument): Fault[] {
  const { text } = document;
  const faults: Fault[] = [];
  let at = document.frontmatter.start;
  for (const { from, to } of [...placesIn(document), { from: text.length, to: text.length }]) {
    // A line `§` only ends the item before it.
    const between = text.slice(at, Math.max(at, from)).replace(/^[ \t]*§\s*$/gm, '');
    if (between.trim() !== '') {
      faults.push({ law: 'dropped', what: between.trim().slice(0, 80) });
    }
    at = Math.max(at, to);
  }
  return [...faults, ...document.entries.flatMap((entry) => unsaid(document, entry))];
}

function placesIn({ text, frontmatter, entries, sections, notUnderstood }: MemoryDocument): Place[] {
  const { body, start } = frontmatter;
  return [
    ...(body ? [{ from: start, to: lineEndAfter(text, body.to) }] : []),
    ...entries.map(({ range, syntax }) => ({ from: range.from, to: syntax.blockEnd })),
    ...sections.map(({ heading }) => heading),
    ...notUnderstood,
  ].sort((one, other) => one.from - other.from);
}

const signsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{Extended_Pictographic}]/gu) ?? [];

/** Letters, digits and pictures in an entry’s text that are in neither its key nor its value. */
function unsaid({ text }: MemoryDocument, { key, value, topic, syntax }: ParsedEntry): Fault[] {
  const written = text.slice(syntax.text.from, syntax.text.to);
  const own = syntax.form === 'fence' ? written.replace(/^.*/, '') : written;
  const left = new Map<string, number>();
  for (const sign of signsOf(own)) {
    left.set(sign, (left.get(sign) ?? 0) + 1);
  }
  for (const sign of signsOf(`${key ?? ''} ${value} ${topic ?? ''}`)) {
    left.set(sign, (left.get(sign) ?? 0) - 1);
  }
  return [...left.values()].some((count) => count > 0) ? [{ law: 'unsaid', what: own.slice(0, 80) }] : [];
}

/** Counts the lines with content, without frontmatter, headings and lone marks, and those of them in entries. */
export function shareInEntries({ text, frontmatter, entries, sections }: MemoryDocument): Share {
  const top = frontmatter.body ? lineEndAfter(text, frontmatter.body.to) : frontmatter.start;
  const headings = new Set(sections.map(({ heading }) => heading.from));
  const lines = splitLines(text, top).filter(
    ({ from, to }) => !isBlank(text, from, to) && !headings.has(from) && signsOf(text.slice(from, to)).length > 0,
  );
  const inEntries = lines.filter(({ from }) =>
    entries.some(({ range, syntax }) => from >= range.from && from < syntax.blockEnd),
  );
  return { meaningful: lines.length, inEntries: inEntries.length };
}
