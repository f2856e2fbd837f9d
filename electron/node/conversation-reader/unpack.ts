import { ContextureError } from '#shared/contract/errors.ts';

/** Unpacks what other programs packed, whole and in memory, but no more than is asked for. */

const tooLarge = (maxBytes: number): ContextureError =>
  new ContextureError('too_large', `What is packed in it is more than ${Math.round(maxBytes / 1024 / 1024)} MB.`);
const damaged = (): ContextureError =>
  new ContextureError('not_text', 'It is packed, and damaged: it can’t be unpacked.');

/** @throws `too_large`, `not_text` where it is no Zstandard, or not all of it */
export async function unpackZstd(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const { Decompress } = await import('fzstd');
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Decompress((part) => {
    length += part.length;
    if (length > maxBytes) {
      throw tooLarge(maxBytes);
    }
    parts.push(part);
  });
  try {
    stream.push(bytes, true);
  } catch (error) {
    throw error instanceof ContextureError ? error : damaged();
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * The files of a ZIP whose names are wanted, in the order of their names.
 * @throws `too_large` where they are more together than `maxBytes`, `not_text` where it is no ZIP
 */
export async function unpackZip(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
  maxBytes: number,
): Promise<readonly Uint8Array[]> {
  const { unzipSync } = await import('fflate');
  let length = 0;
  const filter = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }): boolean => {
    if (!isWanted(name)) {
      return false;
    }
    length += originalSize;
    if (length > maxBytes) {
      throw tooLarge(maxBytes);
    }
    return true;
  };
  try {
    const files = unzipSync(bytes, { filter });
    return Object.entries(files)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, content]) => content);
  } catch (error) {
    throw error instanceof ContextureError ? error : damaged();
  }
}
