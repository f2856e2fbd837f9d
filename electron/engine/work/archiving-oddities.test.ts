import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { allIn } from '#testing/all-in.ts';
import { openIn } from '#testing/engine-world.ts';
import { archiveIn, hiddenIn, startArchiving as start } from '#testing/start-archiving.ts';

test.each([
  ['damaged', '{"workflows": {'],
  ['damaged', Buffer.from([0xff, 0xfe, 0x00])],
  ['damaged', '[]'],
  ['missing', null],
])('reports an index that is %s, rebuilds it from the archives, and keeps the damaged one', async (how, bytes) => {
  const { call, workspace, contexts, worked } = await start();
  // Of another program, which marks completion only by the folder.
  const foreign = 'foreign';
  const path = join(contexts, 'completed', foreign, 'context.json');
  mkdirSync(dirname(path), { recursive: true });
  const step = { step: 'review', status: 'completed', completed_at: '2026-01-03T00:00:00Z' };
  const workflow = { step_history: [step], next_steps: [] };
  writeFileSync(path, JSON.stringify({ meta: { created_at: '2026-01-02T00:00:00Z' }, workflow }));
  const active = await worked({ complete: false });
  await call('work.archive', { workspace, id: foreign });
  const month = (await call('work.archive', { workspace, id: active })).archived.month;
  const index = join(contexts, 'archived/2026/01/index.json');
  const before = JSON.parse(readFileSync(index, 'utf8')).workflows[foreign];
  if (bytes === null) {
    rmSync(index);
  } else {
    writeFileSync(index, bytes);
  }
  const listed = await call('work.archived', { workspace });
  expect(listed.workflows).toMatchObject([
    { id: active, where: 'active' },
    { id: foreign, where: 'completed' },
  ]);
  expect(listed.findings).toMatchObject([{ type: `index_${how}`, severity: 'warning', path: index }]);
  expect((await call('work.archived', { workspace, month })).findings).toEqual([]);
  expect(existsSync(index)).toBe(bytes !== null);
  await call('work.archiveDue', { workspace });
  expect(JSON.parse(readFileSync(index, 'utf8')).workflows[foreign]).toEqual({
    ...before,
    archived_at: expect.any(String),
  });
  expect((await call('work.archived', { workspace })).findings).toEqual([]);
  if (bytes !== null) {
    const { lines } = await call('history.list', { workspace });
    const version = createHash('sha256').update(bytes).digest('hex');
    expect(lines).toContainEqual(
      expect.objectContaining({ file: '.aifriday/contexts/archived/2026/01/index.json', version }),
    );
  }
  expect(await call('work.restore', { workspace, id: foreign })).toMatchObject({ where: 'completed' });
});

test('reports what an archive can’t store, refuses what can’t be archived, and leaves nothing behind', async () => {
  const { call, workspace, contexts, worked } = await start();
  const id = await worked();
  const artifacts = join(contexts, 'completed', id, 'artifacts');
  linkSync(join(artifacts, 'run.sh'), join(artifacts, 'also.sh'));
  linkSync(join(artifacts, 'nothing.txt'), join(contexts, 'elsewhere.txt'));
  writeFileSync(join(artifacts, 'a\\b.txt'), 'back');
  writeFileSync(join(artifacts, '..\\b.txt'), 'up');
  await expect(call('work.archive', { workspace, id })).rejects.toMatchObject({
    code: 'value_invalid',
    message: `${artifacts}/..\\b.txt has a name that an archive can’t hold. Nothing was changed. Give it another name, and try again.`,
  });
  expect(existsSync(join(contexts, 'archived'))).toBe(false);
  rmSync(join(artifacts, '..\\b.txt'));
  const { findings } = await call('work.archive', { workspace, id });
  expect(findings.map(({ type, path }) => [type, path])).toEqual(
    ['also.sh', 'nothing.txt', 'run.sh'].map((name) => ['several_names', `artifacts/${name}`]),
  );
  await call('work.restore', { workspace, id });
  expect(readFileSync(join(artifacts, 'a\\b.txt'), 'utf8')).toBe('back');
  expect(readFileSync(join(artifacts, 'also.sh'), 'utf8')).toBe('#!/bin/sh\n');
});

test('restores an archive that another program changed since only after confirmation', async () => {
  const { call, workspace, contexts, worked } = await start();
  const id = await worked();
  const { archived } = await call('work.archive', { workspace, id });
  const archive = archiveIn(contexts, archived.month, id);
  const changed = gzipSync(gunzipSync(readFileSync(archive)), { level: 1 });
  writeFileSync(archive, changed);
  await expect(call('work.restore', { workspace, id })).rejects.toMatchObject({
    code: 'text_conflict',
    message: expect.stringContaining('is not the archive that Contexture wrote'),
  });
  expect(readFileSync(archive).equals(changed)).toBe(true);
  expect(readdirSync(join(contexts, 'completed'))).toEqual([]);
  expect(await call('work.restore', { workspace, id, changed: true })).toMatchObject({ where: 'completed' });
});

test('undo and redo right after archiving or restoring are exact, bit for bit', async () => {
  const { world, call, workspace, contexts, worked } = await start();
  const id = await worked({ complete: false });
  const fields = [{ path: ['data', 'inputs', 'raw_notes'], before: 'n.md', value: 'other.md' }];
  await call('work.edit', { workspace, id, fields });
  await call('work.complete', { workspace, id });
  const folder = join(contexts, 'completed', id);
  await world.until(() => expect(hiddenIn(folder)).toEqual([]));
  const before = allIn(folder);
  const { archived, change } = await call('work.archive', { workspace, id });
  const earlier = ['Completed a workflow', 'Corrected “data.inputs.raw_notes”', 'Began “note_processing”'];
  const labels = async () => (await call('context.undoable', { workspace })).changes.map(({ label }) => label);
  expect(await labels()).toEqual(['Archived a workflow', ...earlier]);
  const undone = await call('context.undo', { workspace });
  expect(undone.change?.id).not.toBe(change?.id);
  expect(allIn(folder)).toEqual(before);
  expect(existsSync(archiveIn(contexts, archived.month, id))).toBe(false);
  expect(await labels()).toEqual(earlier);
  await call('context.redo', { workspace });
  expect(existsSync(folder)).toBe(false);
  await call('work.restore', { workspace, id });
  await world.restart();
  const again = await openIn(world);
  expect((await again.call('context.undoable', { workspace: again.workspace })).changes[0]).toMatchObject({
    label: 'Restored a workflow',
    at: expect.any(Number),
  });
  await again.call('context.undo', { workspace: again.workspace });
  expect(existsSync(archiveIn(contexts, archived.month, id))).toBe(true);
});

test('an archive that can’t be undone any more is reported, with the next change to undo', async () => {
  const { call, workspace, contexts, worked } = await start();
  const id = await worked();
  await call('work.archive', { workspace, id });
  mkdirSync(join(contexts, 'completed', id));
  writeFileSync(join(contexts, 'completed', id, 'mine.txt'), 'mine');
  await expect(call('context.undo', { workspace })).rejects.toMatchObject({
    code: 'change_superseded',
    message: expect.stringMatching(/is there already.*What is undone next is “Completed a workflow”\.$/),
  });
});
