import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNodeWorld, openIn } from '#testing/engine-world.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

test('neither reads nor writes a workflow that is a link out', async () => {
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

test('reads no template or checkpoint from outside the workspace, by a type’s name or by a link', async () => {
  const world = await createNodeWorld();
  const outside = temporaryFolder();
  const secret = '{"data": {"inputs": {"secret": "decoy"}, "working_data": {"secret": "decoy"}}}';
  writeFileSync(join(outside, 'secret.json'), secret);
  const templates = join(world.root, '.aifriday/contexts/templates');
  mkdirSync(templates, { recursive: true });
  symlinkSync(join(outside, 'secret.json'), join(templates, 'linked.json'));
  writeFileSync(join(world.root, 'beside.json'), secret);
  const { call, workspace } = await openIn(world, { startEmpty: true });
  await call('work.create', { workspace, type: '../../../beside', inputs: {} });
  await call('work.create', { workspace, type: join(outside, 'secret'), inputs: {} });
  await expect(call('work.create', { workspace, type: 'linked', inputs: {} })).rejects.toMatchObject({
    code: 'outside_workspace',
  });
  const { id } = await call('work.create', { workspace, type: 'note_processing', inputs: { raw_notes: 'n' } });
  const { checkpoint } = await call('work.checkpoint', { workspace, id });
  const path = join(world.root, '.aifriday/contexts/active', id);
  const context = JSON.parse(readFileSync(join(path, 'context.json'), 'utf8'));
  context.audit.checkpoints[0].verification = createHash('sha256').update(secret).digest('hex');
  writeFileSync(join(path, 'context.json'), JSON.stringify(context));
  rmSync(join(path, checkpoint));
  symlinkSync(join(outside, 'secret.json'), join(path, checkpoint));
  await expect(call('work.resume', { workspace, id, from: { checkpoint: 1 } })).rejects.toMatchObject({
    code: 'outside_workspace',
  });
  expect(JSON.stringify(await call('work.list', { workspace }))).not.toContain('decoy');
  const contexts = readdirSync(join(world.root, '.aifriday/contexts/active'));
  for (const each of contexts) {
    expect(readFileSync(join(world.root, '.aifriday/contexts/active', each, 'context.json'), 'utf8')).not.toContain(
      'decoy',
    );
  }
});
