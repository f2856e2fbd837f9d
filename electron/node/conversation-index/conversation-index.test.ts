import { copyFileSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packed } from '#testing/packed-texts.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { prepareBundle } from '#testing/worker-process.ts';
import { createNodePorts } from '../ports.ts';
import { openSqlite } from './sqlite.ts';

const worker = prepareBundle('electron/node/conversation-index/worker.ts');

function open(dataFolder = temporaryFolder(), indexWorker = worker()) {
  const { conversationIndex: index, close } = createNodePorts({
    dataFolder,
    sampleFolder: '/none',
    version: '0.0.0',
    indexWorker,
  });
  onTestFinished(async () => {
    await index.close();
    await close();
  });
  return { index, path: join(dataFolder, 'conversations', 'index.db') };
}

const read = {
  conversation: 'one',
  identity: '1',
  bytes: 9,
  changedAt: 1,
  readTo: 0,
  guard: '',
  isCut: true,
  isCompacted: false,
  namedAt: null,
  summary: null,
};
const part = { read, from: 0, texts: packed([{ at: 0, text: 'green tea' }]), keys: new Uint32Array() };
const tea = [{ words: ['tea'], isPrefix: false }];

test('the index answers in its own thread, from files that only this person can read', async () => {
  const folder = temporaryFolder();
  const { index, path } = open(folder);
  expect(existsSync(path)).toBe(false);
  await index.add([part]);
  expect(await index.itemsWith(tea, [{ conversation: 'one', at: 0 }], 10)).toEqual([[0]]);
  for (const end of ['', '-wal', '-shm']) {
    expect(statSync(`${path}${end}`).mode & 0o077).toBe(0);
  }
  await index.close();
  expect(await open(folder).index.known()).toEqual([read]);
  await expect(index.known()).rejects.toMatchObject({ code: 'unavailable' });
});

test('rebuilds a damaged index, whether that shows when it is opened or when it is read', async () => {
  const folder = temporaryFolder();
  const { index, path } = open(folder);
  await index.add([part]);
  await index.close();
  writeFileSync(path, 'This is no database. '.repeat(500));
  const second = open(folder);
  expect(await second.index.known()).toEqual([]);
  await second.index.add([part]);
  await second.index.close();

  const database = openSqlite(path, 0);
  database.exec("UPDATE texts_data SET block = x'0102030405060708' WHERE id > 10");
  database.close();
  const third = open(folder);
  expect(await third.index.known()).toEqual([read]);
  expect(await third.index.conversationsWith(tea)).toEqual([]);
  expect(await third.index.known()).toEqual([]);
  await third.index.add([part]);
  expect(await third.index.itemsWith(tea, [{ conversation: 'one', at: 0 }], 10)).toEqual([[0]]);
});

test('works without an index, and reports that, when its program or binary can’t be loaded', async () => {
  const { index } = open(temporaryFolder(), '/none/worker.mjs');
  await expect(index.known()).rejects.toMatchObject({ code: 'unavailable' });
  await expect(index.add([part])).rejects.toMatchObject({ code: 'unavailable' });

  // In a folder without packages, as on a machine without a binary.
  const folder = temporaryFolder();
  const bundle = join(folder, 'worker.mjs');
  copyFileSync(worker(), bundle);
  await expect(open(folder, bundle).index.known()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('libsql'),
  });
});

test('works without an index when its data can’t be written, and nothing else fails', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'conversations'), 'a file in its place');
  await expect(open(folder).index.known()).rejects.toMatchObject({
    code: expect.stringMatching(/not_a_file|io_failed/),
  });
});
