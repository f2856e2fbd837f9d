export type Random = {
  /** A number from 0 up to, and without, `limit`. */
  upTo(limit: number): number;
  /** A whole number from 0 up to, and without, `limit`. */
  below(limit: number): number;
  pick<T>(choices: readonly T[]): T;
};

/** Numbers that look random and are the same for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    upTo: (limit) => next() * limit,
    below,
    pick: (choices) => choices[below(choices.length)] as (typeof choices)[number],
  };
}
