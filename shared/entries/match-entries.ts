import { commonEnds } from './common-ends.ts';
import type { EntryFields } from './entry.ts';
import { addTo } from './multimap.ts';

/** Fields used for matching; the category may be any name that tells kinds of lines apart. */
type Matchable = Pick<EntryFields, 'key' | 'value' | 'raw'> & { readonly category: string | null };

export type EntryMatch<A, B> = {
  /** Pairs of the same line, byte for byte, in the same category. */
  readonly kept: readonly Pair<A, B>[];
  /** Pairs of the same entry, with another text or place. */
  readonly changed: readonly Pair<A, B>[];
  readonly added: readonly B[];
  readonly removed: readonly A[];
};

/**
 * Matches the entries of two versions, by content: first identical lines, in order; then the same category and key;
 * then the same key or the same line moved to another category; then the same but for white space, which may make a key
 * of prose; last, prose that shares most of its words with prose of the same category. Selection, undo, rebase, merge
 * and "what is new" all rest on it.
 */
export function matchEntries<A extends Matchable, B extends Matchable>(
  before: readonly A[],
  after: readonly B[],
): EntryMatch<A, B> {
  const { start, tail } = commonEnds(before, after, isSameLine);
  const pairs = (from: number, to: number, count: number): readonly Pair<A, B>[] =>
    before.slice(from, from + count).map((entry, index) => ({ before: entry, after: after[to + index] as B }));
  let left: readonly A[] = before.slice(start, before.length - tail);
  let right: readonly B[] = after.slice(start, after.length - tail);
  const pairUp = (name: (entry: Matchable) => string | null): readonly Pair<A, B>[] => {
    if (left.length === 0 || right.length === 0) {
      return [];
    }
    const paired = pairByName(left, right, name);
    left = paired.left;
    right = paired.right;
    return paired.pairs;
  };
  const moved = pairUp((entry) => `${entry.category} ${entry.raw}`);
  const named = pairUp((entry) => (entry.key === null ? null : `${entry.category} ${entry.key}`));
  const elsewhere = pairUp((entry) => (entry.key === null ? `= ${entry.value}` : `: ${entry.key}`));
  const spaced = pairUp((entry) => `${entry.category} ${textWithoutSpaces(entry)}`);
  const { pairs: reworded, left: removed, right: added } = pairSimilarProse(left, right);
  return {
    kept: [...pairs(0, 0, start), ...pairs(before.length - tail, after.length - tail, tail), ...moved],
    changed: [...named, ...elsewhere, ...spaced, ...reworded],
    added,
    removed,
  };
}

/** Adds pairs known to the author of the change: by content alone these would be removed and added. */
export function applyKnownChanges<A, B>(
  match: EntryMatch<A, B>,
  became: (before: A) => B | undefined,
): EntryMatch<A, B> {
  const added = new Set(match.added);
  const pairs: Pair<A, B>[] = [];
  const removed = match.removed.filter((before) => {
    const after = became(before);
    if (after === undefined || !added.delete(after)) {
      return true;
    }
    pairs.push({ before, after });
    return false;
  });
  return pairs.length === 0
    ? match
    : {
        ...match,
        changed: [...match.changed, ...pairs],
        added: match.added.filter((entry) => added.has(entry)),
        removed,
      };
}

export const textWithoutSpaces = ({ key, value }: Pick<Matchable, 'key' | 'value'>): string =>
  (key === null ? value : `${key}:${value}`).replace(/\s+/g, '');

type Line = Pick<Matchable, 'category' | 'raw'>;

export const isSameLine = (one: Line, other: Line): boolean => one.raw === other.raw && one.category === other.category;

/** Rewording of an entry by a known change: the same entry, however little of it is left. */
export type KnownRewording = { readonly from: Line; readonly to: Line };

/** Follows an entry through known changes, the earliest first, of which one may continue another. */
export function followRewordings<B extends Matchable>(
  rewordings: readonly KnownRewording[],
  after: readonly B[],
): (before: Line) => B | undefined {
  const nameOf = ({ category, raw }: Line): string => `${category} ${raw}`;
  let named: ReadonlyMap<string, B> | null = null;
  return (before) => {
    let line: Line = before;
    for (const { from, to } of rewordings) {
      line = isSameLine(from, line) ? to : line;
    }
    if (isSameLine(line, before)) {
      return undefined;
    }
    named ??= new Map(after.map((entry) => [nameOf(entry), entry]));
    return named.get(nameOf(line));
  };
}

type Pair<A, B> = { readonly before: A; readonly after: B };

function pairByName<A extends Matchable, B extends Matchable>(
  before: readonly A[],
  after: readonly B[],
  name: (entry: Matchable) => string | null,
) {
  const waiting = new Map<string, A[]>();
  for (const entry of before) {
    const entryName = name(entry);
    if (entryName !== null) {
      addTo(waiting, entryName, entry);
    }
  }
  const pairs: Pair<A, B>[] = [];
  const taken = new Set<A>();
  const right: B[] = [];
  const next = new Map<string, number>();
  for (const entry of after) {
    const entryName = name(entry);
    const index = entryName === null ? 0 : (next.get(entryName) ?? 0);
    const partner = entryName === null ? undefined : waiting.get(entryName)?.[index];
    if (entryName === null || partner === undefined) {
      right.push(entry);
      continue;
    }
    next.set(entryName, index + 1);
    taken.add(partner);
    pairs.push({ before: partner, after: entry });
  }
  return { pairs, left: before.filter((entry) => !taken.has(entry)), right };
}

/** Limit on comparisons, after which rewritten prose counts as removed and added: matching must stay cheap. */
const maxComparisons = 20_000;
const alikeEnough = 0.5;

function pairSimilarProse<A extends Matchable, B extends Matchable>(before: readonly A[], after: readonly B[]) {
  const pairs: Pair<A, B>[] = [];
  const left = new Set(before);
  const right = new Set(after);
  const prose = [...left].filter((entry) => entry.key === null);
  const candidates = [...right].filter((entry) => entry.key === null);
  if (prose.length * candidates.length <= maxComparisons) {
    const words = new Map<Matchable, Set<string>>();
    for (const entry of [...prose, ...candidates]) {
      words.set(entry, new Set(entry.value.toLowerCase().split(/\s+/)));
    }
    for (const entry of prose) {
      let best: B | null = null;
      let bestShare = alikeEnough;
      for (const candidate of candidates) {
        if (candidate.category !== entry.category || !right.has(candidate)) {
          continue;
        }
        const share = sharedWords(words.get(entry), words.get(candidate));
        if (share > bestShare) {
          best = candidate;
          bestShare = share;
        }
      }
      if (best) {
        pairs.push({ before: entry, after: best });
        left.delete(entry);
        right.delete(best);
      }
    }
  }
  return { pairs, left: [...left], right: [...right] };
}

/** Computes the share of all words of two texts that both have, 0 to 1. */
function sharedWords(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): number {
  let both = 0;
  for (const word of a) {
    if (b.has(word)) {
      both += 1;
    }
  }
  return both / (a.size + b.size - both);
}
