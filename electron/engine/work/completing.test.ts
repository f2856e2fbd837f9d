import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allIn } from '#testing/all-in.ts';
import { createNodeWorld } from '#testing/engine-world.ts';
import { done, startWork } from '#testing/start-work.ts';

/** A workflow with everything a folder may hold. */
async function startFull() {
  const started = await startWork(await createNodeWorld());
  const { call, workspace, folder, create } = started;
  const { id } = await create({ raw_notes: 'notes.md' });
  await call('work.update', { workspace, id, update: done('initialize', 'one', { create_checkpoint: true }) });
  const [active, completed] = ['active', 'completed'].map((where) => join(folder, 'contexts', where, id));
  return { ...started, id, active: active ?? '', completed: completed ?? '' };
}

/** Everything except the context, which is changed, and its folder. */
const besideContext = (folder: string) =>
  allIn(folder).filter(({ name }) => name !== '' && name !== 'context.json' && !/\.contexture-/.test(name));

test('completing and its undo preserve modes, times, links and empty folders, at any size', async () => {
  const { call, workspace, id, active, completed } = await startFull();
  const artifacts = join(active, 'artifacts');
  mkdirSync(join(artifacts, 'empty'), { recursive: true });
  mkdirSync(join(artifacts, 'locked'));
  writeFileSync(join(artifacts, 'run.sh'), '#!/bin/sh\n', { mode: 0o750 });
  writeFileSync(join(artifacts, 'large.bin'), '');
  symlinkSync('run.sh', join(artifacts, 'link'));
  const long = new Date('2001-02-03T04:05:06.789Z');
  utimesSync(join(artifacts, 'run.sh'), long, long);
  utimesSync(join(artifacts, 'empty'), long, long);
  chmodSync(join(artifacts, 'locked'), 0o555);
  const before = besideContext(active);
  truncateSync(join(artifacts, 'large.bin'), 65 * 1024 * 1024);
  const { change } = await call('work.complete', { workspace, id });
  expect(existsSync(active)).toBe(false);
  truncateSync(join(completed, 'artifacts/large.bin'), 0);
  utimesSync(join(completed, 'artifacts/large.bin'), long, long);
  const large = (items: typeof before) =>
    items.map((item) => (item.name === 'artifacts/large.bin' ? { ...item, modifiedAt: 0 } : item));
  expect(large(besideContext(completed))).toEqual(large(before));
  expect((await call('work.show', { workspace, id })).summary).toMatchObject({ where: 'completed' });
  await call('context.undo', { workspace, change: change?.id });
  expect(existsSync(completed)).toBe(false);
  expect(large(besideContext(active))).toEqual(large(before));
  expect((await call('work.show', { workspace, id })).summary).toMatchObject({ where: 'active', completedAt: null });
  await call('context.redo', { workspace });
  expect(large(besideContext(completed))).toEqual(large(before));
  expect((await call('work.show', { workspace, id })).summary).toMatchObject({
    where: 'completed',
    status: 'completed',
  });
});

test('does not complete over an existing workflow, nor undo a completion over one', async () => {
  const { call, workspace, id, active, completed } = await startFull();
  mkdirSync(completed, { recursive: true });
  writeFileSync(join(completed, 'mine.txt'), 'mine');
  const before = readFileSync(join(active, 'context.json'), 'utf8');
  await expect(call('work.complete', { workspace, id })).rejects.toMatchObject({ code: 'key_exists' });
  expect(readFileSync(join(active, 'context.json'), 'utf8')).toBe(before);
  expect(readdirSync(completed)).toEqual(['mine.txt']);
  rmSync(completed, { recursive: true });
  await call('work.complete', { workspace, id });
  const after = readFileSync(join(completed, 'context.json'), 'utf8');
  mkdirSync(active);
  writeFileSync(join(active, 'mine.txt'), 'mine');
  await expect(call('context.undo', { workspace })).rejects.toMatchObject({ code: 'key_exists' });
  expect(readFileSync(join(completed, 'context.json'), 'utf8')).toBe(after);
  expect(readdirSync(active)).toEqual(['mine.txt']);
});

test('reports what a completed workflow was still waiting for', async () => {
  const { call, workspace, create } = await startWork();
  const { id } = await create({ raw_notes: 'n.md' });
  await call('work.ask', { workspace, id, question: 'Anonymise?' });
  const { findings } = await call('work.complete', { workspace, id });
  expect(findings.filter(({ type }) => type === 'question_left')).toMatchObject([
    { severity: 'warning', message: '“Anonymise?” was not answered.' },
  ]);
  const other = (await create({ raw_notes: 'n.md' })).id;
  const waits = { ...done('initialize', 'a'), requires_human_input: true, blocking_issues: ['Which room?'] };
  await call('work.update', { workspace, id: other, update: waits });
  const ended = await call('work.complete', { workspace, id: other });
  expect(ended.findings.filter(({ severity }) => severity === 'warning')).toMatchObject([
    { type: 'question_left', path: 'state.requires_human_input', message: '“Which room?” was not answered.' },
  ]);
});
