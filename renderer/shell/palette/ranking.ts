import Fuzzy from '@leeoniya/ufuzzy';

/** An item found by its name, or by other words people may search for. */
type RankedOffer = { readonly name: string; readonly words?: string };
type Group<N extends RankedOffer> = { readonly title: string; readonly offers: readonly N[] };

/** Typed text matches the beginnings of words, in any order and script; one letter of a word may be wrong, missing or extra. */
const fuzzy = new Fuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  intraMode: 1,
  // The strict boundary knows Latin letters only.
  interLft: 1,
});

/** Indexes of the matching texts, the best first. */
function found(texts: readonly string[], typed: string): readonly number[] {
  const [indexes, info, order] = fuzzy.search([...texts], typed, 5);
  return order === null ? (indexes ?? []) : order.flatMap((at) => info.idx[at] ?? []);
}

type OfferRanking<G> = {
  /** Groups with a match by name, the best first. */
  readonly ahead: readonly G[];
  /** Groups with matches by other words only. */
  readonly after: readonly G[];
};

/** Matches in their groups: Enter takes the first. Everything, unchanged, while nothing is typed. */
export function ranked<N extends RankedOffer, G extends Group<N>>(
  groups: readonly G[],
  typed: string,
): OfferRanking<G> {
  if (typed.trim() === '') {
    return { ahead: groups, after: [] };
  }
  const all = groups.flatMap(({ offers }) => offers);
  const byName = found(
    all.map(({ name }) => name),
    typed,
  );
  const named = new Set(byName);
  const others = all.flatMap((_, at) => (named.has(at) ? [] : [at]));
  const byWords = found(
    others.map((at) => `${all[at]?.words ?? ''} ${all[at]?.name ?? ''}`),
    typed,
  ).flatMap((at) => others[at] ?? []);
  const ranks = new Map([...byName, ...byWords].map((at, rank) => [all[at], rank]));
  const rankOf = (offer: N): number => ranks.get(offer) ?? Number.POSITIVE_INFINITY;
  const fitting = groups
    .map((group) => ({
      ...group,
      offers: group.offers.filter((offer) => ranks.has(offer)).toSorted((one, other) => rankOf(one) - rankOf(other)),
    }))
    .filter(({ offers }) => offers.length > 0)
    .toSorted((one, other) => bestIn(one, rankOf) - bestIn(other, rankOf));
  const isAhead = (group: G): boolean => bestIn(group, rankOf) < byName.length;
  return { ahead: fitting.filter(isAhead), after: fitting.filter((group) => !isAhead(group)) };
}

const bestIn = <N extends RankedOffer>({ offers: [first] }: Group<N>, rankOf: (offer: N) => number): number =>
  first === undefined ? Number.POSITIVE_INFINITY : rankOf(first);
