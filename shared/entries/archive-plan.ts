import type { EntryFields } from './entry.ts';
import { type Measure, type MeasureName, measureOfWeighed } from './measure.ts';
import { addTo } from './multimap.ts';

type Candidate = Pick<EntryFields, 'category' | 'confidence' | 'date' | 'flags'> & {
  /** Where it was weighed already. */
  readonly weight?: number;
};

/** Whether the size rule may archive an entry on a day: insights and patterns, unless certain, pinned, protected or free. */
export function mayLeave(
  entry: Pick<Candidate, 'category' | 'confidence' | 'flags' | 'weight'>,
  today: string,
): boolean {
  return (
    entry.weight !== 0 &&
    (entry.category === 'insight' || entry.category === 'pattern') &&
    entry.confidence !== 'certain' &&
    !entry.flags.pinned &&
    !(entry.flags.until !== null && entry.flags.until >= today)
  );
}

/**
 * Entries (in file order) the size rule may archive, in the order they leave: insights before patterns, oldest first.
 * Without a date an entry counts as old as `lastUpdated`, or else `today`.
 */
export function leavingOrder<E extends Candidate>(
  entries: readonly E[],
  today: string,
  lastUpdated: string | null,
): E[] {
  const { add, inOrder } = collectLeaving<E>(today, lastUpdated);
  entries.forEach(add);
  return inOrder();
}

/** {@link leavingOrder} entry by entry, for who must not be held up by very many. They are added in file order. */
export function collectLeaving<E extends Candidate>(
  today: string,
  lastUpdated: string | null,
): { readonly add: (entry: E) => void; readonly inOrder: () => E[] } {
  const unknown = lastUpdated ?? today;
  const byDate = { insight: new Map<string, E[]>(), pattern: new Map<string, E[]>() };
  return {
    add: (entry) => {
      if (mayLeave(entry, today)) {
        addTo(entry.category === 'insight' ? byDate.insight : byDate.pattern, entry.date ?? unknown, entry);
      }
    },
    // Many entries, few days: to put the days in order takes a fraction of comparing all entries.
    inOrder: () =>
      [byDate.insight, byDate.pattern].flatMap((sharing) =>
        [...sharing.keys()].sort().flatMap((date) => sharing.get(date) ?? []),
      ),
  };
}

/** What the size rule would archive, as plain data: shown before it happens, then carried out as it stands. */
type ArchivePlan<E> = {
  /** In the order they leave; as many as needed and no more. */
  readonly leaving: readonly E[];
  readonly tokensAfter: number;
  /** True when it stays over the limit although everything that may leave has left. */
  readonly staysOver: boolean;
};

/** How much may be held, and what of that is taken. */
export type Room<E> = {
  /** Of the whole text, entries and all. */
  readonly weight: number;
  /** In tokens. */
  readonly limit: number;
  readonly measure: Measure<E>;
};

/** The same of entries that were weighed already, as an interface gets it. */
export function roomIn(tokens: { readonly weight: number; readonly limit: number; readonly measure: MeasureName }) {
  const { weight, limit, measure } = tokens;
  return { weight, limit, measure: measureOfWeighed(measure) };
}

/** Which entries of a leaving order leave so that a text fits its limit. Equal fits. What weighs nothing would free nothing, and stays. */
export function planArchive<E>(order: readonly E[], { weight, limit, measure }: Room<E>): ArchivePlan<E> {
  let left = weight;
  const leaving: E[] = [];
  for (const entry of order) {
    if (measure.tokensOf(left) <= limit) {
      break;
    }
    const freed = measure.weightOf(entry);
    if (freed > 0) {
      left -= freed;
      leaving.push(entry);
    }
  }
  const tokensAfter = measure.tokensOf(left);
  return { leaving, tokensAfter, staysOver: tokensAfter > limit };
}

/** How much more than the limit the waterline looks ahead: a twentieth of it, about one conversation's learning. */
const aheadShare = 0.05;

/** What is over the limit, or would be once the free space and a twentieth of the limit more are used. */
export function leavingNext<E>(order: readonly E[], room: Room<E>): readonly E[] {
  const { weight, limit, measure } = room;
  if (measure.tokensOf(weight) > limit) {
    return planArchive(order, room).leaving;
  }
  const full = measure.weightFor(limit * (1 + aheadShare));
  return planArchive(order, { ...room, weight: Math.max(weight, full) }).leaving;
}

/** How many more tokens until the entry at `rank` (from 0) leaves; zero or less: with the next archival. */
export function roomBefore<E>(order: readonly E[], rank: number, { weight, limit, measure }: Room<E>): number {
  const freed = order.slice(0, rank).reduce((sum, entry) => sum + measure.weightOf(entry), 0);
  return limit - measure.tokensOf(weight - freed);
}

/** Whether the entry at `rank` would leave if no more than a twentieth of the limit were learned from now on. */
export function leavesSoon<E>(order: readonly E[], rank: number, room: Room<E>): boolean {
  return roomBefore(order, rank, room) < room.limit * aheadShare;
}
