import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { preparedComputer } from '#testing/prepared-computer.ts';

const codexSettings = '# mine\nmodel = "o9"\n\n[mcp_servers.files]\ncommand = "npx"\n';
const cursorSettings = '{ "mcpServers": { "files": { "command": "npx" } } }\n';

async function connected() {
  const prepared = await preparedComputer();
  const { computer, notes } = prepared;
  const codex = computer.write('.codex/config.toml', codexSettings);
  const cursor = computer.write('.cursor/mcp.json', cursorSettings);
  await computer.run(async (call) => {
    const { id: workspace } = await call('workspaces.open', { path: notes });
    await call('connections.connect', { workspace, program: 'codex' });
    await call('connections.connect', { workspace, program: 'cursor' });
  });
  expect(readFileSync(codex, 'utf8')).toContain('contexture');
  return { ...prepared, codex, cursor };
}

test('lists what goes and what stays, and removes nothing', async () => {
  const { computer, notes, claude } = await connected();
  computer.write('.data/contexture/mine.txt', 'not Contexture’s');
  const before = computer.hashes('');
  const list = await computer.run((call) => call('removal.list', {}));
  expect(list.areas.map(({ name }) => name)).toEqual([
    'History, undo, drafts and marks of memories',
    'Saved conversations and their index',
    'Preferences and lists',
  ]);
  expect(list.connections.map(({ program }) => program)).toEqual(['Codex', 'Cursor']);
  expect(list.memories.sort()).toEqual([claude, notes].sort());
  expect(list.others).toEqual([join(computer.dataFolder, 'mine.txt')]);
  expect(computer.hashes('')).toEqual(before);
});

test('removes the data folder and the connections, and leaves memories and settings as they were', async () => {
  const { computer, notes, claude, codex, cursor } = await connected();
  const memories = [computer.hashes('notes'), computer.hashes('.claude')];
  expect(await computer.run((call) => call('removal.carryOut', { word: 'remove' }))).toEqual({ left: [] });
  expect(existsSync(computer.dataFolder)).toBe(false);
  expect(readFileSync(codex, 'utf8')).toBe(codexSettings);
  expect(readFileSync(cursor, 'utf8')).toBe(cursorSettings);
  expect([computer.hashes('notes'), computer.hashes('.claude')]).toEqual(memories);
  expect(existsSync(notes) && existsSync(claude)).toBe(true);
});

test('removes nothing where the person chose a folder that holds other things', async () => {
  const { computer } = await connected();
  const mine = computer.write('.data/contexture/sample/thesis.md', 'mine');
  computer.write('.data/contexture/README.md', 'mine too');
  const environment = { CONTEXTURE_DATA_DIR: computer.dataFolder };
  const removing = computer.run((call) => call('removal.carryOut', { word: 'remove' }), { environment });
  await expect(removing).rejects.toMatchObject({ message: expect.stringContaining('README.md') });
  expect(readFileSync(mine, 'utf8')).toBe('mine');
  expect(existsSync(join(computer.dataFolder, 'workspaces'))).toBe(true);
});

test('after a backup, all of it can be restored to the same bytes', async () => {
  const { computer } = await connected();
  const before = computer.hashes('notes');
  const { path } = await computer.run((call) => call('backup.create', { to: computer.home }));
  const history = computer.hashes('.data/contexture/workspaces');
  await computer.run((call) => call('removal.carryOut', { word: 'remove' }));
  await computer.run(async (call) => {
    const { memories, connections } = await call('backup.read', { path });
    expect(connections.map(({ program }) => program)).toEqual(['codex', 'cursor']);
    const wanted = memories.map(({ memory, to }) => ({ memory, to }));
    await call('backup.restore', { path, memories: wanted, shared: {} });
  });
  expect(computer.hashes('notes')).toEqual(before);
  expect(computer.hashes('.data/contexture/workspaces')).toEqual(history);
});

test('leaves in the data folder what is not Contexture’s', async () => {
  const { computer } = await connected();
  computer.write('.data/contexture/mine/letter.txt', 'Dear Ann');
  computer.write('.data/contexture/letter.txt', 'Dear Ann');
  await computer.run((call) => call('removal.carryOut', { word: 'remove' }));
  expect(readdirSync(computer.dataFolder).sort()).toEqual(['letter.txt', 'mine']);
});

test('takes out connections of programs whose settings were changed since, and keeps the change', async () => {
  const { computer, codex } = await connected();
  computer.write('.codex/config.toml', `${readFileSync(codex, 'utf8')}\n[more]\nx = 1\n`);
  await computer.run((call) => call('removal.carryOut', { word: 'remove' }));
  expect(readFileSync(codex, 'utf8')).toContain('[more]');
  expect(readFileSync(codex, 'utf8')).not.toContain('contexture');
});
