import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNodeWorld, openIn } from '#testing/engine-world.ts';
import { done } from '#testing/start-work.ts';

/** A workspace on the disk, and what is done to workflows there. */
async function start() {
  const world = await createNodeWorld();
  const opened = await openIn(world, { startEmpty: true });
  const { call, workspace } = opened;
  const contexts = join(world.root, '.aifriday/contexts');
  const create = async () =>
    (await call('work.create', { workspace, type: 'note_processing', inputs: { raw_notes: 'n.md' } })).id;
  /** One with a step, a checkpoint and what agents made, completed or not. */
  const worked = async ({ complete = true } = {}) => {
    const id = await create();
    await call('work.update', { workspace, id, update: done('initialize', 'one', { create_checkpoint: true }) });
    const artifacts = join(contexts, 'active', id, 'artifacts');
    mkdirSync(join(artifacts, 'empty'), { recursive: true });
    mkdirSync(join(artifacts, 'ünter ordner'));
    writeFileSync(join(artifacts, 'ünter ordner', `${'long '.repeat(30)}.bin`), Buffer.from([0, 1, 2, 255]));
    writeFileSync(join(artifacts, 'run.sh'), '#!/bin/sh\n', { mode: 0o750 });
    writeFileSync(join(artifacts, 'nothing.txt'), '');
    if (complete) {
      await call('work.complete', { workspace, id });
    }
    return id;
  };
  return { world, ...opened, contexts, create, worked };
}

/** Everything in a folder: names, kinds, bytes, modes, times to the millisecond. */
const allIn = (folder: string) =>
  ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()].map((name) => {
    const path = join(folder, name);
    const stats = lstatSync(path);
    const bytes = stats.isFile() ? readFileSync(path).toString('hex') : null;
    return { name, bytes, mode: stats.mode, modifiedAt: Math.floor(stats.mtimeMs) };
  });

test('a completed workflow is archived as one file by the month it was created in, and restored bit for bit', async () => {
  const { world, call, workspace, contexts, worked } = await start();
  const id = await worked({ complete: false });
  const folder = join(contexts, 'active', id);
  const long = new Date('2001-02-03T04:05:06.789Z');
  utimesSync(join(folder, 'artifacts', 'run.sh'), long, long);
  chmodSync(join(folder, 'artifacts', 'nothing.txt'), 0o400);
  chmodSync(join(folder, 'artifacts', 'ünter ordner'), 0o555);
  utimesSync(join(folder, 'artifacts', 'empty'), long, long);
  // Until then something we displaced stands beside its place.
  await world.until(() => expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]));
  const before = allIn(folder);
  const { archived } = await call('work.archive', { workspace, id });
  const { meta } = JSON.parse(
    before.flatMap(({ name, bytes }) =>
      name === 'context.json' ? Buffer.from(bytes ?? '', 'hex').toString() : [],
    )[0] ?? '',
  );
  const month = meta.created_at.slice(0, 7);
  expect(archived).toMatchObject({ id, month, where: 'active', type: 'note_processing', problem: null });
  expect(existsSync(folder)).toBe(false);
  const monthFolder = join(contexts, 'archived', ...month.split('-'));
  expect(readdirSync(monthFolder).sort()).toEqual([`${id}.tar.gz`, 'index.json'].sort());
  expect(JSON.parse(readFileSync(join(monthFolder, 'index.json'), 'utf8')).workflows[id]).toMatchObject({
    archive_path: `${month.replace('-', '/')}/${id}.tar.gz`,
    meta,
  });
  expect(await call('work.archived', { workspace })).toMatchObject({
    months: [{ month, count: 1 }],
    total: 1,
    workflows: [{ id }],
  });
  expect((await call('work.list', { workspace })).total).toBe(0);
  expect(await call('work.restore', { workspace, id })).toEqual({ where: 'active', folder });
  expect(allIn(folder)).toEqual(before);
  expect(existsSync(join(monthFolder, `${id}.tar.gz`))).toBe(false);
  expect((await call('work.archived', { workspace })).total).toBe(0);
});
