import { expect, test } from 'vitest';
import { unpackZstd } from './unpack.ts';

/** One letter a hundred thousand times: the possible result of a few bytes. */
const packed = Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0xa0, 0x86, 0x01, 0x00, 0x03, 0x35, 0x0c, 0x6f]);
const maxBytes = 1_000_000;

test('unpacks zstd up to a bound', async () => {
  const text = new TextDecoder().decode(await unpackZstd(packed, maxBytes));
  expect(text === 'o'.repeat(100_000)).toBe(true);
  await expect(unpackZstd(packed, 99_999)).rejects.toMatchObject({ code: 'too_large' });
});

test.each([
  ['something else', new TextEncoder().encode('This is a sentence, and no archive.')],
  ['a part of it', packed.slice(0, -2)],
])('does not unpack %s', async (_, bytes) => {
  await expect(unpackZstd(bytes, maxBytes)).rejects.toMatchObject({ code: 'not_text' });
});
