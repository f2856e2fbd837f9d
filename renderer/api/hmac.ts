/**
 * HMAC-SHA-256 (RFC 2104, FIPS 180-4), computed at once: the browser's own gives its results later, and at a start each later
 * waits for all that is loaded meanwhile.
 */
export function hmac(key: Uint8Array, text: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      text,
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

const primes: number[] = [];
for (let number = 2; primes.length < 64; number++) {
  if (primes.every((prime) => number % prime !== 0)) {
    primes.push(number);
  }
}
/** The first 32 bits of what follows the point. */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;
const roundConstants = primes.map((prime) => fraction(Math.cbrt(prime)));
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const state = Int32Array.from(initial);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let word = 0; word < 16; word++) {
      words[word] = view.getInt32(at + word * 4);
    }
    takeIn(state, words);
  }
  const result = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => {
    result.setInt32(at * 4, word);
  });
  return new Uint8Array(result.buffer);
}

/** Takes a block, in the first 16 words, into the state. Plainly, because it runs once, before anything is compiled. */
function takeIn(state: Int32Array, words: Int32Array): void {
  for (let at = 16; at < 64; at++) {
    const early = words[at - 15] ?? 0;
    const late = words[at - 2] ?? 0;
    const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const other = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] ?? 0) + one + (words[at - 7] ?? 0) + other;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < 64; round++) {
    const sums = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
    const first = (sums + (roundConstants[round] ?? 0) + (words[round] ?? 0)) | 0;
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const after = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at++) {
    state[at] = (state[at] ?? 0) + (after[at] ?? 0);
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
