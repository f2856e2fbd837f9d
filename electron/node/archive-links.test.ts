import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createNodeWorld, openIn, today } from '#testing/engine-world.ts';

test('an archive file that leads out of its folder is not written to', async () => {
  const world = await createNodeWorld();
  const context = '## Insights (tentative)\n- tea: calms\n';
  world.outside.write(world.contextPath, context);
  const victim = join(dirname(world.root), 'victim.md');
  writeFileSync(victim, 'mine');
  mkdirSync(dirname(world.archivePath(today)), { recursive: true });
  symlinkSync(victim, world.archivePath(today));
  const { call, workspace, ref } = await openIn(world);
  const operations = [{ op: 'archive' as const, entry: await ref('tea') }];
  await expect(call('context.change', { workspace, operations })).rejects.toMatchObject({ code: 'outside_workspace' });
  expect(readFileSync(victim, 'utf8')).toBe('mine');
  expect(world.text(world.contextPath)).toBe(context);
});
