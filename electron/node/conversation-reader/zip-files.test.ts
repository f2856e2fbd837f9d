import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { strToU8, Zip, ZipDeflate, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { ReadAt } from './file-parts.ts';
import { zipFiles } from './zip-files.ts';

const readerOf =
  (bytes: Uint8Array): ReadAt =>
  async (from, length) =>
    bytes.slice(from, from + length);

/** The names and contents of the files in a ZIP. */
async function allIn(bytes: Uint8Array): Promise<[string, string][]> {
  const all: [string, string][] = [];
  for (const { name, parts } of await zipFiles(readerOf(bytes), bytes.length, () => true)) {
    all.push([name, Buffer.concat(await Readable.from(parts).toArray()).toString('latin1')]);
  }
  return all;
}

test('unpacks each file of a ZIP separately, packed or stored', async () => {
  const long = randomBytes(3_000_000);
  const bytes = zipSync({
    'b.json': strToU8('2'),
    'pictures/ü.bin': [long, { level: 0 }],
    'long.json': [strToU8('long '.repeat(500_000)), { level: 9 }],
  });
  expect(await allIn(bytes)).toEqual([
    ['b.json', '2'],
    ['pictures/ü.bin', long.toString('latin1')],
    ['long.json', 'long '.repeat(500_000)],
  ]);
});

/** Written like the output of a program that does not know the sizes beforehand. */
function writtenInParts(name: string, text: string): Uint8Array {
  const parts: Uint8Array[] = [];
  const archive = new Zip((error, part) => {
    expect(error).toBeNull();
    parts.push(part);
  });
  const file = new ZipDeflate(name);
  archive.add(file);
  file.push(strToU8(text));
  file.push(strToU8(text), true);
  archive.end();
  return Buffer.concat(parts);
}

test('reads a ZIP with sizes behind its files', async () => {
  expect(await allIn(writtenInParts('a.json', 'said '.repeat(500)))).toEqual([['a.json', 'said '.repeat(1000)]]);
});

test('reads sizes and places from extra fields', async () => {
  const plain = zipSync({ 'a.json': [strToU8('said '.repeat(100)), { level: 9 }] });
  expect(await allIn(asZip64(plain))).toEqual([['a.json', 'said '.repeat(100)]]);
});

/** The same ZIP with large numbers in extra fields (APPNOTE.TXT 4.3.14, 4.3.15, 4.5.3). */
function asZip64(plain: Uint8Array): Uint8Array {
  const old = Buffer.from(plain);
  const endAt = old.length - 22;
  const listAt = old.readUInt32LE(endAt + 16);
  const listed = Buffer.from(old.subarray(listAt, endAt));
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  for (const [index, place] of [24, 20, 42].entries()) {
    extra.writeBigUInt64LE(BigInt(listed.readUInt32LE(place)), 4 + 8 * index);
    listed.writeUInt32LE(0xffffffff, place);
  }
  listed.writeUInt16LE(extra.length, 30);
  const list = Buffer.concat([listed, extra]);
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(1n, 32);
  end64.writeBigUInt64LE(BigInt(list.length), 40);
  end64.writeBigUInt64LE(BigInt(listAt), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(listAt + list.length), 8);
  const end = Buffer.from(old.subarray(endAt));
  end.writeUInt32LE(0xffffffff, 12);
  end.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([old.subarray(0, listAt), list, end64, locator, end]);
}

test('reports an invalid or truncated ZIP as damaged', async () => {
  const bytes = zipSync({ 'a.json': [randomBytes(100_000), { level: 0 }], 'b.json': strToU8('said '.repeat(100)) });
  const lengthened = Buffer.from(bytes);
  const listAt = lengthened.readUInt32LE(bytes.length - 6);
  lengthened.writeUInt32LE(99_999, listAt + 24);
  const listedShort = Buffer.from(bytes);
  listedShort.writeUInt16LE(1, bytes.length - 12);
  const text = strToU8('This is a sentence, and no archive.');
  for (const one of [text, bytes.slice(0, -30), bytes.slice(10), lengthened, listedShort, new Uint8Array()]) {
    await expect(allIn(one)).rejects.toMatchObject({ code: 'not_text' });
  }
});
