import type { Result } from '#shared/contract/contract.ts';
import { type Problem, problemOf } from '../../../api/connection.ts';

export type Direction = 'forward' | 'back';
type Piece = Result<'conversations.find'>;
type FindHit = Piece['hits'][number];

export type FindMatches = {
  readonly hits: readonly FindHit[];
  readonly looked: number;
  readonly state: 'looking' | 'stopped' | 'done';
  readonly problem: Problem | null;
};

/** A searched stretch: from its first place up to, but without, its last. */
type Stretch = { readonly from: number; readonly to: number };

const everything: Stretch = { from: 0, to: Number.POSITIVE_INFINITY };

/**
 * Searches a conversation piece by piece: from a place to the end in one direction, then the rest from the other end.
 * @param ask reads the piece from a place on, or from an end if null
 * @param start place to begin at; null for an end
 * @param tell called with the matches each time there are more
 */
export function createFinding(
  ask: (from: number | null, direction: Direction) => Promise<Piece>,
  start: number | null,
  direction: Direction,
  tell: (found: FindMatches) => void,
) {
  let matches: FindMatches = { hits: [], looked: 0, state: 'looking', problem: null };
  /** Searched stretches: from the start on, then from the other end. */
  const stretches: Stretch[] = [];
  let next: { readonly from: number | null; readonly isRound: boolean } | null = { from: start, isRound: false };
  let run = {};

  const become = (change: Partial<FindMatches>): void => {
    matches = { ...matches, ...change };
    tell(matches);
  };

  function addPiece({ hits, looked, next: further }: Piece, isRound: boolean): void {
    const edge = isRound ? start : null;
    const isOver = further === null || (edge !== null && (direction === 'forward' ? further >= edge : further <= edge));
    const from = isRound ? null : start;
    stretches[isRound ? 1 : 0] =
      direction === 'forward'
        ? { from: from ?? 0, to: isOver ? (edge ?? everything.to) : further }
        : { from: isOver ? (edge ?? 0) : further, to: from ?? everything.to };
    next = isOver ? (isRound || start === null ? null : { from: null, isRound: true }) : { from: further, isRound };
    const knownOffsets = new Set(matches.hits.map(({ at }) => at));
    const all = [...matches.hits, ...hits.filter(({ at }) => !knownOffsets.has(at))].sort(
      (one, other) => one.at - other.at,
    );
    become({ hits: all, looked: matches.looked + looked, state: next === null ? 'done' : 'looking' });
  }

  async function goOn(): Promise<void> {
    const own = {};
    run = own;
    become({ state: next === null ? 'done' : 'looking', problem: null });
    try {
      while (next !== null) {
        const { from, isRound }: { from: number | null; isRound: boolean } = next;
        const piece = await ask(from, direction);
        if (run !== own) {
          return;
        }
        addPiece(piece, isRound);
      }
    } catch (error) {
      if (run === own) {
        become({ state: 'stopped', problem: problemOf(error) });
      }
    }
  }
  void goOn();

  const isLookedThrough = (from: number, to: number): boolean =>
    matches.state !== 'looking' || stretches.some((stretch) => stretch.from <= from && stretch.to >= to);

  return {
    /** Next hit after a place, wrapping round. `unknown` until enough was searched, null if there is none. */
    next(at: number, wanted: Direction): FindHit | 'unknown' | null {
      const { hits } = matches;
      const isForward = wanted === 'forward';
      const ahead = isForward ? hits.find((hit) => hit.at > at) : hits.findLast((hit) => hit.at < at);
      const end = isForward ? everything.to : everything.from;
      const isReached = (from: number, to: number): boolean => isLookedThrough(Math.min(from, to), Math.max(from, to));
      if (ahead !== undefined || !isReached(at, end)) {
        return ahead !== undefined && isReached(at, ahead.at) ? ahead : 'unknown';
      }
      const around = isForward ? hits[0] : hits.at(-1);
      const begin = isForward ? everything.from : everything.to;
      if (around === undefined) {
        return matches.state === 'looking' ? 'unknown' : null;
      }
      return isReached(begin, around.at) ? around : 'unknown';
    },
    /** Cancels running reads, and keeps what was found. */
    stop(): void {
      run = {};
      if (matches.state === 'looking') {
        become({ state: 'stopped' });
      }
    },
    goOn: (): void => void goOn(),
  };
}
export type TextFinder = ReturnType<typeof createFinding>;
