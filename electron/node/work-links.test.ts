import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNodeWorld, openIn } from '#testing/engine-world.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

test('a workflow that is a link to elsewhere is neither read nor written', async () => {
  const world = await createNodeWorld();
  const outside = temporaryFolder();
  const theirs = '{"meta": {"workflow_type": "secret"}, "workflow": {"current_step": "a"}}';
  writeFileSync(join(outside, 'context.json'), theirs);
  const active = join(world.root, '.aifriday/contexts/active');
  mkdirSync(active, { recursive: true });
  symlinkSync(outside, join(active, 'linked'));
  mkdirSync(join(active, 'file'));
  symlinkSync(join(outside, 'context.json'), join(active, 'file/context.json'));
  const { call, workspace } = await openIn(world, { startEmpty: true });
  const { workflows } = await call('work.list', { workspace });
  expect(workflows.map(({ id, status, type }) => [id, status, type]).sort()).toEqual([
    ['file', 'damaged', null],
    ['linked', 'damaged', null],
  ]);
  for (const id of ['linked', 'file']) {
    await expect(call('work.show', { workspace, id })).rejects.toMatchObject({ code: 'outside_workspace' });
    const update = { step: 'a', agent: 'b', status: 'completed' as const };
    await expect(call('work.update', { workspace, id, update })).rejects.toMatchObject({ code: 'outside_workspace' });
  }
  expect(readFileSync(join(outside, 'context.json'), 'utf8')).toBe(theirs);
});
