import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import type { ConversationReader } from '#engine/ports.ts';
import { prepareBundle } from '#testing/worker-process.ts';
import { createConversationReader } from './conversation-reader.ts';

const worker = prepareBundle('electron/node/conversation-reader/worker.ts');

/** A chat of messages as LarAgent keeps it. */
const chat = (...texts: readonly string[]): Uint8Array =>
  strToU8(JSON.stringify(texts.map((content) => ({ role: 'user', content }))));

function open(source: string | null): ConversationReader {
  const reader = createConversationReader(source);
  onTestFinished(() => reader.close());
  return reader;
}

const places = {
  'in a thread': () => worker(),
  'in the thread that asks': () => null,
  'where there is no thread': () => '/none',
};

test.each(Object.entries(places))('reads a file, and its items by their numbers, %s', async (_, source) => {
  const reader = open(source());
  const bytes = chat('one', 'two', 'three');
  expect(await reader.read('a', 'laragent', { bytes, isZip: false })).toMatchObject([
    { inner: null, title: 'one', count: 3, length: 11 },
  ]);
  expect(await reader.itemsFrom('a', null, 1, 1)).toMatchObject({ first: 1, items: [{ at: 1 }] });
  expect(await reader.itemsBefore('a', null, 100, 2)).toMatchObject({ first: 1, items: [{ at: 1 }, { at: 2 }] });
  expect(await reader.itemsFrom('b', null, 0, 1)).toBeNull();
  expect(await reader.read('c', 'laragent', { bytes: strToU8('{}'), isZip: false })).toBeNull();
});

test.each(Object.entries(places))('says what can’t be read, and why, %s', async (_, source) => {
  const reader = open(source());
  const read = (bytes: Uint8Array, isZip: boolean) => reader.read('a', 'chatgpt', { bytes, isZip });
  await expect(read(strToU8('no archive'), true)).rejects.toMatchObject({ code: 'not_text' });
  await expect(read(Uint8Array.from([0xff]), false)).rejects.toMatchObject({ code: 'not_text' });
  await expect(reader.unpackZstd(strToU8('not packed'))).rejects.toMatchObject({ code: 'not_text' });
  await expect(reader.read('a', 'hermes', { database: '/none/state.db' })).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(await read(zipSync({ 'conversations.json': strToU8('[]') }), true)).toEqual([]);
});

test('gives fewer items than were asked for where they are long, and one at least', async () => {
  const reader = open(null);
  const long = 'x'.repeat(700_000);
  await reader.read('a', 'laragent', { bytes: chat(long, long, long), isZip: false });
  expect(await reader.itemsFrom('a', null, 0, 3)).toMatchObject({ first: 0, items: [{ at: 0 }] });
  expect(await reader.itemsBefore('a', null, 3, 3)).toMatchObject({ first: 2, items: [{ at: 2 }] });
});

test('a thread that is lost while it reads fails that call, and the next one has another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'contexture-reader-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const source = join(folder, 'worker.mjs');
  writeFileSync(
    source,
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(1));",
  );
  const reader = open(source);
  for (const key of ['a', 'b']) {
    await expect(reader.read(key, 'laragent', { bytes: chat('one'), isZip: false })).rejects.toThrow(/ended/);
  }
});

test('a thread that was ended is started again when it is asked', async () => {
  const reader = open(worker());
  await reader.read('a', 'laragent', { bytes: chat('one'), isZip: false });
  await reader.close();
  expect(await reader.itemsFrom('a', null, 0, 1)).toBeNull();
});
