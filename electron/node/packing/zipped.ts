import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ZipFile } from 'yazl';
import type { FileToPack } from '#engine/ports.ts';

/** Packs files into a ZIP, one after the other, as fast as it is taken. */
export async function* zipped(files: AsyncIterable<FileToPack>): AsyncGenerator<Uint8Array> {
  // Loaded here: most starts make no backup.
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  const leaving = new AbortController();
  zip.on('error', (error: Error) => output.destroy(error));
  const filling = fill(zip, files, leaving.signal).catch((error: Error) => void output.destroy(error));
  try {
    yield* output;
  } finally {
    leaving.abort();
    await filling;
  }
}

async function fill(zip: ZipFile, files: AsyncIterable<FileToPack>, leaving: AbortSignal): Promise<void> {
  for await (const { name, modifiedAt, isDense, parts, onPacked } of files) {
    const hash = createHash('sha256');
    let bytes = 0;
    const counted = async function* () {
      for await (const part of parts) {
        hash.update(part);
        bytes += part.length;
        yield Buffer.from(part.buffer, part.byteOffset, part.length);
      }
    };
    const stream = Readable.from(counted(), { objectMode: false });
    zip.addReadStream(stream, name, { mtime: new Date(modifiedAt), mode: 0o100600, compress: !isDense });
    await finished(stream, { signal: leaving });
    onPacked({ bytes, hash: hash.digest('hex') });
  }
  zip.end();
}
