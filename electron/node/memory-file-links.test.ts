import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNodeWorld, openIn } from '#testing/engine-world.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

test('reads a link out of the workspace only after its target was approved', async () => {
  const world = await createNodeWorld();
  const elsewhere = temporaryFolder();
  for (const name of ['one', 'other']) {
    writeFileSync(join(elsewhere, name), `${name}\n`);
  }
  const link = join(world.root, 'notes.md');
  symlinkSync(join(elsewhere, 'one'), link);
  const { call, workspace } = await openIn(world, { startEmpty: true });
  await call('settings.write', { workspace, values: { memoryFiles: ['./notes.md'] } });
  const first = async () => (await call('sources.list', { workspace })).files[0];
  expect(await first()).toMatchObject({ state: 'unapproved', place: join(elsewhere, 'one'), bytes: null });
  await call('sources.approve', { workspace, place: join(elsewhere, 'one'), approve: true });
  expect(await first()).toMatchObject({ state: 'read', bytes: 4 });
  rmSync(link);
  symlinkSync(join(elsewhere, 'other'), link);
  await call('settings.write', { workspace, values: { maxTokens: 5000 } });
  expect(await first()).toMatchObject({ state: 'unapproved', place: join(elsewhere, 'other') });
});

test('approves a link outside of the workspace by its target, which is resolved only once the link itself is approved', async () => {
  const world = await createNodeWorld();
  const elsewhere = temporaryFolder();
  const [link, secret] = [join(elsewhere, 'notes.md'), join(elsewhere, 'secret')];
  writeFileSync(secret, 'hunter2\n');
  symlinkSync(secret, link);
  const { call, workspace } = await openIn(world, { startEmpty: true });
  await call('settings.write', { workspace, values: { memoryFiles: [link] } });
  const first = async () => (await call('sources.list', { workspace })).files[0];
  await call('sources.approve', { workspace, place: link, approve: true });
  expect(await first()).toMatchObject({ state: 'unapproved', place: secret, bytes: null });
  await call('sources.approve', { workspace, place: secret, approve: true });
  expect(await first()).toMatchObject({ state: 'read', bytes: 8 });
  await call('sources.approve', { workspace, place: secret, approve: false });
  expect(await first()).toMatchObject({ state: 'unapproved', place: link });
});
