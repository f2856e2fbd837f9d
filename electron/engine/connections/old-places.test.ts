import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createMemoryWorld, openIn } from '#testing/engine-world.ts';
import { createEngine } from '../engine.ts';

const home = '/home/person';
const desktop = `${home}/.config/Claude/claude_desktop_config.json`;
const codex = `${home}/.codex/config.toml`;
const work = `${home}/work`;
const node = '/usr/bin/node';
const script = '/app/out/cli/contexture.js';

let world: Awaited<ReturnType<typeof createMemoryWorld>>;
let opened: Awaited<ReturnType<typeof openIn>>;

beforeEach(async () => {
  world = await createMemoryWorld();
  for (const path of [`${world.root}/MEMORY.md`, `${work}/MEMORY.md`, node, script, '/e/electron']) {
    world.outside.write(path, '');
  }
  opened = await openIn(world);
});

const old = (memory: string) => ({ command: node, args: ['/old/contexture.js', 'mcp', memory] });
const now = (memory: string) => ({ command: node, args: [script, 'mcp', memory] });
const writeServers = (mcpServers: object) =>
  world.outside.write(desktop, JSON.stringify({ theme: 'dark', mcpServers }, null, 2));
const servers = () => JSON.parse(world.text(desktop) ?? '').mcpServers;
const asked = async () => (await opened.call('connections.oldPlaces', {})).programs.map(({ label }) => label);
const answer = (update: boolean) => opened.call('connections.answerOldPlaces', { update });

test('updates all connections that name a place Contexture has left, in one change that can be undone', async () => {
  const other = { command: 'npx', args: ['-y', 'files'] };
  writeServers({
    notes: old(world.root),
    work: { ...old(work), disabled: true },
    any: { ...old(''), args: ['/old/contexture.js', 'mcp'] },
    other,
  });
  world.outside.write(
    codex,
    '[mcp_servers.c]\ncommand = "/old/node"\nargs = ["contexture", "mcp", "/home/person/work"]\n',
  );
  const before = [world.text(desktop), world.text(codex)];
  expect(await asked()).toEqual(['Claude Desktop', 'Codex']);

  expect(await answer(true)).toEqual({ updated: ['claude-desktop', 'codex'], problems: [] });
  expect(servers()).toEqual({
    notes: now(world.root),
    work: { ...now(work), disabled: true },
    any: { command: node, args: [script, 'mcp'] },
    other,
  });
  expect(world.text(codex)).toContain(`command = "${node}"`);
  expect(await asked()).toEqual([]);

  for (const program of ['claude-desktop', 'codex'] as const) {
    await opened.call('connections.undo', { program });
  }
  expect([world.text(desktop), world.text(codex)]).toEqual(before);
});

test('undo puts back each of the connections if the settings have changed since', async () => {
  writeServers({ notes: old(world.root), work: old(work) });
  await answer(true);
  world.outside.write(desktop, (world.text(desktop) ?? '').replace('dark', 'light'));
  await opened.call('connections.undo', { program: 'claude-desktop' });
  expect(servers()).toEqual({ notes: old(world.root), work: old(work) });
  expect(world.text(desktop)).toContain('light');
});

test('asks no more about a place the person chose to leave, but about the next', async () => {
  writeServers({ notes: old(world.root) });
  const before = world.text(desktop);
  await answer(false);
  expect(await asked()).toEqual([]);
  expect(world.text(desktop)).toBe(before);
  writeServers({ notes: old(world.root), work: { ...old(work), command: '/older/node' } });
  expect(await asked()).toEqual(['Claude Desktop']);
  await answer(true);
  expect(servers()).toEqual({ notes: old(world.root), work: now(work) });
});

test.each<[string, object]>([
  ['a working one', now('/home/person/work')],
  ['one that finds Node by its name', { ...now('/home/person/work'), command: 'node' }],
  ['another copy', { command: '/e/electron', args: ['contexture', 'mcp', '/home/person/work'] }],
  ['one whose memory is gone', old('/gone')],
])('leaves other connections alone: %s', async (_, server) => {
  writeServers({ notes: server });
  expect(await asked()).toEqual([]);
});

test('counts the Electron of this checkout as an old place', async () => {
  writeServers({ notes: { ...now(work), command: '/e/electron', env: { ELECTRON_RUN_AS_NODE: '1' } } });
  expect(await asked()).toEqual(['Claude Desktop']);
  await answer(true);
  expect(servers().notes.command).toBe(node);
  expect(await asked()).toEqual([]);
});

test('reports settings that can’t be changed, and updates the others', async () => {
  writeServers({ notes: old(world.root) });
  world.outside.write(codex, 'mcp_servers = { c = { command = "/old/node", args = ["contexture", "mcp"] } }\n');
  expect(await answer(true)).toEqual({ updated: ['claude-desktop'], problems: [expect.stringContaining(codex)] });
});

test('offers nothing, and connects nothing, while no program could start this copy', async () => {
  writeServers({ notes: old(world.root) });
  const before = world.text(desktop);
  const engine = createEngine({ ...world.ports, ownServerProblem: 'Move it first.' });
  onTestFinished(() => engine.close());
  opened = await openIn({ root: world.root, engine: () => engine });
  expect(await asked()).toEqual([]);
  const params = { workspace: opened.workspace, program: 'claude-desktop' } as const;
  for (const method of ['connections.preview', 'connections.connect'] as const) {
    await expect(opened.call(method, params)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Move it first. Nothing was changed.',
    });
  }
  expect(world.text(desktop)).toBe(before);
});
