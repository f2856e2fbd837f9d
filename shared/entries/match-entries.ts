import type { EntryFields } from './entry.ts';

type Matchable = Pick<EntryFields, 'category' | 'key' | 'value' | 'raw'>;

export type EntryMatch<A, B> = {
  /** The same line, byte for byte, in the same category. */
  readonly kept: readonly { readonly before: A; readonly after: B }[];
  /** The same entry, reading differently or standing elsewhere. */
  readonly changed: readonly { readonly before: A; readonly after: B }[];
  readonly added: readonly B[];
  readonly removed: readonly A[];
};

/**
 * Which entries of one version are which of another, by content: first identical lines, in order; then the same
 * category and key; then the same key or the same line moved to another category; last, prose that shares most of its
 * words with prose of the same category. Selection, undo, rebase, merge and "what is new" all rest on it.
 */
export function matchEntries<A extends Matchable, B extends Matchable>(
  before: readonly A[],
  after: readonly B[],
): EntryMatch<A, B> {
  const kept: { before: A; after: B }[] = [];
  const changed: { before: A; after: B }[] = [];
  let left: readonly A[] = before;
  let right: readonly B[] = after;
  const pairUp = (into: { before: A; after: B }[], name: (entry: Matchable) => string | null): void => {
    const paired = pairByName(left, right, name);
    into.push(...paired.pairs);
    left = paired.left;
    right = paired.right;
  };

  pairUp(kept, (entry) => `${entry.category} ${entry.raw}`);
  if (left.length > 0 && right.length > 0) {
    pairUp(changed, (entry) => (entry.key === null ? null : `${entry.category} ${entry.key}`));
    pairUp(changed, (entry) => (entry.key === null ? `= ${entry.value}` : `: ${entry.key}`));
    const paired = pairSimilarProse(left, right);
    changed.push(...paired.pairs);
    left = paired.left;
    right = paired.right;
  }
  return { kept, changed, added: right, removed: left };
}

function pairByName<A extends Matchable, B extends Matchable>(
  before: readonly A[],
  after: readonly B[],
  name: (entry: Matchable) => string | null,
) {
  const waiting = new Map<string, A[]>();
  for (const entry of before) {
    const known = name(entry);
    if (known !== null) {
      const list = waiting.get(known);
      if (list) {
        list.push(entry);
      } else {
        waiting.set(known, [entry]);
      }
    }
  }
  const pairs: { before: A; after: B }[] = [];
  const taken = new Set<A>();
  const right: B[] = [];
  const next = new Map<string, number>();
  for (const entry of after) {
    const known = name(entry);
    const place = known === null ? 0 : (next.get(known) ?? 0);
    const partner = known === null ? undefined : waiting.get(known)?.[place];
    if (known === null || partner === undefined) {
      right.push(entry);
      continue;
    }
    next.set(known, place + 1);
    taken.add(partner);
    pairs.push({ before: partner, after: entry });
  }
  return { pairs, left: before.filter((entry) => !taken.has(entry)), right };
}

/** Past this many comparisons, prose that was rewritten counts as removed and added: matching must stay cheap. */
const mostComparisons = 20_000;
const alikeEnough = 0.5;

function pairSimilarProse<A extends Matchable, B extends Matchable>(before: readonly A[], after: readonly B[]) {
  const pairs: { before: A; after: B }[] = [];
  const left = new Set(before);
  const right = new Set(after);
  const prose = [...left].filter((entry) => entry.key === null);
  const candidates = [...right].filter((entry) => entry.key === null);
  if (prose.length * candidates.length <= mostComparisons) {
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

/** Share of all words of two texts that both have, 0 to 1. */
function sharedWords(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): number {
  let both = 0;
  for (const word of a) {
    if (b.has(word)) {
      both += 1;
    }
  }
  return both / (a.size + b.size - both);
}
