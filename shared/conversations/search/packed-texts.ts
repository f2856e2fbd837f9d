export type PlacedText = { readonly at: number; readonly text: string };

/** Texts packed as bytes: the memory manager takes waiting texts for long-lived ones and cleans them up late. */
export type PackedTexts = {
  readonly at: readonly number[];
  /** Lengths of the texts, in units of UTF-16. */
  readonly lengths: readonly number[];
  readonly bytes: Uint8Array;
};

/** @param encode into UTF-8, where half of a pair that is alone becomes U+FFFD: it is no letter of any word */
export const packTexts = (encode: (text: string) => Uint8Array, texts: readonly PlacedText[]): PackedTexts => ({
  at: texts.map(({ at }) => at),
  lengths: texts.map(({ text }) => text.length),
  bytes: encode(texts.map(({ text }) => text).join('')),
});

/** @param decode keeps a U+FEFF at the beginning */
export function* unpackTexts(
  decode: (bytes: Uint8Array) => string,
  { at: places, lengths, bytes }: PackedTexts,
): Generator<PlacedText> {
  const all = decode(bytes);
  let from = 0;
  for (const [index, at] of places.entries()) {
    const to = from + (lengths[index] ?? 0);
    yield { at, text: all.slice(from, to) };
    from = to;
  }
}
