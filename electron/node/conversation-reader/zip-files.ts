import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { ContextureError } from '#shared/contract/errors.ts';

/** Some bytes of a file, fewer where it ends before. */
export type ReadAt = (from: number, length: number) => Promise<Uint8Array>;
/** A file in a ZIP. */
type ZipFile = {
  readonly name: string;
  /** How long it is, packed and unpacked. */
  readonly packed: number;
  readonly length: number;
  readonly isPacked: boolean;
  /** Where what is said before it begins. */
  readonly at: number;
};

const partBytes = 1024 * 1024;
/** The record at the end, and the longest comment behind it. */
const longestEnd = 22 + 0xffff;
/** What a list of files may have, in bytes. */
const maxListed = 64 * 1024 * 1024;
/** Stands where a number is too large for its place, and is said elsewhere (ZIP64). */
const elsewhere = 0xffffffff;
const signatures = { file: 0x04034b50, listed: 0x02014b50, end: 0x06054b50, end64: 0x06064b50, locator: 0x07064b50 };
const zip64Field = 1;

const damaged = (): ContextureError =>
  new ContextureError('not_text', 'It is packed, and damaged: it can’t be unpacked.');

/** All of a file, part by part. */
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

/**
 * The files that a ZIP lists, as APPNOTE.TXT of PKWARE says it does.
 * @throws `not_text` where it is none
 */
export async function zipFiles(read: ReadAt, size: number): Promise<readonly ZipFile[]> {
  const { from, length, count } = await listIn(read, size);
  const bytes = await exactly(read, from, length);
  const view = viewOf(bytes);
  const files: ZipFile[] = [];
  let listed = 0;
  for (let at = 0; at + 46 <= bytes.length && view.getUint32(at, true) === signatures.listed; ) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    const extraAt = at + 46 + nameLength;
    const end = extraAt + extraLength + commentLength;
    if (end > bytes.length) {
      throw damaged();
    }
    const method = view.getUint16(at + 10, true);
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
    const sizes = sizesOf(view, at, extraAt, extraLength);
    if (!isEncrypted && (method === 0 || method === 8)) {
      const name = new TextDecoder().decode(bytes.subarray(at + 46, extraAt));
      files.push({ name, isPacked: method === 8, ...sizes });
    }
    at = end;
    listed += 1;
  }
  if (listed !== count) {
    throw damaged();
  }
  return files;
}

/** What a file of a ZIP has, unpacked part by part. @throws `not_text` where it is damaged */
export async function* unpacked(read: ReadAt, file: ZipFile): AsyncGenerator<Uint8Array> {
  const header = viewOf(await exactly(read, file.at, 30));
  if (header.getUint32(0, true) !== signatures.file) {
    throw damaged();
  }
  const from = file.at + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = partsOf(read, from, from + file.packed);
  let length = 0;
  try {
    for await (const part of file.isPacked ? pipeline(packed, createInflateRaw(), () => undefined) : packed) {
      length += (part as Uint8Array).length;
      if (length > file.length) {
        throw damaged();
      }
      yield part as Uint8Array;
    }
  } catch (error) {
    throw error instanceof ContextureError ? error : damaged();
  }
  if (length !== file.length) {
    throw damaged();
  }
}

/** Where the list of files stands, and how many it has. */
async function listIn(read: ReadAt, size: number) {
  const tailAt = Math.max(0, size - longestEnd);
  const tail = await exactly(read, tailAt, size - tailAt);
  const view = viewOf(tail);
  for (let at = tail.length - 22; at >= 0; at--) {
    if (view.getUint32(at, true) === signatures.end) {
      const said = {
        from: view.getUint32(at + 16, true),
        length: view.getUint32(at + 12, true),
        count: view.getUint16(at + 10, true),
      };
      const isElsewhere = said.from === elsewhere || said.length === elsewhere || said.count === 0xffff;
      const { from, length, count } = isElsewhere ? await listIn64(read, tailAt + at - 20) : said;
      if (length > maxListed || from + length > size) {
        throw damaged();
      }
      return { from, length, count };
    }
  }
  throw damaged();
}

async function listIn64(read: ReadAt, locatorAt: number) {
  const locator = viewOf(await exactly(read, Math.max(0, locatorAt), 20));
  const end = viewOf(await exactly(read, Number(locator.getBigUint64(8, true)), 56));
  if (locator.getUint32(0, true) !== signatures.locator || end.getUint32(0, true) !== signatures.end64) {
    throw damaged();
  }
  return {
    from: Number(end.getBigUint64(48, true)),
    length: Number(end.getBigUint64(40, true)),
    count: Number(end.getBigUint64(32, true)),
  };
}

/** What is too large for its place stands in a field of its own: the length, the packed one, the place, each only if it is. */
function sizesOf(view: DataView, at: number, extraAt: number, extraLength: number) {
  const said = {
    length: view.getUint32(at + 24, true),
    packed: view.getUint32(at + 20, true),
    at: view.getUint32(at + 42, true),
  };
  for (let field = extraAt; field + 4 <= extraAt + extraLength; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) === zip64Field) {
      let next = field + 4;
      for (const name of ['length', 'packed', 'at'] as const) {
        if (said[name] === elsewhere && next + 8 <= extraAt + extraLength) {
          said[name] = Number(view.getBigUint64(next, true));
          next += 8;
        }
      }
    }
  }
  return said;
}

async function exactly(read: ReadAt, from: number, length: number): Promise<Uint8Array> {
  const bytes = await read(from, length);
  if (bytes.length !== length) {
    throw damaged();
  }
  return bytes;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
