import { expect, onTestFinished, test } from 'vitest';
import { decoy } from '#shared/scan/testing/decoys.ts';
import { createMemoryWorld, createNodeWorld, openIn } from '#testing/engine-world.ts';

const project = '/home/person/.claude/projects/-home-person-code-app';
const conversation = `claude:${project}/1b9d6bcd.jsonl`;
const hermes = '/home/person/.hermes/memories/MEMORY.md';
const claude = `${project}/memory/MEMORY.md`;

async function setUp(ownMemory = '# Context\n\n## Facts (Confirmed)\n\n- language: English\n') {
  const world = await createMemoryWorld();
  onTestFinished(() => world.engine().close());
  const said = {
    type: 'user',
    uuid: '1',
    timestamp: '2026-11-20T09:00:00Z',
    message: { content: 'I | sail [often].' },
  };
  world.outside.write(`${project}/1b9d6bcd.jsonl`, `${JSON.stringify(said)}\n`);
  world.outside.write(hermes, 'Likes tea.\n§\nName: Maren');
  world.outside.write(claude, '# Memory\n\n## Boats\n\n- Owns a dinghy\n');
  world.outside.write(world.contextPath, ownMemory);
  const opened = await openIn(world);
  await opened.call('conversations.approve', { place: 'claude', approved: true });
  const { workspace, call } = opened;
  const remember = (value: string, rest: object = {}) =>
    call('conversations.remember', { workspace, conversation, at: 0, value, ...rest });
  const preview = (value: string, rest: object = {}) =>
    call('conversations.rememberPreview', { workspace, conversation, at: 0, value, ...rest });
  const learned = async () => (await call('conversations.learned', { workspace, conversation })).learned;
  return { world, ...opened, remember, preview, learned };
}

test('a message becomes an entry of any writable memory, in its form, and leads back', async () => {
  const { world, call, ref, workspace, remember, learned } = await setUp();
  await remember('Sails often', { category: 'preference' });
  await remember('Sails on Sundays', { to: hermes });
  await remember('Sails a dinghy', { to: claude, section: 'Boats' });
  expect(world.text(world.contextPath)).toContain('user_correction: Claude Code, I   sail  often .] Sails often');
  expect(world.text(hermes)).toBe('Likes tea.\n§\nName: Maren\n§\nSails on Sundays');
  expect(world.text(claude)).toBe('# Memory\n\n## Boats\n\n- Owns a dinghy\n- Sails a dinghy\n');
  expect(await learned()).toMatchObject([
    { memory: { path: world.root }, text: 'Sails often', at: 0, fate: 'there' },
    { memory: { path: claude }, text: 'Sails a dinghy', at: 0, fate: 'there' },
    { memory: { path: hermes }, text: 'Sails on Sundays', at: 0, fate: 'there' },
  ]);
  expect(await call('conversations.origin', { workspace, entry: await ref('Sails often') })).toMatchObject({
    origins: [{ conversation, how: 'remembered', at: 0, isInferred: false }],
  });
  const other = await openIn({ root: hermes, engine: world.engine });
  const entry = await other.ref('Sails on Sundays');
  expect(await call('conversations.origin', { workspace: other.workspace, entry })).toMatchObject({
    origins: [{ conversation, how: 'remembered', at: 0, isInferred: false }],
  });
});

test('an entry leads back by its source when nothing else is known of it', async () => {
  const { world, call, ref, workspace, remember } = await setUp();
  const other = { type: 'user', uuid: '2', timestamp: '2026-11-20T09:00:00Z', message: { content: 'I row.' } };
  world.outside.write(`${project}/other.jsonl`, `${JSON.stringify(other)}\n`);
  await remember('Sails often');
  const noted = world.everyFile().find(({ path }) => path.endsWith('learned.json'));
  world.outside.remove(noted?.path ?? '');
  const asking = async () => call('conversations.origin', { workspace, entry: await ref('Sails often') });
  expect(await asking()).toMatchObject({
    origins: [{ conversation, how: 'named', at: null, isInferred: false }],
    missing: null,
  });
  await call('conversations.approve', { place: 'claude', approved: false });
  expect(await asking()).toMatchObject({ origins: [], missing: { unread: { assistant: 'Claude Code' } } });
});

test('previews what the memory already holds, the resulting size, and secrets', async () => {
  const { preview, world } = await setUp();
  const before = world.text(hermes);
  expect(await preview('Likes tea', { to: hermes })).toMatchObject({
    known: [{ text: 'Likes tea.', isSame: true }],
    impact: null,
  });
  expect(await preview('Likes tea and sails a dinghy', { to: hermes })).toMatchObject({
    known: [],
    impact: { limit: 2200, secrets: [] },
    measure: 'characters',
    sections: false,
    headings: null,
  });
  expect(await preview('Owns a dinghy!!', { to: claude })).toMatchObject({
    known: [{ text: 'Owns a dinghy', isSame: false }],
    headings: ['Memory', 'Boats'],
  });
  expect(await preview(`The token is ${decoy}`)).toMatchObject({
    impact: { secrets: ['a GitHub token'], limit: 2000 },
    measure: 'estimate',
    sections: true,
  });
  expect(world.text(hermes)).toBe(before);
});

test('follows an entry through corrections, the archive, deletion and undo', async () => {
  const { call, workspace, ref, world, remember, learned } = await setUp();
  await remember('Sails often', { category: 'insight' });
  const change = async (op: object) =>
    (await call('context.change', { workspace, operations: [op as never] })).change?.id ?? '';
  await change({ op: 'edit', entry: await ref('Sails often'), value: 'Hates water' });
  const corrected = { text: 'Sails often', fate: 'corrected', entry: { text: 'Hates water' } };
  expect(await learned()).toMatchObject([corrected]);
  // The entry leads back although its text has changed completely.
  expect(await call('conversations.origin', { workspace, entry: await ref('Hates water') })).toMatchObject({
    origins: [{ conversation, how: 'remembered' }],
  });

  const text = world.text(world.contextPath) ?? '';
  world.outside.write(world.contextPath, text.replace('Hates water', 'Hates deep water'));
  await world.until(async () => {
    expect(await learned()).toMatchObject([{ fate: 'corrected', entry: { text: 'Hates deep water' } }]);
  });
  const removed = await change({ op: 'delete', entry: await ref('Hates deep water') });
  expect(await learned()).toMatchObject([{ fate: 'removed', entry: null }]);
  await call('context.undo', { workspace, change: removed });
  expect(await learned()).toMatchObject([{ fate: 'corrected', entry: { text: 'Hates deep water' } }]);
  await change({ op: 'archive', entry: await ref('Hates deep water') });
  expect(await learned()).toMatchObject([{ fate: 'archived', entry: null }]);
});

test('reads the fate of an entry in a closed memory from the disk, and writes nothing', async () => {
  const { world, remember } = await setUp();
  await remember('Sails a dinghy', { to: claude });
  await world.restart();
  const { workspace, call } = await openIn(world);
  const text = world.text(claude) ?? '';
  world.outside.write(claude, text.replace('Sails a dinghy', 'Sails a big dinghy'));
  const before = world.everyFile().map(({ path }) => path);
  expect((await call('conversations.learned', { workspace, conversation })).learned).toMatchObject([
    { memory: { path: claude }, text: 'Sails a dinghy', fate: 'corrected', entry: { text: 'Sails a big dinghy' } },
  ]);
  expect(world.everyFile().map(({ path }) => path)).toEqual(before);
  world.outside.write(claude, text.replace('- Sails a dinghy\n', ''));
  expect((await call('conversations.learned', { workspace, conversation })).learned).toMatchObject([
    { fate: 'removed', entry: null },
  ]);
});

test('on a disk, two windows note origins at once without losing any', async () => {
  const world = await createNodeWorld();
  world.outside.write(world.contextPath, '# Context\n\n## Facts (Confirmed)\n\n- language: English\n');
  const home = world.ports.homeFolder;
  const path = `${home}/.claude/projects/-code/1.jsonl`;
  world.outside.write(path, `${JSON.stringify({ type: 'user', uuid: '1', message: { content: 'I sail.' } })}\n`);
  const one = await openIn(world);
  const other = await openIn(world.another(), { caller: 'other' });
  await one.call('conversations.approve', { place: 'claude', approved: true });
  const from = `claude:${path}`;
  const values = ['Sails', 'Rows', 'Swims', 'Dives'];
  await Promise.all(
    values.map((value, index) => {
      const { call, workspace } = index % 2 === 0 ? one : other;
      return call('conversations.remember', { workspace, conversation: from, at: 0, value });
    }),
  );
  const { learned } = await one.call('conversations.learned', { workspace: one.workspace, conversation: from });
  expect(learned.map(({ text }) => text).sort()).toEqual([...values].sort());
  await world.closeOthers();
});
