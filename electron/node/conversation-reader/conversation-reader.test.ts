import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import type { ConversationReader, WholeSource } from '#engine/ports.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { prepareBundle } from '#testing/worker-process.ts';
import { createFiles } from '../files.ts';
import { createConversationReader } from './conversation-reader.ts';

const worker = prepareBundle('electron/node/conversation-reader/worker.ts');

/** A chat of messages as LarAgent stores it. */
const chat = (...texts: readonly string[]): Uint8Array =>
  strToU8(JSON.stringify(texts.map((content) => ({ role: 'user', content }))));

const { readPart } = createFiles();

function open(source: string | null): ConversationReader {
  const reader = createConversationReader(source, readPart);
  onTestFinished(() => reader.close());
  return reader;
}

/** A file with the given bytes, as its reader gets it. */
function file(bytes: Uint8Array, isZip = false): WholeSource {
  const folder = temporaryFolder();
  const path = join(folder, isZip ? 'export.zip' : 'conversations.json');
  writeFileSync(path, bytes);
  return { path, size: bytes.length, isZip };
}

const places = {
  'in a thread': () => worker(),
  'in the thread that asks': () => null,
  'without a thread': () => '/none',
};

test.each(Object.entries(places))('reads a file, and its items by number, %s', async (_, source) => {
  const reader = open(source());
  expect(await reader.read('a', 'laragent', file(chat('one', 'two', 'three')), 0)).toMatchObject([
    { inner: null, title: 'one', count: 3, length: 11 },
  ]);
  expect(await reader.itemsFrom('a', null, 1, 1)).toMatchObject({ first: 1, items: [{ at: 1 }] });
  expect(await reader.itemsBefore('a', null, 100, 2)).toMatchObject({ first: 1, items: [{ at: 1 }, { at: 2 }] });
  expect(await reader.itemsFrom('b', null, 0, 1)).toBeNull();
  expect(await reader.read('c', 'laragent', file(strToU8('{}')), 0)).toBeNull();
});

test.each(Object.entries(places))('reports unreadable files with the reason, %s', async (_, source) => {
  const reader = open(source());
  const read = (bytes: Uint8Array, isZip: boolean) => reader.read('a', 'chatgpt', file(bytes, isZip), 0);
  const readChat = (bytes: Uint8Array) => reader.read('a', 'laragent', file(bytes), 0);
  await expect(read(strToU8('no archive'), true)).rejects.toMatchObject({ code: 'not_text' });
  await expect(readChat(Uint8Array.from([0xff]))).rejects.toMatchObject({ code: 'not_text' });
  await expect(reader.unpackZstd(strToU8('not packed'))).rejects.toMatchObject({ code: 'not_text' });
  await expect(reader.read('a', 'hermes', { database: '/none/state.db' }, 0)).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(await read(zipSync({ 'conversations.json': strToU8('[]') }), true)).toEqual([]);
});

test('returns fewer items than requested when they are long, and at least one', async () => {
  const reader = open(null);
  const long = 'x'.repeat(700_000);
  await reader.read('a', 'laragent', file(chat(long, long, long)), 0);
  expect(await reader.itemsFrom('a', null, 0, 3)).toMatchObject({ first: 0, items: [{ at: 0 }] });
  expect(await reader.itemsBefore('a', null, 3, 3)).toMatchObject({ first: 2, items: [{ at: 2 }] });
});

test('a thread lost while reading fails that call, and the next one gets another', async () => {
  const folder = temporaryFolder();
  const source = join(folder, 'worker.mjs');
  writeFileSync(
    source,
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(1));",
  );
  const reader = open(source);
  for (const key of ['a', 'b']) {
    await expect(reader.read(key, 'laragent', file(chat('one')), 0)).rejects.toThrow(/ended/);
  }
});

test('restarts a thread that was ended', async () => {
  const reader = open(worker());
  await reader.read('a', 'laragent', file(chat('one')), 0);
  await reader.close();
  expect(await reader.itemsFrom('a', null, 0, 1)).toBeNull();
});

/** A conversation of an exported account, with the given number of characters. */
const conversation = (id: string, length: number): string =>
  JSON.stringify({
    conversation_id: id,
    mapping: {
      a: { message: { author: { role: 'user' }, content: { parts: [randomBytes(length / 2).toString('base64')] } } },
    },
  });

test.each(Object.entries(places))(
  'reads each conversation of a list separately, and names unreadable ones, %s',
  async (_, source) => {
    const reader = open(source());
    const texts = ['one', 'two'].map((id) => conversation(id, 10));
    const broken = Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const bytes = Buffer.concat([Buffer.from(`[${texts[0]},{"broken" 7} , `), broken, Buffer.from(`,7,${texts[1]}]`)]);
    const account = file(bytes);
    expect(await reader.read('a', 'chatgpt', account, 0)).toMatchObject([
      { inner: 'one', number: 0 },
      { inner: 'unread-1', odd: ['unread'] },
      { inner: 'unread-2', odd: ['unread'] },
      { inner: 'two', number: 4 },
    ]);
    expect(await reader.itemsFrom('a', 'two', 0, 1)).toMatchObject({ items: [{ author: 'person' }] });
    const { parts } = await reader.parts('chatgpt', account, ['two', 'none'], 0);
    expect(parts.map((one) => [one.inner, Buffer.from(one.bytes).toString()])).toEqual([['two', texts[1]]]);
  },
);

test('reads the rest from any conversation on when not all are held', async () => {
  const reader = open(null);
  const ids = Array.from({ length: 70 }, (_, number) => `c${number}`);
  const texts = ids.map((id) => conversation(id, 1_000_000));
  const account = file(strToU8(`[${texts.join(', ')}]`));
  const all = await reader.read('a', 'chatgpt', account, 0);
  expect(all?.map(({ inner }) => inner)).toEqual(ids);
  const heldAt = async (inner: string) => (await reader.itemsFrom('a', inner, 0, 1)) !== null;
  expect([await heldAt('c0'), await heldAt('c69')]).toEqual([true, false]);
  await reader.read('a', 'chatgpt', account, 50);
  const around = ['c0', 'c49', 'c50', 'c69'];
  expect(await Promise.all(around.map(heldAt))).toEqual([false, false, true, true]);
  const parts: string[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const read: Awaited<ReturnType<ConversationReader['parts']>> = await reader.parts('chatgpt', account, ids, from);
    parts.push(...read.parts.map(({ bytes }) => Buffer.from(bytes).toString()));
    from = read.next;
  }
  expect(parts.join() === texts.join()).toBe(true);
});

test('names a conversation that is too long, and reads the others', async () => {
  const reader = open(null);
  const long = `{"conversation_id":"long","mapping":{"a":"${'x'.repeat(65 * 1024 * 1024)}"}}`;
  const account = file(strToU8(`[${conversation('one', 10)},${long},${conversation('two', 10)}]`));
  expect(await reader.read('a', 'chatgpt', account, 0)).toMatchObject([
    { inner: 'one', number: 0 },
    { inner: 'unread-1', number: 1, count: 0, odd: ['unread'] },
    { inner: 'two', number: 2 },
  ]);
  expect(await reader.odd('a', 'unread-1', 0)).toEqual({ text: 'This conversation has more than 64 MB.' });
});
