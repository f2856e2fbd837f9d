/** What one arm of a row took, round by round, in the order of the rounds. */
export type Figures = { readonly name: string; readonly unit: 'ms' | 'MB' | ''; readonly values: readonly number[] };

/** What one row has to show: at most, or at least, so much. */
export type Target = {
  readonly what: string;
  readonly measured: number;
  readonly unit: '×' | 'ms' | '';
  readonly atMost?: number;
  readonly atLeast?: number;
};

type Spread = { readonly median: number; readonly p95: number; readonly least: number; readonly most: number };

/** True for `--small`: each row runs once with next to nothing, which shows that it works, and measures nothing. */
export const isSmall = process.argv.includes('--small');

/** A size of a row, and the one that is enough to see that the row works. */
export const sized = <Size>(size: Size, enough: Size): Size => (isSmall ? enough : size);

/** Fewest rounds that a median is taken of. */
export const fewestRounds = sized(9, 1);

/**
 * Measures arms in turn, round by round, so that whatever else the machine does is shared among them. The order within
 * a round alternates: what one arm leaves behind in caches is not always met by the same one.
 *
 * @param arms each does its work once and gives its milliseconds
 * @param rounds counted ones; one more goes before them and does not count
 */
export async function takeTurns<Name extends string>(
  arms: Readonly<Record<Name, () => number | Promise<number>>>,
  rounds: number = fewestRounds,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(arms) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = sized(-1, 0); round < sized(rounds, 1); round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const took = await arms[name]();
      if (round >= 0) {
        times[name].push(took);
      }
    }
  }
  return times;
}

/** Milliseconds that work takes. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
  return { median, p95: at(0.95), least: sorted[0] ?? Number.NaN, most: sorted.at(-1) ?? Number.NaN };
}

/** The median of one arm's times divided by the other's of the same round. */
export function ratioOf(arm: readonly number[], other: readonly number[]): number {
  return spreadOf(arm.map((value, round) => value / (other[round] ?? Number.NaN))).median;
}

export function isMet({ measured, atMost, atLeast }: Target): boolean {
  return measured <= (atMost ?? Number.POSITIVE_INFINITY) && measured >= (atLeast ?? Number.NEGATIVE_INFINITY);
}
