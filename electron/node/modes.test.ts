import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { refOf } from '#shared/entries/entry.ts';
import { createNodeWorld, openIn } from '#testing/engine-world.ts';

test('new files in a workspace have the read permissions of its memory', async () => {
  const world = await createNodeWorld();
  const umask = process.umask(0o022);
  onTestFinished(() => void process.umask(umask));
  const memory = join(world.root, 'logs', 'context', 'global.md');
  mkdirSync(dirname(memory), { recursive: true });
  writeFileSync(memory, '## Facts (certain)\n- a: 1\n- b: 2\n');
  chmodSync(memory, 0o600);
  const { call, workspace, ref } = await openIn(world);
  await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('a') }] });
  await call('settings.write', { workspace, values: { tokenLimit: 1000 } });
  const archives = join(dirname(memory), 'archive');
  const made = [
    ...readdirSync(archives).map((name) => join(archives, name)),
    join(world.root, '.contexture', 'settings.yaml'),
  ];
  expect(made.map((path) => statSync(path).mode & 0o7777)).toEqual([0o600, 0o600]);
});

test('restores a memory that another program deleted with its permissions', async () => {
  const world = await createNodeWorld();
  const umask = process.umask(0o022);
  onTestFinished(() => void process.umask(umask));
  mkdirSync(dirname(world.contextPath), { recursive: true });
  writeFileSync(world.contextPath, '## Facts\n- a: 1\n');
  chmodSync(world.contextPath, 0o600);
  const { call, workspace } = await openIn(world);
  const [version] = (await call('history.list', { workspace })).lines;
  rmSync(world.contextPath);
  await call('history.restore', { workspace, position: version?.position ?? 0 });
  expect(statSync(world.contextPath).mode & 0o7777).toBe(0o600);
});

test('leaves a read-only memory of another assistant alone, and corrects it once it is writable', async () => {
  const world = await createNodeWorld();
  const memory = join(world.root, 'MEMORY.md');
  mkdirSync(world.root, { recursive: true });
  writeFileSync(memory, '- likes tea\n');
  chmodSync(memory, 0o444);
  const { call, workspace, entries } = await openIn({ root: memory, engine: world.engine });
  const edit = async (value: string) => {
    const operations = (await entries()).map((entry) => ({ op: 'edit' as const, entry: refOf(entry), value }));
    return call('context.change', { workspace, operations });
  };
  await expect(edit('likes coffee')).rejects.toMatchObject({
    message: `${memory} is set read-only. The file is unchanged. Allow writing in its permissions, then try again.`,
  });
  chmodSync(memory, 0o644);
  await edit('likes coffee');
  await edit('likes cocoa');
  expect(world.text(memory)).toBe('- likes cocoa\n');
});
