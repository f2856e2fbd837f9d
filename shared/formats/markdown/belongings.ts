import { countWords } from '../../entries/token-estimate.ts';
import { lineCounter } from '../../text/lines.ts';
import { perObject } from '../../text/per-object.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { withOrdinals } from '../entries-in-text.ts';
import { contentIn, joinedText, ownStart, saidBy } from './content.ts';

/** Text a program writes beside an item, and looks for again: it goes along with the item, and nobody edits it. */
export type Belongings = {
  /** Comment on the line before an item that belongs to it; null if there are none. */
  readonly comment: RegExp | null;
  /** Finds the part of an item's last line that is not its text, and the source it gives. */
  readonly tailOf: (line: string) => { readonly at: number; readonly source: string | null } | null;
};

/** Adds their belongings to the lines of the items of free markdown, but not to their values. */
export const withBelongings = (belongings: Belongings): ((document: MemoryDocument) => MemoryDocument) =>
  perObject((document) => {
    const { text, notUnderstood, entries, frontmatter } = document;
    const comments = new Map(
      notUnderstood.flatMap((block) => (belongings.comment?.test(block.text) ? [[block.line, block] as const] : [])),
    );
    const lineOf = lineCounter(text, frontmatter.start);
    const used = new Set<object>();
    const all = entries.map((entry) => {
      if (entry.syntax.form !== 'item') {
        return entry;
      }
      const comment = comments.size === 0 ? undefined : comments.get(lineOf(entry.range.from) - 1);
      if (comment) {
        used.add(comment);
      }
      return owning(text, entry, comment?.from ?? entry.range.from, belongings);
    });
    return {
      ...document,
      entries: withOrdinals(all.map((entry) => ({ ...entry, ordinal: 0 }))),
      notUnderstood: notUnderstood.filter((block) => !used.has(block)),
    };
  });

function owning(text: string, entry: ParsedEntry, start: number, { tailOf }: Belongings): ParsedEntry {
  const last = contentIn(text, entry).at(-1);
  const match = last ? tailOf(text.slice(last.from, last.to)) : null;
  const tail = match && last && match.at > 0 ? { from: last.from + match.at, source: match.source } : null;
  if (tail === null && start === entry.range.from) {
    return entry;
  }
  const { to } = entry.range;
  const syntax = { ...entry.syntax, text: { from: entry.syntax.text.from, to: tail?.from ?? entry.syntax.text.to } };
  const own: ParsedEntry = { ...entry, range: { from: start, to }, syntax };
  const { key, value } = saidBy('item', joinedText(text, contentIn(text, own)));
  return {
    ...own,
    key: key?.key ?? null,
    value,
    source: tail?.source ?? null,
    raw: text.slice(start, to),
    words: countWords(text, start, to),
    bracketWords: countWords(text, start, ownStart(text, own)) + countWords(text, syntax.text.to, to),
  };
}
