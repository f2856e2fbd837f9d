import type { Range } from '../../entries/entry.ts';
import type { MemoryDocument } from '../document.ts';
import { type Merge, type MergeChoice, mergeTexts } from '../merge.ts';
import { joinItems, separator, withLineEnd } from './join-items.ts';

/** Placeholder for a line end within an item while items are merged as lines: a lone surrogate, which decoded text can’t contain. */
const lineEndWithin = '\uDC00';

/** Merges two memories item by item. As text, two appended items would share one separator line. */
export function mergeItems(
  base: MemoryDocument,
  mine: MemoryDocument,
  theirs: MemoryDocument,
  choices: readonly MergeChoice[] = [],
): Merge {
  if (mine.text === base.text || mine.text === theirs.text) {
    return { text: theirs.text, conflicts: [] };
  }
  if (theirs.text === base.text) {
    return { text: mine.text, conflicts: [] };
  }
  const merged = mergeTexts(asLines(base), asLines(mine), asLines(theirs), choices);
  const lines = merged.text.split('\n').filter((line) => line !== '');
  const { lineEnd } = theirs;
  const asItems = (text: string): string => withLineEnd(withLineEnds(text.replaceAll('\n', separator)), lineEnd);
  const inText = <T extends Range>(place: T): T => {
    const [from, to] = [place.from, place.to].map((at) => asItems(merged.text.slice(0, at)).length) as [number, number];
    return { ...place, from, to, end: to };
  };
  return {
    text: joinItems(
      lines.map((line) => ({ raw: withLineEnds(line) })),
      lineEnd,
    ),
    conflicts: merged.conflicts.map(({ base, mine, theirs: their, at, theirsAt, key }) => ({
      key,
      base: base && withLineEnds(base),
      mine: mine && withLineEnds(mine),
      theirs: their && withLineEnds(their),
      at: inText(at),
      theirsAt: theirsAt && placeOfItem(theirs, theirsAt),
    })),
  };
}

const withLineEnds = (line: string): string => line.replaceAll(lineEndWithin, '\n');

/** Writes the items as lines of a text, each an entry. */
function asLines({ entries, ...document }: MemoryDocument): MemoryDocument {
  let at = 0;
  const items = entries.map((entry) => {
    const raw = entry.raw.replace(/\r\n|\r|\n/g, lineEndWithin);
    const range = { from: at, to: at + raw.length };
    at = range.to + 1;
    return { ...entry, raw, range, syntax: { ...entry.syntax, text: range, blockEnd: at } };
  });
  return { ...document, text: items.map(({ raw }) => `${raw}\n`).join(''), lineEnd: '\n', entries: items };
}

/** Maps a line of {@link asLines} back to its item’s range. */
function placeOfItem(document: MemoryDocument, place: Range) {
  const index = asLines(document).entries.findIndex(({ range }) => range.from === place.from);
  const range = document.entries[index]?.range ?? place;
  return { ...range, end: range.to };
}
