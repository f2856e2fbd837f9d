import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { filesIn } from '#testing/byte-search.ts';
import { withEngine } from '#testing/faults/real-engine.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { adoptLaragent } from './adopt-laragent.ts';
import { createContext, laragentFiles } from './index.ts';

const message = {
  role: 'user',
  content: 'Hello',
  message_uuid: 'm1',
  message_created: '2026-01-02T03:04:05Z',
  metadata: [],
};
const listed = (agentName: string, key: string, whose: object) => ({
  agentName,
  chatName: null,
  userId: null,
  group: null,
  scope: null,
  key,
  ...whose,
});

/** LarAgent's files on a disk, as it writes them. */
const theirs: Readonly<Record<string, unknown>> = {
  'context_SupportBot_default.json': [
    listed('SupportBot', 'chatHistory_SupportBot_ann', { userId: 'ann' }),
    listed('SupportBot', 'state_SupportBot_ann', { userId: 'ann' }),
    listed('SupportBot', 'state_SupportBot_monday', { chatName: 'monday' }),
    listed('SupportBot', 'state_SupportBot_bob@x.org', { userId: 'bob@x.org' }),
    listed('SupportBot', 'state_SupportBot_gone', { userId: 'gone' }),
  ],
  'chatHistory_SupportBot_ann.json': [message, { role: 'assistant', content: 'Hello, Ann', message_uuid: 'm2' }],
  'state_SupportBot_ann.json': { theme: 'dark' },
  'state_SupportBot_monday.json': { day: 1 },
  'state_SupportBot_bob_x_org.json': { theme: 'light' },
  'state_SomebodyElse_eve.json': {},
};

function setUp() {
  const dataFolder = temporaryFolder();
  vi.stubEnv('CONTEXTURE_DATA_DIR', dataFolder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const disk = temporaryFolder();
  mkdirSync(join(disk, 'laragent_storage'));
  for (const [name, value] of Object.entries(theirs)) {
    writeFileSync(join(disk, 'laragent_storage', name), JSON.stringify(value, null, 4));
  }
  const root = temporaryFolder();
  const open = async (identity: { user?: string; chat?: string }) => {
    const context = await createContext({
      workspace: root,
      agent: 'SupportBot',
      identity,
      drivers: ['file', laragentFiles(disk)],
    });
    onTestFinished(() => context.close());
    return context;
  };
  const bytes = () =>
    filesIn(disk)
      .map(({ path, bytes: each }) => `${path} ${Buffer.from(each).toString('base64')}`)
      .sort();
  return { root, dataFolder, disk, open, bytes };
}

test('reads LarAgent’s data by its own names, stores it here with the next save, and changes nothing of it', async () => {
  const { open, bytes, root, dataFolder } = setUp();
  const before = bytes();
  const context = await open({ user: 'ann' });
  expect(context.state.get('theme')).toBe('dark');
  expect(context.state.notice).toContain('state_SupportBot_ann.json, which stays as it is.');
  expect(context.state.notice).not.toContain('others');
  expect(context.chat_history.get()).toMatchObject([message, { content: 'Hello, Ann' }]);
  await context.save();
  context.state.set('theme', 'blue');
  await context.save();
  await context.state.remove();
  expect(bytes()).toEqual(before);
  const again = await createContext({ workspace: root, agent: 'SupportBot', identity: { user: 'ann' } });
  onTestFinished(() => again.close());
  expect(again.chat_history.length).toBe(2);
  expect(again.state.all()).toEqual({});
  await withEngine({ root, dataFolder }, async ({ call, workspace }) => {
    const { storages } = await call('storages.list', { workspace });
    expect(storages.map(({ state }) => state)).not.toContain('damaged');
  });
});

test('reports when LarAgent’s rule gives others the same file', async () => {
  const { open } = setUp();
  const chat = await open({ chat: 'monday' });
  expect(chat.state.get('day')).toBe(1);
  expect(chat.state.notice).toContain('LarAgent gives others the same file');
  const mail = await open({ user: 'bob@x.org' });
  expect(mail.state.get('theme')).toBe('light');
  expect(mail.state.notice).toContain('LarAgent gives others the same file');
});

test('names a damaged file of LarAgent’s, and leaves it', async () => {
  const { open, disk, bytes } = setUp();
  const path = join(disk, 'laragent_storage', 'state_SupportBot_ann.json');
  writeFileSync(path, '{"theme":"da');
  const before = bytes();
  const context = await open({ user: 'ann' });
  expect(() => context.state.get('theme')).toThrow(path);
  expect(bytes()).toEqual(before);
});

test('adopts all of it at once, for the same agents and people; data already here stays', async () => {
  const { root, dataFolder, disk, bytes } = setUp();
  const before = bytes();
  const mine = await createContext({
    workspace: root,
    agent: 'SupportBot',
    identity: { user: 'ann' },
    drivers: ['file'],
    without: ['memory', 'chat_history'],
  });
  mine.state.set('theme', 'mine');
  await mine.close();
  await withEngine({ root, dataFolder }, async ({ call, workspace }) => {
    const done = await adoptLaragent({ call }, workspace, disk);
    expect(done.there).toEqual(['state_SupportBot_ann']);
    expect(done.adopted).toEqual([
      'chat_history_SupportBot_ann',
      expect.stringMatching(/^state_SupportBot_monday~/),
      expect.stringMatching(/^state_SupportBot_bob@x\.org/),
    ]);
    expect(done.notices).toHaveLength(3);
    expect(done.problems).toEqual([
      {
        path: join(disk, 'laragent_storage', 'state_SomebodyElse_eve.json'),
        problem: expect.stringContaining('whose'),
      },
      { path: 'state_SupportBot_gone', problem: expect.stringContaining('nothing') },
    ]);
    const { value } = await call('storages.getState', { workspace, agent: 'SupportBot', user: 'ann' });
    expect(value).toEqual({ theme: 'mine' });
    const { storages } = await call('storages.list', { workspace });
    expect(
      storages.flatMap(({ key, state }) => (key === null ? [] : [`${key.replace(/~.*/, '')} ${state}`])).sort(),
    ).toEqual([
      'chat_history_SupportBot_ann kept',
      'state_SupportBot_ann kept',
      'state_SupportBot_bob@x.org kept',
      'state_SupportBot_monday kept',
    ]);
    expect((await adoptLaragent({ call }, workspace, disk)).adopted).toEqual([]);
  });
  expect(bytes()).toEqual(before);
});
