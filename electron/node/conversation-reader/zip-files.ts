import { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { ContextureError } from '#shared/contract/errors.ts';
import { partsOf, type ReadAt } from './file-parts.ts';

/** A file in a ZIP. `parts` unpacks it each time, and throws `not_text` if it is damaged; `size` is what the ZIP says. */
type ZippedFile = { readonly name: string; readonly size: number; readonly parts: AsyncIterable<Uint8Array> };

/** Bytes read at once of the list of files, where each file takes about a hundred. */
const listPartBytes = 64 * 1024;
const listedSignature = 0x02014b50;

const damagedError = (): ContextureError =>
  new ContextureError('not_text', 'It is packed, and damaged: it can’t be unpacked.');

/**
 * Lists the files of a ZIP whose names are wanted, without encrypted ones.
 * @throws `not_text` if it is no ZIP, or damaged
 */
export async function zipFiles(
  read: ReadAt,
  size: number,
  isWanted: (name: string) => boolean,
): Promise<readonly ZippedFile[]> {
  const reader = new PartReader(read);
  try {
    const zip = await fromRandomAccessReaderPromise(reader, size, { autoClose: false, decodeStrings: false });
    const files: ZippedFile[] = [];
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileNameRaw.toString();
      if (isWanted(name) && entry.canDecodeFileData()) {
        const parts = { [Symbol.asyncIterator]: () => unpacked(() => zip.openReadStreamPromise(entry)) };
        files.push({ name, size: entry.uncompressedSize, parts });
      }
    }
    const next = Buffer.from(await reader.listed(Number(zip.readEntryCursor), 4));
    if (next.length === 4 && next.readUInt32LE() === listedSignature) {
      // The list has more files than the ZIP says.
      throw damagedError();
    }
    return files;
  } catch (error) {
    throw toDamagedError(error);
  }
}

async function* unpacked(open: () => Promise<Readable>): AsyncGenerator<Uint8Array> {
  try {
    yield* await open();
  } catch (error) {
    throw toDamagedError(error);
  }
}

const toDamagedError = (error: unknown): ContextureError => (error instanceof ContextureError ? error : damagedError());

/** Reads the contents of files in large parts, and the list of files from one part that is held. */
class PartReader extends RandomAccessReader {
  readonly #read: ReadAt;
  #held: { readonly from: number; readonly bytes: Uint8Array } = { from: 0, bytes: new Uint8Array() };

  constructor(read: ReadAt) {
    super();
    this.#read = read;
  }

  async listed(from: number, length: number): Promise<Uint8Array> {
    const { from: begin, bytes } = this.#held;
    if (from < begin || from + length > begin + bytes.length) {
      this.#held = { from, bytes: await this.#read(from, Math.max(length, listPartBytes)) };
    }
    const at = from - this.#held.from;
    return this.#held.bytes.subarray(at, at + length);
  }

  override read(into: Buffer, at: number, length: number, from: number, done: (error: Error | null) => void): void {
    this.listed(from, length).then((bytes) => {
      into.set(bytes, at);
      done(bytes.length === length ? null : damagedError());
    }, done);
  }

  override _readStreamForRange(from: number, to: number): Readable {
    return Readable.from(partsOf(this.#read, from, to));
  }
}
