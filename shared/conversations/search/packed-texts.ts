/** What an item says, and where it begins. */
export type PlacedText = { readonly at: number; readonly text: string };

/**
 * Such texts one after the other, as bytes. Texts that wait in memory are taken for something that stays there, and what has
 * become of them is cleaned up late; bytes stand beside that memory.
 */
export type PackedTexts = {
  readonly at: readonly number[];
  /** Of each text, in units of UTF-16. */
  readonly lengths: readonly number[];
  readonly bytes: Uint8Array;
};

/** @param encode into UTF-8, where half of a pair that stands alone becomes U+FFFD: it is no letter of any word */
export const packTexts = (encode: (text: string) => Uint8Array, texts: readonly PlacedText[]): PackedTexts => ({
  at: texts.map(({ at }) => at),
  lengths: texts.map(({ text }) => text.length),
  bytes: encode(texts.map(({ text }) => text).join('')),
});

/** @param decode leaves a U+FEFF at the beginning where it is */
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
