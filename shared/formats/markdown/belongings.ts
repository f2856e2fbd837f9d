import { countWords } from '../../entries/token-estimate.ts';
import { perObject } from '../../text/per-object.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { withOrdinals } from '../entries-in-text.ts';
import { contentIn, joinedText, ownStart, saidBy } from './content.ts';

/** What a program writes beside what an item says, and looks for again: it goes along with the item, and nobody edits it. */
export type Belongings = {
  /** Whether a comment on the line before an item is its; null where there are none. */
  readonly comment: RegExp | null;
  /** Where in the last line of an item begins what is no part of what it says, and where it says the item came from. */
  readonly tailOf: (line: string) => { readonly at: number; readonly source: string | null } | null;
};

/** A document of free markdown whose items have their belongings in their lines, but not in their values. */
export const withBelongings = (belongings: Belongings): ((document: MemoryDocument) => MemoryDocument) =>
  perObject((document) => {
    const { text, notUnderstood, entries } = document;
    const comments = new Map(
      notUnderstood.flatMap((block) => (belongings.comment?.test(block.text) ? [[block.line, block] as const] : [])),
    );
    const lineOf = lineCounter(text);
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

/** The item with all that stands at `start` and behind it, but for what is at its end. */
function owning(text: string, entry: ParsedEntry, start: number, { tailOf }: Belongings): ParsedEntry {
  const last = contentIn(text, entry).at(-1);
  const found = last ? tailOf(text.slice(last.from, last.to)) : null;
  const tail = found && last && found.at > 0 ? { from: last.from + found.at, source: found.source } : null;
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

/** The line of an offset, from 1; asked of offsets in order. */
function lineCounter(text: string): (at: number) => number {
  let [known, line] = [0, 1];
  return (at) => {
    for (const [end] of text.slice(known, at).matchAll(/\r\n|\r|\n/g)) {
      line += end ? 1 : 0;
    }
    known = at;
    return line;
  };
}
