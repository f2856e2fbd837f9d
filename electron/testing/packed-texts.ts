import { type PackedTexts, type PlacedText, packTexts } from '#shared/conversations/search/packed-texts.ts';

/** What items say, as the index takes it in. */
export const packed = (texts: readonly PlacedText[]): PackedTexts => packTexts((text) => Buffer.from(text), texts);
