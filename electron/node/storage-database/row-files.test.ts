import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createManualClock } from '#testing/manual-clock.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { openSqlite } from '../conversation-index/sqlite.ts';
import { createFiles } from '../files.ts';
import { withRows } from './row-files.ts';
import { createRows } from './rows.ts';

const maxBytes = 1_000_000;
const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

function setUp(rows = createRows()) {
  const clock = createManualClock();
  const plain = createFiles({ clock });
  onTestFinished(async () => {
    rows.close();
    await plain.close();
  });
  const folder = join(temporaryFolder(), 'logs', 'storages');
  const database = join(folder, 'storages.sqlite');
  return { files: withRows(plain, { rows, clock }), rows, folder, database, path: join(database, 'state_a.json') };
}

const textIn = async ({ files }: Pick<ReturnType<typeof setUp>, 'files'>, path: string) => {
  const read = await files.read(path, { maxBytes });
  return read.state === 'present' ? decode(read.bytes) : null;
};

test('missing rows are absent, and looking creates nothing', async () => {
  const world = setUp();
  const { files, path, database, folder } = world;
  expect(await textIn(world, path)).toBeNull();
  expect(await files.list(database)).toEqual([]);
  expect(await files.info(path)).toBeNull();
  expect((await files.remove(path)).version).toBeNull();
  expect(existsSync(folder)).toBe(false);
});

test('a row is replaced and removed like a file, and its former content is returned', async () => {
  const world = setUp();
  const { files, path, database, folder } = world;
  expect((await files.replace(path, encode('{"a":1}'))).version).toBeNull();
  const second = await files.replace(path, encode('{"a":2}'));
  expect(decode(second.version?.bytes)).toBe('{"a":1}');
  expect(await textIn(world, path)).toBe('{"a":2}');
  expect(await files.info(path)).toMatchObject({ size: 7, kind: 'file' });
  expect(await files.list(database)).toEqual([{ name: 'state_a.json', kind: 'file', mayBeLink: false }]);
  expect(decode((await files.readPart(path, 1, 3))?.bytes)).toBe('"a"');
  expect(decode((await files.remove(path)).version?.bytes)).toBe('{"a":2}');
  expect(await textIn(world, path)).toBeNull();
  expect(readdirSync(folder)).toEqual(['storages.sqlite']);
  await expect(files.read(join(folder, 'other.json'), { maxBytes })).resolves.toEqual({ state: 'absent' });
});

test('bytes are returned unchanged, and only as many as requested', async () => {
  const world = setUp();
  const { files, path } = world;
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256);
  await files.replace(path, bytes);
  const read = await files.read(path, { maxBytes });
  expect(read.state === 'present' && Buffer.from(read.bytes).equals(Buffer.from(bytes))).toBe(true);
  await expect(files.read(path, { maxBytes: 69_999 })).rejects.toMatchObject({ code: 'too_large' });
});

test('follows another process that replaces or removes the database', async () => {
  const world = setUp();
  const other = setUp();
  await world.files.replace(world.path, encode('1'));
  await other.files.replace(other.path, encode('2'));
  execFileSync('mv', [other.database, world.database]);
  expect(await textIn(world, world.path)).toBe('2');
  execFileSync('rm', [world.database]);
  expect(await textIn(world, world.path)).toBeNull();
  await world.files.replace(world.path, encode('3'));
  expect(
    await textIn({ files: withRows(createFiles(), { rows: createRows(), clock: createManualClock() }) }, world.path),
  ).toBe('3');
});

test('a damaged database is an error that names it, and is not overwritten', async () => {
  const world = setUp();
  const { files, path, database } = world;
  await files.replace(path, encode('"x"'.repeat(5000)));
  const damaged = readFileSync(database).fill(0x41, 0, 200);
  writeFileSync(database, damaged);
  for (const work of [
    () => files.read(path, { maxBytes }),
    () => files.list(database),
    () => files.replace(path, encode('1')),
  ]) {
    await expect(work()).rejects.toMatchObject({ code: 'not_text', message: expect.stringContaining(database) });
  }
  expect(readFileSync(database).equals(damaged)).toBe(true);
});

test('leaves a database of another program unchanged', async () => {
  const world = setUp();
  await world.files.makeFolder(world.folder);
  const foreign = openSqlite(world.database, 100);
  foreign.exec('CREATE TABLE cookies (name TEXT)');
  foreign.close();
  const before = readFileSync(world.database);
  await expect(world.files.list(world.database)).rejects.toMatchObject({ code: 'read_only' });
  await expect(world.files.replace(world.path, encode('1'))).rejects.toMatchObject({ code: 'read_only' });
  expect(readFileSync(world.database).equals(before)).toBe(true);
});

test('reports a database as in use when another program writes for long, and loses nothing', async () => {
  const world = setUp();
  await world.files.replace(world.path, encode('1'));
  const other = openSqlite(world.database, 100);
  other.exec('BEGIN EXCLUSIVE');
  await expect(world.files.replace(world.path, encode('2'))).rejects.toMatchObject({ code: 'busy', retry: true });
  other.exec('ROLLBACK');
  other.close();
  expect(await textIn(world, world.path)).toBe('1');
});

test('explains what to do without a binary of SQLite, and files work as before', async () => {
  const missing = () => {
    throw Object.assign(new Error("Cannot find module '@libsql/plan9-mips'"), { code: 'MODULE_NOT_FOUND' });
  };
  const world = setUp(createRows({ open: missing }));
  await expect(world.files.replace(world.path, encode('1'))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('npm install libsql'),
  });
  await world.files.replace(join(world.folder, 'state_a.json'), encode('1'));
  expect(await textIn(world, join(world.folder, 'state_a.json'))).toBe('1');
});

const secret = 'Zwetschgenkuchen-4711';

test('leaves nothing of its replaced rows in any file; of rows that others replaced, after a purge', async () => {
  const { files, rows, path, database, folder } = setUp();
  const leftIn = () => readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(secret));
  const long = JSON.stringify(Array.from({ length: 2000 }, () => secret));
  await files.replace(path, encode(long));
  await files.replace(join(database, 'state_b.json'), encode(`"${secret}"`));
  expect(leftIn()).toEqual(['storages.sqlite']);
  await files.replace(path, encode('1'));
  await files.remove(join(database, 'state_b.json'));
  expect(leftIn()).toEqual([]);

  // Another program that overwrites nothing, with a log beside the database: the same search finds what it leaves.
  const other = openSqlite(database, 100);
  other.exec('PRAGMA secure_delete = OFF; PRAGMA wal_autocheckpoint = 0');
  other.prepare('PRAGMA journal_mode = WAL').raw().all([]);
  other.exec(`INSERT INTO storages VALUES ('c.json', '${secret.repeat(2000)}', 0)`);
  other.exec("DELETE FROM storages WHERE name = 'c.json'");
  expect(leftIn()).not.toEqual([]);
  other.close();
  rows.purge(database);
  expect(leftIn()).toEqual([]);
});

/** A SQLite journal with nothing to undo that names a file to delete afterwards. */
function journalNaming(file: string, original: Buffer): Buffer {
  const name = Buffer.from(file);
  const end = Buffer.alloc(16);
  end.writeUInt32BE(name.length, 0);
  end.writeUInt32BE(
    name.reduce((sum, byte) => sum + byte, 0),
    4,
  );
  end.write('d9d505f920a163d7', 8, 'hex');
  const lockPage = Buffer.alloc(4);
  lockPage.writeUInt32BE(0x40000000 / original.readUInt32BE(24) + 1, 0);
  return Buffer.concat([original, lockPage, name, end]);
}

test('ignores a journal beside the database that asks to delete another file', async () => {
  const world = setUp();
  const { files, path, database, folder } = world;
  await files.replace(path, encode('1'));
  const precious = join(temporaryFolder(), 'precious.txt');
  writeFileSync(precious, 'mine');
  const writer = openSqlite(database, 100);
  writer.exec('PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE storages SET bytes = zeroblob(60000)');
  copyFileSync(`${database}-journal`, join(folder, 'kept'));
  writer.exec('ROLLBACK');
  writer.close();
  writeFileSync(`${database}-journal`, journalNaming(precious, readFileSync(join(folder, 'kept'))));
  await expect(files.list(database)).rejects.toMatchObject({ code: 'outside_workspace' });
  await expect(files.replace(path, encode('2'))).rejects.toMatchObject({ code: 'outside_workspace' });
  expect(readFileSync(precious, 'utf8')).toBe('mine');

  // Plain SQLite does delete it.
  const bare = openSqlite(database, 100);
  bare.prepare('SELECT name FROM storages').raw().all([]);
  expect(existsSync(precious)).toBe(false);
});

test('does not follow a journal that is a link', async () => {
  const world = setUp();
  await world.files.replace(world.path, encode('1'));
  const precious = join(temporaryFolder(), 'precious.txt');
  writeFileSync(precious, 'mine');
  symlinkSync(precious, `${world.database}-journal`);
  await expect(world.files.replace(world.path, encode('2'))).rejects.toThrow();
  expect(readFileSync(precious, 'utf8')).toBe('mine');
});
