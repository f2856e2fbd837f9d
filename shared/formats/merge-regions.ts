import { diff3MergeRegions } from 'node-diff3';
import { lastFrom } from '../text/last-from.ts';

type Stretch = { readonly from: number; readonly to: number };
type Sides<T> = { readonly mine: T; readonly base: T; readonly theirs: T };
type Texts = Sides<readonly string[]>;

/** A part of three texts: as it reads in one of them, which is what a merge takes, or changed on both sides. */
export type Region =
  | ({ readonly changed: 'one side'; readonly in: keyof Texts } & Stretch)
  | ({ readonly changed: 'both sides' } & Sides<Stretch>);

/**
 * What two texts share with the one both began as, and what not. Lines that are unique in all three hold them together:
 * comparing line by line takes the square of the length, so only stretches between them are.
 */
export function mergeRegions(texts: Texts): Region[] {
  const regions: Region[] = [];
  let next: Sides<number> = { mine: 0, base: 0, theirs: 0 };
  const end = { mine: texts.mine.length, base: texts.base.length, theirs: texts.theirs.length };
  let same = 0;
  for (const to of [...linesInCommon(texts), end]) {
    if (to.mine > next.mine || to.base > next.base || to.theirs > next.theirs) {
      addSame(same, next.base);
      same = next.base;
      for (const region of compared(texts, next, to)) {
        regions.push(region);
      }
      same = to.base;
    }
    next = { mine: to.mine + 1, base: to.base + 1, theirs: to.theirs + 1 };
  }
  addSame(same, end.base);
  return regions;

  function addSame(from: number, to: number): void {
    if (to > from) {
      regions.push({ changed: 'one side', in: 'base', from, to });
    }
  }
}

function compared(texts: Texts, from: Sides<number>, to: Sides<number>): Region[] {
  const lines = (side: keyof Texts): string[] => texts[side].slice(from[side], to[side]);
  const stretch = (side: keyof Texts, start: number, length: number): Stretch => ({
    from: from[side] + start,
    to: from[side] + start + length,
  });
  return diff3MergeRegions(lines('mine'), lines('base'), lines('theirs')).map((region) => {
    if (region.stable) {
      const side = region.buffer === 'a' ? 'mine' : region.buffer === 'b' ? 'theirs' : 'base';
      return { changed: 'one side', in: side, ...stretch(side, region.bufferStart, region.bufferLength) };
    }
    return {
      changed: 'both sides',
      mine: stretch('mine', region.aStart, region.aLength),
      base: stretch('base', region.oStart, region.oLength),
      theirs: stretch('theirs', region.bStart, region.bLength),
    };
  });
}

/** Places of lines that each text has just once, as many as stand in the same order in all three. */
function linesInCommon({ mine, base, theirs }: Texts): Sides<number>[] {
  const [inMine, inTheirs] = [onlyPlaces(mine), onlyPlaces(theirs)];
  const places: Sides<number>[] = [];
  for (const [line, place] of onlyPlaces(base)) {
    const [mineAt, theirsAt] = [inMine.get(line), inTheirs.get(line)];
    if (place !== null && typeof mineAt === 'number' && typeof theirsAt === 'number') {
      places.push({ mine: mineAt, base: place, theirs: theirsAt });
    }
  }
  places.sort((one, other) => one.base - other.base);
  return longestRising(
    longestRising(places, ({ mine: at }) => at),
    ({ theirs: at }) => at,
  );
}

/** Where each line stands; null for one that stands in several places. */
function onlyPlaces(lines: readonly string[]): Map<string, number | null> {
  const places = new Map<string, number | null>();
  for (const [index, line] of lines.entries()) {
    places.set(line, places.has(line) ? null : index);
  }
  return places;
}

/** As many of some as have rising numbers, in their order: the longest increasing subsequence, by patience sorting. */
function longestRising<T>(all: readonly T[], numberOf: (one: T) => number): T[] {
  type Link = { readonly one: T; readonly before: Link | undefined };
  /** The chain of each length that ends with the smallest number. */
  const ends: Link[] = [];
  for (const one of all) {
    const length = lastFrom(ends, numberOf(one) - 1, (end) => numberOf(end.one)) + 1;
    ends[length] = { one, before: ends[length - 1] };
  }
  const rising: T[] = [];
  for (let link = ends.at(-1); link; link = link.before) {
    rising.push(link.one);
  }
  return rising.reverse();
}
