import { type EntryRef, refOf } from '../entries/entry.ts';
import { firstIndexFrom } from '../text/last-from.ts';
import { lineEndAfter, lineStartBefore } from '../text/lines.ts';
import type { MemoryDocument, ParsedEntry } from './document.ts';

/** Predecessor of an entry: another entry or line (empty: the start), and the number of blank lines behind it. */
export type Neighbour =
  | { readonly entry: EntryRef; readonly blanks: number }
  | { readonly line: string; readonly blanks: number };

/** Place of an entry in its text, by its neighbours, nearest first. */
export type Neighbours = {
  /** Up to {@link maxBefore}. */
  readonly after: readonly Neighbour[];
  /** Entries that followed, at most {@link maxFollowing}: an entry behind them was not before it. */
  readonly before: readonly EntryRef[];
};

const maxBefore = 30;
const maxFollowing = 10;
const maxLineLength = 200;
/** Number of lines behind the nearest entry in which the others are searched. */
const maxSearched = 200;

const start = '';
const lineName = (line: string): string => line.trimEnd().slice(0, maxLineLength);

/** @param index of the entry in its document */
export function neighboursOf(document: MemoryDocument, index: number): Neighbours {
  const { text, entries } = document;
  const after: Neighbour[] = [];
  let blanks = 0;
  let end = (entries[index] as ParsedEntry).range.from;
  for (let previous = index - 1; after.length < maxBefore; previous--) {
    const entry = entries[previous];
    const stop = entry?.syntax.blockEnd ?? bodyStart(document);
    while (end > stop && after.length < maxBefore) {
      const from = Math.max(stop, lineStartBefore(text, end - 1));
      const line = lineName(text.slice(from, end));
      if (line === '') {
        blanks += 1;
      } else {
        after.push({ line, blanks });
        blanks = 0;
      }
      end = from;
    }
    if (end > stop) {
      break;
    }
    after.push(entry ? { entry: refOf(entry), blanks } : { line: start, blanks });
    if (!entry) {
      break;
    }
    blanks = 0;
    end = entry.range.from;
  }
  return { after, before: entries.slice(index + 1, index + 1 + maxFollowing).map(refOf) };
}

const bodyStart = ({ text, frontmatter: { body, start: from } }: MemoryDocument): number =>
  body ? lineEndAfter(text, body.to) : from;

/** Finds the place between these neighbours in another version, or null. @param find the entry that stays there */
export function placeBetween(
  document: MemoryDocument,
  { after, before }: Neighbours,
  find: (ref: EntryRef) => ParsedEntry | undefined,
): number | null {
  const nearest = nearestEntry(after, find);
  const following = before.map(find);
  const first = after.at(-1);
  const isWhole = first !== undefined && 'line' in first && first.line === start;
  if (nearest === null && !isWhole) {
    return following.find((entry) => entry !== undefined)?.range.from ?? null;
  }
  let place = nearest?.entry.syntax.blockEnd ?? bodyStart(document);
  const limit = following.find((entry) => entry && entry.range.from >= place)?.range.from ?? document.text.length;
  // The start of the text is its place only if no line was between.
  let isFound = nearest !== null || after.every((neighbour) => 'entry' in neighbour || neighbour.line === start);
  let blanks = (nearest ? after[nearest.index] : first)?.blanks ?? 0;
  const lines = otherLines(document, place, limit);
  let searched = 0;
  for (const neighbour of after.slice(0, nearest?.index ?? -1).reverse()) {
    const at =
      'line' in neighbour ? lines.findIndex(({ name }, index) => index >= searched && name === neighbour.line) : -1;
    const found = lines[at];
    if (found) {
      place = found.end;
      searched = at + 1;
      blanks = neighbour.blanks;
      isFound = true;
    } else {
      blanks += neighbour.blanks;
    }
  }
  return isFound || limit < document.text.length ? afterBlanks(document, place, limit, blanks) : null;
}

function nearestEntry(after: readonly Neighbour[], find: (ref: EntryRef) => ParsedEntry | undefined) {
  for (const [index, neighbour] of after.entries()) {
    const entry = 'entry' in neighbour ? find(neighbour.entry) : undefined;
    if (entry) {
      return { index, entry };
    }
  }
  return null;
}

/** Lists lines from a place on that belong to no entry and are not blank. */
function otherLines({ text, entries }: MemoryDocument, from: number, limit: number) {
  const lines: { readonly name: string; readonly end: number }[] = [];
  let next = firstFrom(entries, from);
  let at = from;
  for (let count = 0; at < limit && count < maxSearched; count++) {
    const entry = entries[next];
    if (entry && at >= entry.range.from) {
      at = entry.syntax.blockEnd;
      next += 1;
      continue;
    }
    const end = lineEndAfter(text, at);
    const name = lineName(text.slice(at, end));
    if (name !== '') {
      lines.push({ name, end });
    }
    at = end;
  }
  return lines;
}

const firstFrom = (entries: readonly ParsedEntry[], offset: number): number =>
  firstIndexFrom(entries, offset, ({ range }) => range.from);

/** Skips so many blank lines, which others may have separated from the place by entries; else those that are there. */
function afterBlanks({ text, entries }: MemoryDocument, from: number, limit: number, blanks: number): number {
  let next = firstFrom(entries, from);
  let [at, count, nearest] = [from, 0, null as number | null];
  for (let searched = 0; count < blanks && at < limit && searched < maxSearched; searched++) {
    const entry = entries[next];
    if (entry && at >= entry.range.from) {
      nearest ??= at;
      [at, count, next] = [entry.syntax.blockEnd, 0, next + 1];
      continue;
    }
    const end = lineEndAfter(text, at);
    if (lineName(text.slice(at, end)) !== '') {
      break;
    }
    [at, count] = [end, count + 1];
  }
  return count === blanks ? at : (nearest ?? at);
}
