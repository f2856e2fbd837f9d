import { Decrypter, Encrypter } from 'age-encryption';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { FileToPack } from '#engine/ports.ts';
import { createPacking } from './packing.ts';

const packing = createPacking(8);

async function* inParts(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

async function all(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const got: Uint8Array[] = [];
  for await (const part of parts) {
    got.push(part);
  }
  return new Uint8Array(Buffer.concat(got));
}

const text = new TextEncoder().encode('one\ntwo\n'.repeat(1000));
const facts: object[] = [];

async function* files(): AsyncGenerator<FileToPack> {
  for (const [name, isDense] of [
    ['a.txt', false],
    ['folder/ü.gz', true],
  ] as const) {
    yield { name, isDense, modifiedAt: 0, parts: inParts(text), onPacked: (packed) => facts.push(packed) };
  }
}

test('packs files that other programs can unpack', async () => {
  const zip = await all(packing.pack(files(), null));
  expect(unzipSync(zip)).toEqual({ 'a.txt': text, 'folder/ü.gz': text });
  expect(facts).toHaveLength(2);
  expect(new Set(facts.map((each) => JSON.stringify(each)))).toHaveLength(1);
});

test('unpacks what it packed, as often as that is asked for', async () => {
  const zip = await all(packing.pack(files(), null));
  const opened = await packing.open(async (from, length) => zip.subarray(from, from + length), zip.length);
  for (const { size, parts } of [...opened, ...opened]) {
    expect(size).toBe(text.length);
    expect(await all(parts)).toEqual(text);
  }
});

test('hands on an error of a file, and waits for none that is not taken', async () => {
  const failing = async function* (): AsyncGenerator<FileToPack> {
    yield* files();
    throw new Error('The disk is gone');
  };
  await expect(all(packing.pack(failing(), null))).rejects.toThrow('The disk is gone');
  const broken = async function* (): AsyncGenerator<FileToPack> {
    const parts = inParts(text);
    yield { name: 'a', isDense: true, modifiedAt: 0, onPacked: () => undefined, parts };
    yield { name: 'b', isDense: true, modifiedAt: 0, onPacked: () => undefined, parts: failingParts() };
  };
  await expect(all(packing.pack(broken(), null))).rejects.toThrow('Not readable');
  for await (const _ of packing.pack(files(), null)) {
    break;
  }
});

async function* failingParts(): AsyncGenerator<Uint8Array> {
  yield text;
  throw new Error('Not readable');
}

test('encrypts so that age decrypts it, and decrypts what age encrypted', async () => {
  const encrypted = await all(packing.pack(files(), 'correct horse'));
  const theirs = new Decrypter();
  theirs.addPassphrase('correct horse');
  expect(unzipSync(await theirs.decrypt(encrypted))).toEqual({ 'a.txt': text, 'folder/ü.gz': text });

  const age = new Encrypter();
  age.setPassphrase('correct horse');
  age.setScryptWorkFactor(8);
  const made = await age.encrypt(text);
  expect(await all(packing.decrypt(inParts(made), 'correct horse'))).toEqual(text);
  await expect(all(packing.decrypt(inParts(made), 'Correct horse'))).rejects.toMatchObject({ code: 'value_invalid' });
  await expect(all(packing.decrypt(inParts(made.subarray(0, -3)), 'correct horse'))).rejects.toMatchObject({
    code: 'not_text',
  });
});
