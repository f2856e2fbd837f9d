import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packTexts, unpackTexts } from './packed-texts.ts';

const encode = (text: string): Uint8Array => Buffer.from(text);
const decode = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

/** Removes lone surrogates and their replacement character. */
const paired = (text: string): string =>
  text.replace(/\ufffd|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '');

test('unpacks the same texts, except for lone surrogates', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\ufeff', '\u0000', 'é', '茶', '🍵', '\ud83c', '\udf75') });
  fc.assert(
    fc.property(fc.array(fc.record({ at: fc.nat(), text })), (texts) => {
      const unpacked = [...unpackTexts(decode, packTexts(encode, texts))];
      const shown = (all: typeof texts) => all.map((one) => [one.at, one.text.length, paired(one.text)]);
      expect(shown(unpacked)).toEqual(shown(texts));
    }),
  );
});
