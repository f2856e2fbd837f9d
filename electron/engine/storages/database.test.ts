import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '#node/conversation-index/sqlite.ts';
import { filesWith } from '#testing/byte-search.ts';
import { erase, secret } from '#testing/engine-suite/erasing.ts';
import { createNodeWorld, openIn } from '#testing/engine-world.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

async function setUp() {
  const world = await createNodeWorld();
  onTestFinished(() => world.engine().close());
  const opened = await openIn(world, { startEmpty: true });
  const { call, workspace } = opened;
  const folder = `${world.root}/logs/storages`;
  const write = (file: string, text: string, over: string | null = null) =>
    call('storages.write', { workspace, file, key: file, text, over, assistant: 'support' });
  const read = async (file: string) => (await call('storages.read', { workspace, file })).text;
  const list = async () =>
    Object.fromEntries((await call('storages.list', { workspace })).storages.map((one) => [one.file, one]));
  return { world, ...opened, folder, database: `${folder}/storages.sqlite`, write, read, list };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const tracked = (...keys: string[]) =>
  JSON.stringify(keys.map((key) => ({ agentName: 'support', userId: 'ann', key })));

test('lists database storages beside files, and reports changes in either to those who track them', async () => {
  const { write, list } = await setUp();
  await write('state_support_ann', '{"a":1}');
  await write('sqlite/state_support_ann', '{"a":1}');
  await write('sqlite/notes_support_ann', '[]');
  await write('sqlite/context_support_default', tracked('state_support_ann', 'gone_support_ann'));
  await write('context_support_default', tracked('state_support_ann'));
  const all = await list();
  const shown = Object.values(all).map((one) => [one.file, one.driver, one.state, one.trackedBy.length]);
  expect(shown.sort()).toEqual([
    ['context_support_default', 'file', 'keys', 0],
    ['sqlite/context_support_default', 'sqlite', 'keys', 0],
    ['sqlite/gone_support_ann', 'sqlite', 'unused', 1],
    ['sqlite/notes_support_ann', 'sqlite', 'empty', 0],
    ['sqlite/state_support_ann', 'sqlite', 'kept', 1],
    ['state_support_ann', 'file', 'kept', 1],
  ]);
  expect(all['sqlite/state_support_ann']).toMatchObject({ bytes: 7, key: 'state_support_ann', kind: 'state' });
});

test('writes a row only over the known version, and records each version in the history', async () => {
  const { call, workspace, write, read } = await setUp();
  const { version } = await write('sqlite/state_support_ann', '{"a":1}');
  expect(version).toBe(hashOf('{"a":1}'));
  await write('sqlite/state_support_ann', '{"a":2}', version);
  await expect(write('sqlite/state_support_ann', '{"a":3}', version)).rejects.toMatchObject({ code: 'text_conflict' });
  expect(await read('sqlite/state_support_ann')).toBe('{"a":2}');
  const file = 'logs/storages/storages.sqlite/state_support_ann.json';
  const { lines } = await call('history.list', { workspace });
  expect(lines.filter((one) => one.type === 'version' && one.file === file)).toHaveLength(2);
});

test.each(['storages.remove', 'storages.clear'] as const)(
  '%s of rows and files is one step, and undone to the byte',
  async (method) => {
    const { call, workspace, write, read } = await setUp();
    const files = ['sqlite/state_support_ann', 'sqlite/notes_support_ann', 'state_support_ann'];
    for (const file of files) {
      await write(file, `{ "in": "${file}" }\r\n`);
    }
    const { change } = await call(method, { workspace, files });
    for (const file of files) {
      expect(await read(file)).toBe(method === 'storages.remove' ? null : 'null\n');
    }
    await call('context.undo', { workspace, change: change?.id });
    for (const file of files) {
      expect(await read(file)).toBe(`{ "in": "${file}" }\r\n`);
    }
  },
);

test('erases a text from rows, their history and every byte of the database', async () => {
  const opened = await setUp();
  const { world, call, workspace, write, read, database, folder } = opened;
  const long = JSON.stringify({ [secret]: Array.from({ length: 500 }, () => `it is ${secret}`) });
  const { version } = await write('sqlite/state_support_ann', long);
  await write('sqlite/state_support_ann', `{"theme":"dark","a":${JSON.stringify(secret)}}`, version);
  await write('sqlite/notes_support_ann', JSON.stringify([secret]));
  await call('storages.remove', { workspace, files: ['sqlite/notes_support_ann'] });
  // Rows of another program that overwrote nothing, and its log.
  const other = openSqlite(database, 100);
  other.exec('PRAGMA secure_delete = OFF; PRAGMA wal_autocheckpoint = 0');
  other.prepare('PRAGMA journal_mode = WAL').raw().all([]);
  other.exec(`INSERT INTO storages VALUES ('theirs.json', '${long.replaceAll("'", "''")}', 0)`);
  other.exec(`UPDATE storages SET bytes = '[${JSON.stringify(secret)}]' WHERE name = 'theirs.json'`);
  expect(
    readdirSync(folder).filter((name) =>
      readFileSync(`${folder}/${name}`).includes(JSON.stringify(secret).slice(1, -1)),
    ),
  ).not.toEqual([]);
  other.close();

  const { places } = await call('erase.preview', { workspace, target: { text: secret } });
  expect(places.find(({ place }) => place === 'storages')).toEqual({ place: 'storages', count: 2 });
  expect((await erase(opened, { text: secret })).left).toEqual([]);
  await world.until(async () => expect(await filesWith(world, secret)).toEqual([]));
  expect(await read('sqlite/state_support_ann')).toBe('{"theme":"dark","a":""}');
  expect(await read('sqlite/theirs')).toBe('[""]');
});

test('reports a damaged database, sets it aside whole, and saves the rows that can still be read', async () => {
  const { call, workspace, write, read, list, database, folder } = await setUp();
  const long = (letter: string) => JSON.stringify(letter.repeat(9000));
  await write('sqlite/a_support_ann', long('a'));
  await write('sqlite/b_support_ann', long('b'));
  expect(await call('storages.setAside', { workspace, file: 'storages.sqlite' })).toMatchObject({ name: null });
  // Overflow pages of a long row.
  const at = readFileSync(database).indexOf('b'.repeat(4000));
  const bytes = readFileSync(database);
  const page = Math.floor(at / 4096) * 4096;
  bytes.fill(0xff, page, page + 4);
  writeFileSync(database, bytes);
  await expect(read('sqlite/b_support_ann')).rejects.toMatchObject({
    code: 'not_text',
    message: expect.stringContaining(database),
  });
  expect((await list())['sqlite/b_support_ann']).toMatchObject({ state: 'damaged' });
  expect(readFileSync(database).equals(bytes)).toBe(true);

  const { name } = await call('storages.setAside', { workspace, file: 'storages.sqlite' });
  expect(readFileSync(`${folder}/${name}`).equals(bytes)).toBe(true);
  expect(await read('sqlite/a_support_ann')).toBe(long('a'));
  expect(await read('sqlite/b_support_ann')).toBeNull();
  expect((await call('storages.list', { workspace })).setAside).toMatchObject([{ name, bytes: bytes.length }]);
});

test('reports a file that is no database in one line, and lists files as before', async () => {
  const { call, workspace, write, list, database, folder } = await setUp();
  await write('state_support_ann', '{}');
  await write('sqlite/state_support_ann', '{}');
  writeFileSync(database, readFileSync(database).fill(0x5a, 0, 200));
  expect(Object.keys(await list()).sort()).toEqual(['state_support_ann', 'storages.sqlite']);
  expect((await list())['storages.sqlite']).toMatchObject({
    state: 'damaged',
    problem: expect.stringContaining(database),
  });
  await expect(write('sqlite/state_support_ann', '{}')).rejects.toMatchObject({ code: 'not_text' });
  const { name } = await call('storages.setAside', { workspace, file: 'storages.sqlite' });
  expect(readdirSync(folder)).toContain(name);
  await write('sqlite/state_support_ann', '{"a":1}');
});

test('sets aside a row that is no JSON in the database, whole', async () => {
  const { call, workspace, write, read, list } = await setUp();
  await write('sqlite/other', '{"cut of');
  expect((await list())['sqlite/other']).toMatchObject({ state: 'damaged' });
  const { name } = await call('storages.setAside', { workspace, file: 'sqlite/other' });
  expect(await read('sqlite/other')).toBeNull();
  expect((await call('storages.list', { workspace })).setAside).toMatchObject([
    { name: `storages.sqlite/${name}`, bytes: 8 },
  ]);
});

test('sets a state in its store, and tracks it there', async () => {
  const { call, workspace, folder, read, write, list } = await setUp();
  await write('sqlite/state_support_ann', '{"theme":"dark"}');
  const support = { workspace, agent: 'support', user: 'ann' };
  await call('storages.setState', { ...support, values: { size: 3 } });
  expect(await call('storages.getState', support)).toMatchObject({ value: { theme: 'dark', size: 3 } });
  expect(JSON.parse((await read('sqlite/context_support_default')) ?? '')).toMatchObject([
    { key: 'state_support_ann' },
  ]);
  expect(Object.keys(await list()).sort()).toEqual(['sqlite/context_support_default', 'sqlite/state_support_ann']);
  await call('storages.adopt', { ...support, file: 'sqlite/state_support_ann' });
  // With two copies the latest counts, and both are set. File times are some milliseconds behind the clock, more on a
  // busy machine, so this one gets a later time.
  await write('state_support_ann', '{"theme":"light"}');
  const later = Date.now() / 1000 + 1;
  utimesSync(`${folder}/state_support_ann.json`, later, later);
  await call('storages.setState', { ...support, values: { size: 4 } });
  expect(JSON.parse((await read('state_support_ann')) ?? '')).toEqual({ theme: 'light', size: 4 });
  expect(await read('sqlite/state_support_ann')).toBe(await read('state_support_ann'));
});

test('neither reads nor writes a database that is a link out of the workspace', async () => {
  const { world, write, database, folder, call, workspace } = await setUp();
  const theirs = `${temporaryFolder()}/theirs.sqlite`;
  const foreign = openSqlite(theirs, 100);
  foreign.exec(
    'CREATE TABLE storages (name TEXT, bytes BLOB, saved_at INTEGER); PRAGMA user_version = 1; PRAGMA application_id = 0x43545853',
  );
  foreign.close();
  const before = readFileSync(theirs);
  mkdirSync(folder, { recursive: true });
  symlinkSync(theirs, database);
  await expect(write('sqlite/state_support_ann', '{}')).rejects.toMatchObject({ code: 'outside_workspace' });
  const { storages } = await call('storages.list', { workspace });
  expect(storages.filter(({ state }) => state !== 'damaged')).toEqual([]);
  expect(readFileSync(theirs).equals(before)).toBe(true);
  expect(existsSync(`${world.root}/logs/storages/storages.sqlite-journal`)).toBe(false);
});
