import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRows } from '#node/storage-database/rows.ts';
import { withEngine } from '#testing/faults/real-engine.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { sqliteDriver } from './drivers.ts';
import { createContext, type DriverChoice, StateStorage } from './index.ts';

function setUp() {
  const dataFolder = temporaryFolder();
  vi.stubEnv('CONTEXTURE_DATA_DIR', dataFolder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const root = temporaryFolder();
  const folder = join(root, 'logs', 'storages');
  const open = async (...drivers: DriverChoice[]) => {
    const context = await createContext({ workspace: root, agent: 'support', identity: { user: 'ann' }, drivers });
    onTestFinished(() => context.close());
    return context;
  };
  return { root, dataFolder, folder, database: join(folder, 'storages.sqlite'), open };
}

const listOf = ({ root, dataFolder }: ReturnType<typeof setUp>) =>
  withEngine({ root, dataFolder }, async ({ call, workspace }) =>
    (await call('storages.list', { workspace })).storages
      .map(({ file, driver, state }) => [file, driver, state])
      .sort(),
  );

test('data in the database is there when the agent comes back, and in the app', async () => {
  const world = setUp();
  const context = await world.open('sqlite');
  expect(context.state.get('theme')).toBeUndefined();
  expect(existsSync(world.folder)).toBe(false);
  context.state.set('theme', 'dark');
  context.chat_history.add({ role: 'user', content: 'Hello' });
  await context.save();
  await context.close();
  expect(readdirSync(world.folder)).toEqual(['storages.sqlite']);
  const again = await world.open('sqlite');
  expect(again.state.get('theme')).toBe('dark');
  expect(again.chat_history.get()).toMatchObject([{ content: 'Hello' }]);
  expect(await listOf(world)).toEqual(
    expect.arrayContaining([
      ['sqlite/context_support_default', 'sqlite', 'keys'],
      ['sqlite/state_support_ann', 'sqlite', 'kept'],
    ]),
  );
  await again.state.remove();
  expect((await world.open('sqlite')).state.all()).toEqual({});
});

test('several drivers by name have the same data; one that fails is reported, and the others are unaffected', async () => {
  const world = setUp();
  const context = await world.open('memory', 'file', 'sqlite');
  context.state.set('theme', 'dark');
  context.chat_history.add({ role: 'user', content: 'Hello' });
  expect((await context.save()).failures).toEqual([]);
  expect(await listOf(world)).toEqual(
    expect.arrayContaining([
      ['sqlite/state_support_ann', 'sqlite', 'kept'],
      ['state_support_ann', 'file', 'kept'],
    ]),
  );
  // Not once for each of the drivers.
  expect((await world.open('file', 'sqlite')).chat_history.length).toBe(1);

  writeFileSync(world.database, 'CREATE TABLE, said somebody, and no more.'.repeat(100));
  context.state.set('theme', 'light');
  const { failures } = await context.save();
  expect(failures).toEqual([{ prefix: 'state', driver: 'sqlite', problem: expect.stringContaining(world.database) }]);
  expect(context.state.failures).toHaveLength(1);
  expect((await world.open('file')).state.get('theme')).toBe('light');
  // It was set aside, which makes room for another.
  context.state.set('theme', 'blue');
  expect((await context.save()).failures).toEqual([]);
  expect((await world.open('sqlite')).state.get('theme')).toBe('blue');
});

test('a chat history in several places has what others add, and leaves their lines in place', async () => {
  const world = setUp();
  const path = join(world.root, 'logs/conversations/chat_history_support_ann.jsonl');
  const [context, other] = [await world.open('memory', 'file'), await world.open('sqlite')];
  const say = async (one: typeof context, content: string) => {
    one.chat_history.add({ role: 'user', content });
    expect((await one.save()).failures).toEqual([]);
    return one.chat_history.get().map((message) => message['content']);
  };
  await say(context, 'one');
  appendFileSync(path, 'not json\n');
  await context.read();
  expect(await say(context, 'two')).toEqual(['one', 'two']);
  expect(await say(other, 'three')).toEqual(['one', 'two', 'three']);
  await context.read();
  expect(await say(context, 'four')).toEqual(['one', 'two', 'three', 'four']);
  const said = (content: string): string => `{"role":"user","content":"${content}"}`;
  expect(readFileSync(path, 'utf8').trim().split('\n')).toEqual([
    said('one'),
    'not json',
    ...['two', 'three', 'four'].map(said),
  ]);
});

test('a storage has its own drivers, by name', async () => {
  const world = setUp();
  const context = await world.open('file');
  const state = context.make(StateStorage, ['sqlite']);
  state.set('theme', 'dark');
  await context.save();
  expect(await listOf(world)).toEqual(
    expect.arrayContaining([
      ['context_support_default', 'file', 'keys'],
      ['sqlite/state_support_ann', 'sqlite', 'kept'],
    ]),
  );
});

test('the agent reads the person’s correction to one of two copies', async () => {
  const world = setUp();
  const context = await world.open('file', 'sqlite');
  context.state.set('theme', 'dark');
  await context.save();
  await context.close();
  await withEngine(world, async ({ call, workspace }) => {
    const file = 'sqlite/state_support_ann';
    const { text, version } = await call('storages.read', { workspace, file });
    const from = text?.indexOf('dark') ?? -1;
    const edits = [{ from, to: from + 4, insert: 'light' }];
    await call('storages.edit', { workspace, file, version: version ?? '', edits });
  });
  expect((await world.open('file', 'sqlite')).state.get('theme')).toBe('light');
});

test('names a damaged database, sets it aside whole, and never overwrites it as if it were empty', async () => {
  const world = setUp();
  const first = await world.open('sqlite');
  first.state.set('theme', 'dark');
  await first.close();
  const damaged = readFileSync(world.database).fill(0x41, 0, 100);
  writeFileSync(world.database, damaged);
  await expect(world.open('sqlite')).rejects.toThrow(world.database);
  const context = await world.open('sqlite');
  expect(context.state.get('theme')).toBeUndefined();
  context.state.set('theme', 'light');
  await context.save();
  const aside = readdirSync(world.folder).filter((name) => /^storages\.sqlite\.damaged-/.test(name));
  expect(aside.map((name) => readFileSync(join(world.folder, name)).equals(damaged))).toEqual([true]);
  await context.close();
  expect((await world.open('sqlite')).state.get('theme')).toBe('light');
});

test('without SQLite on the machine, explains what to do, and files work as before', async () => {
  const missing = createRows({
    open: () => {
      throw Object.assign(new Error("Cannot find module '@libsql/plan9-mips'"), { code: 'MODULE_NOT_FOUND' });
    },
  });
  const needs = {
    client: { call: async () => expect.fail() },
    workspace: '',
    folder: temporaryFolder(),
    agent: 'support',
  };
  expect(() => sqliteDriver(needs, missing)).toThrow(
    /no SQLite for this machine.*npm install libsql.*leave the driver “sqlite” out/,
  );
});
