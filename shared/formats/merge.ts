import { type EntryMatch, matchEntries } from '../entries/match-entries.ts';
import { addTo } from '../entries/multimap.ts';
import { splitLines } from '../text/lines.ts';
import type { MemoryDocument } from './document.ts';
import { mergeRegions } from './merge-regions.ts';

/** Range of lines in a text: their content, and the end of their last line end. Empty at the place of missing lines. */
type LinesAt = { readonly from: number; readonly to: number; readonly end: number };

/** Same entry or line, changed on both sides: texts without their last line end, null if a side removed it. */
export type MergeConflict = {
  readonly key: string | null;
  readonly base: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
  /** Range of mine in the merged text. */
  readonly at: LinesAt;
  /** Range of theirs in their text; null if they removed it. */
  readonly theirsAt: LinesAt | null;
};

export type MergeChoice = 'mine' | 'theirs' | 'both';

export type Merge = {
  /** Merged text. Conflicts without a choice read as `mine` here. */
  readonly text: string;
  readonly conflicts: readonly MergeConflict[];
};

/** Entry, or another line, with its line end. */
type Block = {
  readonly text: string;
  readonly category: string | null;
  readonly key: string | null;
  readonly value: string;
  readonly raw: string;
  readonly at: LinesAt;
};
type Part = { readonly text: string } | { readonly conflict: Omit<MergeConflict, 'at'> };

/** Values every write recounts, so that nobody is asked about them. */
const countedValue = /^(?:last_updated|version|token_estimate)$/;

/** Merges two texts by entries: one changed on both sides is a conflict, which `choices` may settle in order. */
export function mergeTexts(
  base: MemoryDocument,
  mine: MemoryDocument,
  theirs: MemoryDocument,
  choices: readonly MergeChoice[] = [],
): Merge {
  const blocks = { mine: blocksOf(mine), base: blocksOf(base), theirs: blocksOf(theirs) };
  const names = (side: readonly Block[]): string[] => side.map((block) => `${block.category} ${block.text}`);
  const regions = mergeRegions({ mine: names(blocks.mine), base: names(blocks.base), theirs: names(blocks.theirs) });
  const parts = regions.flatMap((region): readonly Part[] => {
    if (region.changed === 'one side') {
      return blocks[region.in].slice(region.from, region.to);
    }
    const of = (side: keyof typeof blocks) => blocks[side].slice(region[side].from, region[side].to);
    return mergeRegion(of('base'), of('mine'), of('theirs'));
  });
  return write(parts, choices, theirs.lineEnd);
}

/** Divides the text into entries and other lines, nothing left out. */
function blocksOf(document: MemoryDocument): Block[] {
  const { text, frontmatter, entries } = document;
  const blocks: Block[] = [];
  let next = 0;
  let at = 0;
  for (const line of splitLines(text)) {
    if (line.from < at) {
      continue;
    }
    const entry = entries[next];
    if (entry && entry.range.from < line.end && entry.range.from >= line.from) {
      const { category, key, value, raw } = entry;
      const whole = text.slice(line.from, entry.syntax.blockEnd);
      const place = { ...entry.range, end: entry.syntax.blockEnd };
      blocks.push({ text: whole, category, key, value, raw, at: place });
      at = entry.syntax.blockEnd;
      next += 1;
      continue;
    }
    const content = text.slice(line.from, line.to);
    const isValue = frontmatter.body && line.from >= frontmatter.body.from && line.from < frontmatter.body.to;
    const key = isValue ? (/^([\w-]+):/.exec(content)?.[1] ?? null) : null;
    const category = isValue ? 'frontmatter' : 'text';
    blocks.push({ text: text.slice(line.from, line.end), category, key, value: content, raw: content, at: line });
    at = line.end;
  }
  return blocks;
}

/** Merges a stretch both sides changed: entry by entry, in the order of theirs, with mine after its predecessor. */
function mergeRegion(base: readonly Block[], mine: readonly Block[], theirs: readonly Block[]): Part[] {
  const toMine = matchEntries(base, mine);
  const toTheirs = matchEntries(base, theirs);
  const inMine = fates(toMine);
  const inTheirs = fates(toTheirs);
  const fromBase = new Map<Block, Block>(
    [...pairs(toMine), ...pairs(toTheirs)].map(({ before, after }) => [after, before]),
  );
  const twins = matchEntries(toMine.added, toTheirs.added);
  const learnedTwice = new Map(pairs(twins).map(({ before, after }) => [after, before]));
  const done = new Set<Block>();
  const result: { readonly block: Block; readonly part: Part | null }[] = [];

  for (const block of theirs) {
    const origin = fromBase.get(block);
    const twin = learnedTwice.get(block);
    if (origin) {
      done.add(origin);
      result.push({ block: origin, part: settle(origin, inMine.get(origin) ?? null, block) });
    } else if (twin) {
      done.add(twin);
      result.push({ block: twin, part: twin.raw === block.raw ? block : conflictOf(null, twin, block) });
    } else {
      result.push({ block, part: block });
    }
  }
  /** Parts that only mine has, by the block before them; null for the first. */
  const following = new Map<Block | null, Part[]>();
  let before: Block | null = null;
  for (const block of mine) {
    const origin = fromBase.get(block);
    const name = origin ?? block;
    if (done.has(name)) {
      before = name;
      continue;
    }
    const part = origin ? settle(origin, block, inTheirs.get(origin) ?? null) : block;
    if (part !== null) {
      addTo(following, before, part);
    }
  }
  const after = (block: Block | null): readonly Part[] => following.get(block) ?? [];
  return [...after(null), ...result.flatMap(({ block, part }) => [...(part === null ? [] : [part]), ...after(block)])];
}

const pairs = <A, B>(match: EntryMatch<A, B>) => [...match.kept, ...match.changed];

const fates = (match: EntryMatch<Block, Block>): Map<Block, Block> =>
  new Map(pairs(match).map(({ before, after }) => [before, after]));

/** Decides on a block both sides knew; null if it is to go. */
function settle(base: Block, mine: Block | null, theirs: Block | null): Part | null {
  if (mine?.raw === theirs?.raw || mine?.raw === base.raw) {
    return theirs;
  }
  if (theirs?.raw === base.raw) {
    return mine;
  }
  if (base.category === 'frontmatter' && countedValue.test(base.key ?? '')) {
    return theirs ?? mine;
  }
  return conflictOf(base, mine, theirs);
}

function conflictOf(base: Block | null, mine: Block | null, theirs: Block | null): Part {
  const key = (theirs ?? mine ?? base)?.key ?? null;
  const texts = { base: base?.raw ?? null, mine: mine?.raw ?? null, theirs: theirs?.raw ?? null };
  return { conflict: { key, ...texts, theirsAt: theirs?.at ?? null } };
}

function write(parts: readonly Part[], choices: readonly MergeChoice[], lineEnd: string): Merge {
  const conflicts: MergeConflict[] = [];
  let text = '';
  // Tracked from the last part: reading the end of a long text that grows joins all of it each time.
  let isLineEnded = true;
  const append = (lines: string): void => {
    if (lines !== '') {
      text += isLineEnded ? lines : lineEnd + lines;
      isLineEnded = lines.endsWith('\n') || lines.endsWith('\r');
    }
  };
  for (const part of parts) {
    if ('text' in part) {
      append(part.text);
      continue;
    }
    const { mine, theirs } = part.conflict;
    const choice = choices[conflicts.length] ?? 'mine';
    if (choice !== 'mine' && theirs !== null) {
      append(theirs + lineEnd);
    }
    const from = text.length + (isLineEnded ? 0 : lineEnd.length);
    if (choice !== 'theirs' && mine !== null) {
      append(mine + lineEnd);
      conflicts.push({ ...part.conflict, at: { from, to: from + mine.length, end: text.length } });
    } else {
      conflicts.push({ ...part.conflict, at: { from: text.length, to: text.length, end: text.length } });
    }
  }
  return { text, conflicts };
}
