import { type PackedTexts, type PlacedText, packTexts } from '#shared/conversations/search/packed-texts.ts';

/** Texts of items in the index's packed form. */
export const packed = (texts: readonly PlacedText[]): PackedTexts => packTexts((text) => Buffer.from(text), texts);
