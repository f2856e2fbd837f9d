import { ContextureError } from '#shared/contract/errors.ts';

/**
 * Unpacks bytes of another program, whole and in memory.
 * @throws `too_large` for more than `maxBytes`, `not_text` if they aren't Zstandard, or incomplete
 */
export async function unpackZstd(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const { Decompress } = await import('fzstd');
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Decompress((part) => {
    length += part.length;
    if (length > maxBytes) {
      const message = `What is packed in it is more than ${Math.round(maxBytes / 1024 / 1024)} MB.`;
      throw new ContextureError('too_large', message);
    }
    parts.push(part);
  });
  try {
    stream.push(bytes, true);
  } catch (error) {
    throw error instanceof ContextureError
      ? error
      : new ContextureError('not_text', 'It is packed, and damaged: it can’t be unpacked.');
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
