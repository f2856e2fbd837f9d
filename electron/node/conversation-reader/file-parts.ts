/** Reads bytes of a file, fewer if it ends before. */
export type ReadAt = (from: number, length: number) => Promise<Uint8Array>;

const partBytes = 1024 * 1024;

export async function* partsOf(read: ReadAt, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; ) {
    const part = await read(at, Math.min(partBytes, to - at));
    if (part.length === 0) {
      return;
    }
    yield part;
    at += part.length;
  }
}
