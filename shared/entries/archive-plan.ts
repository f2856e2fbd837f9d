import type { EntryFields } from './entry.ts';
import { estimateOfWords } from './token-estimate.ts';

type Candidate = Pick<EntryFields, 'category' | 'confidence' | 'date' | 'flags' | 'words'>;

/** Whether the size rule may archive an entry on a day: insights and patterns, unless certain, pinned or protected. */
export function mayLeave(entry: Pick<Candidate, 'category' | 'confidence' | 'flags'>, today: string): boolean {
  return (
    (entry.category === 'insight' || entry.category === 'pattern') &&
    entry.confidence !== 'certain' &&
    !entry.flags.pinned &&
    !(entry.flags.until !== null && entry.flags.until >= today)
  );
}

/**
 * The entries the size rule may archive, in the order they leave: insights before patterns, oldest first, file order on
 * ties. An entry without a date counts as old as `lastUpdated` (itself `today` if unknown).
 *
 * @param entries in file order
 */
export function leavingOrder<E extends Candidate>(
  entries: readonly E[],
  today: string,
  lastUpdated: string | null,
): E[] {
  const unknown = lastUpdated ?? today;
  const dateOf = (entry: E): string => entry.date ?? unknown;
  return entries
    .filter((entry) => mayLeave(entry, today))
    .sort((a, b) => {
      if (a.category !== b.category) {
        return a.category === 'insight' ? -1 : 1;
      }
      const [first, second] = [dateOf(a), dateOf(b)];
      return first < second ? -1 : first > second ? 1 : 0;
    });
}

/** What the size rule would archive, as plain data: shown before it happens, then carried out as it stands. */
export type ArchivePlan<E> = {
  /** In the order they leave; as many as needed and no more. */
  readonly leaving: readonly E[];
  readonly wordsAfter: number;
  readonly tokensAfter: number;
  /** True when it stays over the limit although everything that may leave has left. */
  readonly staysOver: boolean;
};

/**
 * Which entries leave so that a text of `words` words fits `limit` tokens. Fits means not over: equal is fine.
 *
 * @param order from {@link leavingOrder}
 */
export function planArchive<E extends Pick<Candidate, 'words'>>(
  order: readonly E[],
  words: number,
  limit: number,
): ArchivePlan<E> {
  let left = words;
  let count = 0;
  while (estimateOfWords(left) > limit && count < order.length) {
    left -= order[count]?.words ?? 0;
    count += 1;
  }
  const tokensAfter = estimateOfWords(left);
  return { leaving: order.slice(0, count), wordsAfter: left, tokensAfter, staysOver: tokensAfter > limit };
}

/** How much more than the limit the waterline looks ahead: a twentieth of it, about one conversation's learning. */
const aheadShare = 0.05;

/**
 * What leaves next: the entries over the limit if it is over now, else those that would leave if the free space were
 * used up and a twentieth of the limit more were learned.
 *
 * @param order from {@link leavingOrder}
 */
export function leavingNext<E extends Pick<Candidate, 'words'>>(
  order: readonly E[],
  words: number,
  limit: number,
): readonly E[] {
  if (estimateOfWords(words) > limit) {
    return planArchive(order, words, limit).leaving;
  }
  const full = Math.ceil((limit * (1 + aheadShare)) / 1.3);
  return planArchive(order, Math.max(words, full), limit).leaving;
}

/**
 * How many tokens can still be learned before the entry at `rank` (0-based place in the leaving order) leaves. Zero or
 * less means it leaves with the next archival.
 */
export function roomBefore(
  order: readonly Pick<Candidate, 'words'>[],
  rank: number,
  words: number,
  limit: number,
): number {
  let freed = 0;
  for (const entry of order.slice(0, rank)) {
    freed += entry.words;
  }
  return limit - estimateOfWords(words - freed);
}
