import type { EntryFields } from './entry.ts';
import { type Measure, type MeasureName, measureOfWeighed } from './measure.ts';
import { addTo } from './multimap.ts';

type Candidate = Pick<EntryFields, 'category' | 'confidence' | 'date' | 'flags'> & {
  readonly weight?: number;
};

/** True if the size rule may archive an entry: an insight or pattern, unless certain, pinned, protected or free. */
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

/** Lists entries that may leave: insights first, oldest first. Undated ones are as old as `lastUpdated` or `today`. */
export function leavingOrder<E extends Candidate>(
  entries: readonly E[],
  today: string,
  lastUpdated: string | null,
): E[] {
  const unknown = lastUpdated ?? today;
  const byDate = { insight: new Map<string, E[]>(), pattern: new Map<string, E[]>() };
  for (const entry of entries) {
    if (mayLeave(entry, today)) {
      addTo(entry.category === 'insight' ? byDate.insight : byDate.pattern, entry.date ?? unknown, entry);
    }
  }
  // Many entries have few days: sorting the days takes a fraction of comparing all entries.
  return [byDate.insight, byDate.pattern].flatMap((sharing) =>
    [...sharing.keys()].sort().flatMap((date) => sharing.get(date) ?? []),
  );
}

/** Entries the size rule would archive, as plain data: shown before it happens, then applied unchanged. */
type ArchivePlan<E> = {
  /** Entries in the order they leave; as many as needed and no more. */
  readonly leaving: readonly E[];
  readonly tokensAfter: number;
  /** True if it stays over the limit although every entry that may leave has left. */
  readonly staysOver: boolean;
};

/** Limit of a text, and its use. */
export type Room<E> = {
  /** Weight of the whole text, entries and all. */
  readonly weight: number;
  readonly limit: number;
  readonly measure: Measure<E>;
};

/** Makes the same for entries that were weighed already, as an interface gets them. */
export function roomIn(tokens: { readonly weight: number; readonly limit: number; readonly measure: MeasureName }) {
  const { weight, limit, measure } = tokens;
  return { weight, limit, measure: measureOfWeighed(measure) };
}

/** Picks the entries that leave so that a text fits its limit. Equal fits. One without weight stays. */
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

/** Part of the limit that the waterline looks ahead: a twentieth, about one conversation's learning. */
const aheadShare = 0.05;

/** Lists the entries over the limit, or those over it once the free space and a twentieth of the limit are used. */
export function leavingNext<E>(order: readonly E[], room: Room<E>): readonly E[] {
  const { weight, limit, measure } = room;
  if (measure.tokensOf(weight) > limit) {
    return planArchive(order, room).leaving;
  }
  const full = measure.weightFor(limit * (1 + aheadShare));
  return planArchive(order, { ...room, weight: Math.max(weight, full) }).leaving;
}

/** Counts the tokens left until the entry at `rank` (from 0) leaves; zero or less: with the next archival. */
export function roomBefore<E>(order: readonly E[], rank: number, { weight, limit, measure }: Room<E>): number {
  const freed = order.slice(0, rank).reduce((sum, entry) => sum + measure.weightOf(entry), 0);
  return limit - measure.tokensOf(weight - freed);
}

/** True if the entry at `rank` would leave after at most a twentieth of the limit is learned. */
export const leavesSoon = <E>(order: readonly E[], rank: number, room: Room<E>): boolean =>
  roomBefore(order, rank, room) < room.limit * aheadShare;
