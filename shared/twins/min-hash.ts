/** MinHash over characters, three at a time: few pairs of many texts have to be compared. The seeds are fixed. */

const bands = 16;
const rows = 3;
/** Characters of a text that are hashed. */
const mostCharacters = 2000;

/** Mixes a number by Murmur’s last step: each bit depends on all of them. */
function mixed(number: number): number {
  let h = number;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const factors = Uint32Array.from({ length: bands * rows }, (_, index) => mixed(index + 1) | 1);
const added = Uint32Array.from({ length: bands * rows }, (_, index) => mixed(0x9e3779b9 ^ index));

export type Sketch = {
  /** Trigrams of characters as numbers, each once and in order. */
  readonly threes: readonly number[];
  /** Minimum per hash function. */
  readonly least: Uint32Array;
};

export function sketch(text: string): Sketch {
  const padded = ` ${text.slice(0, mostCharacters)} `;
  const all = new Set<number>();
  for (let at = 0; at + 3 <= padded.length; at++) {
    const [one, two, three] = [padded.charCodeAt(at), padded.charCodeAt(at + 1), padded.charCodeAt(at + 2)];
    all.add(mixed(Math.imul(Math.imul(one, 0x1f1f) + two, 0x3d4d) + three));
  }
  const threes = [...all].sort((one, other) => one - other);
  const least = new Uint32Array(factors.length).fill(0xffffffff);
  for (const three of threes) {
    for (let index = 0; index < least.length; index++) {
      const hash = (Math.imul(three, factors[index] ?? 0) + (added[index] ?? 0)) >>> 0;
      if (hash < (least[index] ?? 0)) {
        least[index] = hash;
      }
    }
  }
  return { threes, least };
}

/** Lists the buckets of a text, one for each band. */
export const bucketsOf = ({ least }: Sketch): number[] =>
  Array.from({ length: bands }, (_, band) => {
    let bucket = band;
    for (let row = 0; row < rows; row++) {
      bucket = mixed(bucket ^ (least[band * rows + row] ?? 0)) + band;
    }
    return bucket;
  });

/** True if two texts share at least such a part of all their trigrams, from 0 to 1. */
export function areLike(one: Sketch, other: Sketch, from: number): boolean {
  // Cheaper, and exact to a few hundredths.
  let alike = 0;
  for (let index = 0; index < one.least.length; index++) {
    alike += one.least[index] === other.least[index] ? 1 : 0;
  }
  return alike >= (from - 0.25) * one.least.length && likeness(one.threes, other.threes) >= from;
}

function likeness(one: readonly number[], other: readonly number[]): number {
  let shared = 0;
  for (let at = 0, beside = 0; at < one.length && beside < other.length; ) {
    const a = one[at] ?? 0;
    const b = other[beside] ?? 0;
    shared += a === b ? 1 : 0;
    at += a <= b ? 1 : 0;
    beside += b <= a ? 1 : 0;
  }
  return shared / (one.length + other.length - shared);
}
