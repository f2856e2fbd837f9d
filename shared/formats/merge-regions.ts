import { diff3MergeRegions } from 'node-diff3';
import { commonEnds } from '../entries/common-ends.ts';
import { countEach } from '../entries/multimap.ts';
import { lastIndexStartingBy } from '../text/last-from.ts';

type Stretch = { readonly from: number; readonly to: number };
type Sides<T> = { readonly mine: T; readonly base: T; readonly theirs: T };
type Texts = Sides<readonly string[]>;

/** Part of three texts: either equal to one of them, which the merge takes, or changed on both sides. */
export type Region =
  | ({ readonly changed: 'one side'; readonly in: keyof Texts } & Stretch)
  | ({ readonly changed: 'both sides' } & Sides<Stretch>);

/** Splits two texts by their origin, at lines unique in all three: comparing each with each takes the square. */
export const mergeRegions = (texts: Texts): Region[] => apartFrom(texts) ?? aroundLinesInCommon(texts);

/** Handles the usual case that all changes of one side are apart from all of the other; null if they aren't. */
function apartFrom({ mine, base, theirs }: Texts): Region[] | null {
  const changeOf = (side: 'mine' | 'theirs', lines: readonly string[]) => {
    const { start, tail } = commonEnds(base, lines, isSame);
    return { in: side, from: start, to: lines.length - tail, baseTo: base.length - tail };
  };
  const [first, second] = [changeOf('mine', mine), changeOf('theirs', theirs)].sort(
    (one, other) => one.from - other.from || one.baseTo - other.baseTo,
  ) as [ReturnType<typeof changeOf>, ReturnType<typeof changeOf>];
  if (first.baseTo >= second.from) {
    return null;
  }
  const same = (from: number, to: number) => ({ in: 'base' as const, from, to });
  return [same(0, first.from), first, same(first.baseTo, second.from), second, same(second.baseTo, base.length)]
    .filter(({ from, to }) => to > from)
    .map(({ in: side, from, to }) => ({ changed: 'one side', in: side, from, to }));
}

/** Splits in the same way, each changed part separately, even if all changes of one side could be one part. */
export function aroundLinesInCommon(texts: Texts): Region[] {
  const regions: Region[] = [];
  let next: Sides<number> = { mine: 0, base: 0, theirs: 0 };
  const end = { mine: texts.mine.length, base: texts.base.length, theirs: texts.theirs.length };
  let same = 0;
  const room: Room = { steps: maxSteps };
  for (const to of [...linesInCommon(texts), end]) {
    if (to.mine > next.mine || to.base > next.base || to.theirs > next.theirs) {
      addSame(same, next.base);
      same = next.base;
      for (const region of compared(texts, next, to, room)) {
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

/** Limit on steps of line comparison, cubic for equal lines; beyond it a stretch counts as changed on both sides. */
const maxSteps = 2_000_000;
type Room = { steps: number };

/** Compares a stretch between anchors: its common ends, and the part between those. */
function compared(texts: Texts, from: Sides<number>, to: Sides<number>, room: Room): Region[] {
  const lines = (side: keyof Texts): string[] => texts[side].slice(from[side], to[side]);
  const [mine, base, theirs] = [lines('mine'), lines('base'), lines('theirs')];
  const [toMine, toTheirs] = [commonEnds(base, mine, isSame), commonEnds(base, theirs, isSame)];
  const start = Math.min(toMine.start, toTheirs.start);
  const most = Math.min(mine.length, base.length, theirs.length) - start;
  const tail = Math.min(toMine.tail, toTheirs.tail, most);
  const inner = (side: keyof Texts): Stretch => ({ from: from[side] + start, to: to[side] - tail });
  const ends = (at: number, length: number): Region[] =>
    length === 0 ? [] : [{ changed: 'one side', in: 'base', from: at, to: at + length }];
  return [
    ...ends(from.base, start),
    ...comparedInside(texts, { mine: inner('mine'), base: inner('base'), theirs: inner('theirs') }, room),
    ...ends(to.base - tail, tail),
  ];
}

const isSame = (one: string, other: string): boolean => one === other;

function comparedInside(texts: Texts, inside: Sides<Stretch>, room: Room): Region[] {
  const lines = (side: keyof Texts): string[] => texts[side].slice(inside[side].from, inside[side].to);
  const [mine, base, theirs] = [lines('mine'), lines('base'), lines('theirs')];
  const isLike = (one: readonly string[], other: readonly string[]): boolean =>
    one.length === other.length && one.every((line, index) => line === other[index]);
  if (isLike(mine, base)) {
    return theirs.length + base.length === 0 ? [] : [{ changed: 'one side', in: 'theirs', ...inside.theirs }];
  }
  if (isLike(theirs, base) || isLike(mine, theirs)) {
    return [{ changed: 'one side', in: 'mine', ...inside.mine }];
  }
  const steps = stepsOf(base, mine) + stepsOf(base, theirs);
  if (steps > room.steps) {
    return [{ changed: 'both sides', ...inside }];
  }
  room.steps -= steps;
  const from = { mine: inside.mine.from, base: inside.base.from, theirs: inside.theirs.from };
  const stretch = (side: keyof Texts, start: number, length: number): Stretch => ({
    from: from[side] + start,
    to: from[side] + start + length,
  });
  return diff3MergeRegions(mine, base, theirs).map((region) => {
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

/** Estimates the steps to compare two lists: for each pair of equal lines, one for each line they may share. */
function stepsOf(one: readonly string[], other: readonly string[]): number {
  const counts = countEach(one);
  const pairs = other.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
  return pairs * Math.min(one.length, other.length);
}

/** Finds the lines that each text has just once, as many as are in the same order in all three. */
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

/** Finds the place of each line; null for one in several places. */
function onlyPlaces(lines: readonly string[]): Map<string, number | null> {
  const places = new Map<string, number | null>();
  for (const [index, line] of lines.entries()) {
    places.set(line, places.has(line) ? null : index);
  }
  return places;
}

/** Picks as many as possible with rising numbers: the longest increasing subsequence, by patience sorting. */
function longestRising<T>(all: readonly T[], numberOf: (one: T) => number): T[] {
  type Link = { readonly one: T; readonly before: Link | undefined };
  /** Chains: for each length the one that ends with the smallest number. */
  const ends: Link[] = [];
  for (const one of all) {
    const length = lastIndexStartingBy(ends, numberOf(one) - 1, (end) => numberOf(end.one)) + 1;
    ends[length] = { one, before: ends[length - 1] };
  }
  const rising: T[] = [];
  for (let link = ends.at(-1); link; link = link.before) {
    rising.push(link.one);
  }
  return rising.reverse();
}
