/** Measurements of one arm of a row, in the order of the rounds. */
export type Figures = { readonly name: string; readonly unit: 'ms' | 'MB' | ''; readonly values: readonly number[] };

/** Upper or lower bound for a measurement of a row. */
export type Target = {
  readonly what: string;
  readonly measured: number;
  readonly unit: '×' | 'ms' | '';
  readonly atMost?: number;
  readonly atLeast?: number;
};

type Spread = { readonly median: number; readonly p95: number; readonly least: number; readonly most: number };

/** True for `--small`: each row runs once with tiny data, to check that it works, and measures nothing. */
export const isSmall = process.argv.includes('--small');

/** Picks the full size of a row, or the one that is enough to check that it works. */
export const sized = <Size>(size: Size, enough: Size): Size => (isSmall ? enough : size);

/** Fewest rounds for a median. */
export const fewestRounds = sized(9, 1);

/**
 * Measures arms in turn, round by round, so that other work of the machine slows all of them. The order within a round
 * alternates, so that no arm always finds the caches of the same other one.
 *
 * @param arms functions that do their work once and give its milliseconds
 * @param rounds counted rounds; one more runs before them and does not count
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

/** Measures some work in milliseconds. */
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

/** Median ratio of one arm's times to the other's in the same round. */
export function ratioOf(arm: readonly number[], other: readonly number[]): number {
  return spreadOf(arm.map((value, round) => value / (other[round] ?? Number.NaN))).median;
}

export function isMet({ measured, atMost, atLeast }: Target): boolean {
  return measured <= (atMost ?? Number.POSITIVE_INFINITY) && measured >= (atLeast ?? Number.NEGATIVE_INFINITY);
}
