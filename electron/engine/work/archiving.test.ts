import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { allIn } from '#testing/all-in.ts';
import { createNodeWorld, openIn } from '#testing/engine-world.ts';
import { archiveIn, hiddenIn, startArchiving as start } from '#testing/start-archiving.ts';
import { done } from '#testing/start-work.ts';

test('archives a workflow that another process completed while our superseded file waited in it', async () => {
  const { call, workspace, contexts, worked } = await start();
  const id = await worked({ complete: false });
  expect(hiddenIn(join(contexts, 'active', id))).not.toEqual([]);
  mkdirSync(join(contexts, 'completed'), { recursive: true });
  renameSync(join(contexts, 'active', id), join(contexts, 'completed', id));
  expect((await call('work.archive', { workspace, id })).archived).toMatchObject({ id, where: 'completed' });
});

test('archives a completed workflow as one file in its month of creation, and restores it bit for bit', async () => {
  const { world, call, workspace, contexts, worked } = await start();
  const id = await worked({ complete: false });
  const folder = join(contexts, 'active', id);
  const long = new Date('2001-02-03T04:05:06.789Z');
  utimesSync(join(folder, 'artifacts', 'run.sh'), long, long);
  chmodSync(join(folder, 'artifacts', 'nothing.txt'), 0o400);
  chmodSync(join(folder, 'artifacts', 'ünter ordner'), 0o555);
  utimesSync(join(folder, 'artifacts', 'empty'), long, long);
  await world.until(() => expect(hiddenIn(folder)).toEqual([]));
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
  expect(await call('work.restore', { workspace, id })).toMatchObject({ where: 'active', folder });
  expect(allIn(folder)).toEqual(before);
  expect(existsSync(join(monthFolder, `${id}.tar.gz`))).toBe(false);
  expect((await call('work.archived', { workspace })).total).toBe(0);
});

/** Backdates every date in a completed workflow. */
const makeOld = (contexts: string, id: string, day: string): void => {
  const path = join(contexts, 'completed', id, 'context.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/\b20\d\d-\d\d-\d\dT/g, `${day}T`));
};
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test('refuses a damaged archive and keeps it, and does not overwrite a folder that exists again', async () => {
  const { call, workspace, contexts, worked } = await start();
  const id = await worked();
  const { archived } = await call('work.archive', { workspace, id });
  const archive = archiveIn(contexts, archived.month, id);
  const whole = readFileSync(archive);
  const torn = [
    whole.subarray(0, -20),
    whole.subarray(0, whole.length / 2),
    Buffer.from('no archive'),
    Buffer.alloc(0),
  ];
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1] = (flipped[whole.length >> 1] ?? 0) ^ 0xff;
  for (const bytes of [flipped, ...torn]) {
    writeFileSync(archive, bytes);
    await expect(call('work.restore', { workspace, id })).rejects.toMatchObject({
      code: 'value_invalid',
      message: expect.stringContaining('It is left as it is.'),
    });
    expect(readFileSync(archive).equals(bytes)).toBe(true);
    expect(readdirSync(join(contexts, 'completed'))).toEqual([]);
  }
  expect((await call('work.archived', { workspace })).workflows).toMatchObject([{ id, problem: expect.any(String) }]);
  writeFileSync(archive, whole);
  mkdirSync(join(contexts, 'active', id), { recursive: true });
  writeFileSync(join(contexts, 'active', id, 'mine.txt'), 'mine');
  await expect(call('work.restore', { workspace, id })).rejects.toMatchObject({ code: 'key_exists' });
  const created = { meta: { created_at: `${archived.month}-01T00:00:00Z` } };
  writeFileSync(join(contexts, 'active', id, 'context.json'), JSON.stringify(created));
  await expect(call('work.archive', { workspace, id })).rejects.toMatchObject({ code: 'key_exists' });
  expect(readFileSync(archive).equals(whole)).toBe(true);
});

test('does not archive a folder that contains a link, and leaves it unchanged', async () => {
  const { world, call, workspace, contexts, worked } = await start();
  const id = await worked();
  const folder = join(contexts, 'completed', id);
  symlinkSync(join(world.root, 'own.txt'), join(folder, 'artifacts', 'own.txt'));
  await world.until(() => expect(hiddenIn(folder)).toEqual([]));
  const before = allIn(folder);
  await expect(call('work.archive', { workspace, id })).rejects.toMatchObject({ code: 'not_a_file' });
  expect(allIn(folder)).toEqual(before);
  expect(existsSync(join(contexts, 'archived'))).toBe(false);
});

test('lists an archive that another program added, and restores it by its context', async () => {
  const { call, workspace, contexts, worked } = await start();
  const id = await worked();
  const { archived } = await call('work.archive', { workspace, id });
  const moved = archiveIn(contexts, '2019-07', id);
  mkdirSync(dirname(moved), { recursive: true });
  renameSync(archiveIn(contexts, archived.month, id), moved);
  const { months, workflows } = await call('work.archived', { workspace });
  expect(months).toEqual([{ month: '2019-07', count: 1 }]);
  expect(workflows).toMatchObject([
    { id, month: '2019-07', where: 'completed', type: 'note_processing', problem: null },
  ]);
  expect((await call('work.archived', { workspace, month: '2019-08' })).total).toBe(0);
  expect(await call('work.restore', { workspace, id })).toMatchObject({ where: 'completed' });
  expect(existsSync(moved)).toBe(false);
});

test('leaves the rest of an interrupted write out of the archive, and archives all the same', async () => {
  const { world, call, workspace, contexts, worked } = await start();
  const id = await worked();
  const folder = join(contexts, 'completed', id);
  await world.until(() => expect(hiddenIn(folder)).toEqual([]));
  const before = allIn(folder);
  for (const name of [
    '.context.json.999999-0badf00d-1-0123456789abcdef.contexture-aside',
    'steps/.001_one.json.999999-0badf00d-2-0123456789abcdef.contexture-new',
  ]) {
    writeFileSync(join(folder, name), '{"of": "another"}');
  }
  await call('work.archive', { workspace, id });
  await call('work.restore', { workspace, id });
  const facts = (items: typeof before) => items.flatMap(({ name, bytes }) => (name === '' ? [] : [[name, bytes]]));
  expect(facts(allIn(folder))).toEqual(facts(before));
  const { lines } = await call('history.list', { workspace });
  const kept = lines.filter((line) => line.type === 'version' && line.who === 'outside');
  expect(kept).toMatchObject([{ file: `.aifriday/contexts/completed/${id}/context.json` }]);
});

test('lists an archive without a context as such, and does not restore it', async () => {
  const { call, workspace, contexts, create } = await start();
  const id = await create();
  await call('work.archive', { workspace, id });
  const { month } = (await call('work.archived', { workspace })).workflows[0] ?? { month: '' };
  const archive = archiveIn(contexts, month, id);
  const tar = pack();
  tar.entry({ name: `other/notes.md` }, 'mine');
  tar.finalize();
  const other = archiveIn(contexts, month, 'other');
  writeFileSync(other, gzipSync(await buffer(tar)));
  const before = readFileSync(other);
  expect((await call('work.archived', { workspace })).workflows.find((each) => each.id === 'other')).toMatchObject({
    problem: 'It has no context.json.',
  });
  await expect(call('work.restore', { workspace, id: 'other' })).rejects.toMatchObject({
    code: 'value_invalid',
    message: `${other} has no context.json, so there is no workflow in it to be restored. It is left as it is.`,
  });
  expect(readFileSync(other).equals(before)).toBe(true);
  expect(existsSync(join(contexts, 'completed', 'other'))).toBe(false);
  expect(existsSync(archive)).toBe(true);
});

test('archives completed workflows after 90 days, or as the settings say, and leaves restored ones alone', async () => {
  const { world, call, workspace, contexts, worked } = await start();
  const [old, younger, fresh] = [await worked(), await worked(), await worked()];
  makeOld(contexts, old, daysAgo(91));
  makeOld(contexts, younger, daysAgo(89));
  const due = async () => (await call('work.archiveDue', { workspace })).archived.map(({ id }) => id);
  await world.until(() => expect(hiddenIn(join(contexts, 'completed', old))).toEqual([]));
  const before = allIn(join(contexts, 'completed', old));
  expect(await due()).toEqual([old]);
  expect(existsSync(archiveIn(contexts, daysAgo(91), old))).toBe(true);
  expect(await due()).toEqual([]);
  await call('settings.write', { workspace, values: { workArchiveAfterDays: 30 } });
  expect(await due()).toEqual([younger]);
  await call('work.restore', { workspace, id: old });
  expect(allIn(join(contexts, 'completed', old))).toEqual(before);
  expect(await due()).toEqual([]);
  expect((await call('work.list', { workspace })).workflows.map(({ id }) => id).sort()).toEqual([old, fresh].sort());
});

test('archives due workflows once an attending window lists them, and only where Contexture has written', async () => {
  const { world, call, workspace, contexts, worked, of } = await start();
  const id = await worked();
  makeOld(contexts, id, daysAgo(200));
  await call('work.list', { workspace });
  await call('workspaces.attend', { workspace, visible: true });
  await call('work.list', { workspace });
  await world.until(() => expect(existsSync(archiveIn(contexts, daysAgo(200), id))).toBe(true));
  await world.until(() =>
    expect(of('notice').map(({ message }) => message)).toContain('1 workflow completed long ago went to the archive.'),
  );

  const other = await createNodeWorld();
  cpSync(join(world.root, '.aifriday'), join(other.root, '.aifriday'), { recursive: true });
  const path = join(other.root, '.aifriday/contexts/completed/w/context.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    JSON.stringify({
      meta: { created_at: '2020-01-01T00:00:00Z' },
      workflow: { completed_at: '2020-01-02T00:00:00Z' },
    }),
  );
  const before = allIn(other.root);
  const opened = await openIn(other, { startEmpty: true });
  await opened.call('workspaces.attend', { workspace: opened.workspace, visible: true });
  expect((await opened.call('work.list', { workspace: opened.workspace })).total).toBe(1);
  await other.restart();
  expect(allIn(other.root)).toEqual(before);
});

test('removes archived workflows for good, only when enabled, old enough and requested by name', async () => {
  const { world, call, workspace, contexts, worked } = await start();
  const [old, older, young] = [await worked(), await worked(), await worked()];
  makeOld(contexts, old, daysAgo(400));
  makeOld(contexts, older, daysAgo(500));
  for (const id of [old, older, young]) {
    await call('work.archive', { workspace, id });
  }
  const named = { id: old, month: daysAgo(400).slice(0, 7) };
  expect(await call('work.previewRemoval', { workspace })).toEqual({ days: null, bytes: 0, workflows: [] });
  expect(await call('work.removeArchived', { workspace, workflows: [named] })).toMatchObject({
    removed: [],
    kept: [named],
  });
  await call('settings.write', { workspace, values: { workRemoveArchived: true } });
  const preview = await call('work.previewRemoval', { workspace });
  expect(preview).toMatchObject({ days: 365, workflows: [{ id: old }, { id: older }] });
  expect(preview.bytes).toBe(preview.workflows.reduce((sum, { bytes }) => sum + bytes, 0));
  const fresh = { id: young, month: daysAgo(0).slice(0, 7) };
  const { removed, kept } = await call('work.removeArchived', { workspace, workflows: [named, fresh] });
  expect(removed).toEqual([named]);
  expect(kept).toMatchObject([fresh]);
  expect((await call('work.archived', { workspace })).workflows.map(({ id }) => id).sort()).toEqual(
    [older, young].sort(),
  );
  expect(existsSync(archiveIn(contexts, daysAgo(400), old))).toBe(false);
  expect(world.everyFile().filter(({ path }) => path.endsWith('archiving.json'))).toEqual([]);
});

test('one of two processes that archive a workflow succeeds, and concurrent writes are in the archive or prevent it', async () => {
  const { world, call, workspace, contexts, worked } = await start();
  const id = await worked({ complete: false });
  const other = await openIn(world.another(), { caller: 'other' });
  const both = await Promise.allSettled([
    call('work.archive', { workspace, id }),
    other.call('work.archive', { workspace: other.workspace, id }),
    call('work.update', { workspace, id, update: done('collect_materials', 'two') }),
  ]);
  expect(both.slice(0, 2).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await call('work.restore', { workspace, id });
  const context = JSON.parse(readFileSync(join(contexts, 'active', id, 'context.json'), 'utf8'));
  expect(context.workflow.step_history).toHaveLength(both[2]?.status === 'fulfilled' ? 2 : 1);
});
