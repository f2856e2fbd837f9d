import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ArchiveIndex } from '#engine/archive/archive-index.ts';
import { createAccess } from '#engine/workspace/access.ts';
import { contextFormat } from '#shared/formats/context/format.ts';
import type { ArchiveFormat } from '#shared/formats/format.ts';
import { createNodeWorld, openIn, today } from '#testing/engine-world.ts';

test('does not write to an archive file that leads out of its folder', async () => {
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

test('reads nothing through a link out of the archive folder, even one made since it was listed', async () => {
  const world = await createNodeWorld();
  const archive = dirname(world.archivePath(today));
  const victim = join(dirname(world.root), 'victim.md');
  writeFileSync(victim, '## Archived Insights\n- theirs: alone\n');
  mkdirSync(archive, { recursive: true });
  for (const name of ['global-2026-01-01.md', 'global-2026-01-02.md']) {
    writeFileSync(join(archive, name), '## Archived Insights\n- ours: seen\n');
  }
  symlinkSync(victim, join(archive, 'global-2026-01-03.md'));
  symlinkSync(join(archive, 'none.md'), join(archive, 'global-2026-01-04.md'));
  const list: typeof world.files.list = async (folder) => {
    const items = await world.files.list(folder);
    rmSync(join(archive, 'global-2026-01-02.md'));
    symlinkSync(victim, join(archive, 'global-2026-01-02.md'));
    return items;
  };
  const ports = { ...world.ports, files: { ...world.files, list } };
  const format = contextFormat.archive as ArchiveFormat;
  const index = new ArchiveIndex(ports, { folder: archive, format }, () => undefined);
  const files = await createAccess(ports, join(archive, 'lock')).inTurn((turn) => index.ready(turn));
  expect(files.map(({ name, document, problem }) => [name, document !== null, problem?.slice(0, 31)])).toEqual([
    ['global-2026-01-04.md', false, 'It is a link that leads out of '],
    ['global-2026-01-03.md', false, 'It is a link that leads out of '],
    ['global-2026-01-02.md', false, 'It is a link that leads out of '],
    ['global-2026-01-01.md', true, undefined],
  ]);
});

test.each(['the folder', 'a day'])('does not read daily notes when %s is a link to something else', async (which) => {
  const world = await createNodeWorld();
  const memory = join(world.root, '.openclaw', 'workspace', 'MEMORY.md');
  const theirs = join(dirname(world.root), 'theirs');
  const notes = join(dirname(memory), 'memory');
  world.outside.write(memory, '# Facts\n- tea\n');
  mkdirSync(theirs);
  writeFileSync(join(theirs, '2026-01-01.md'), '- theirs alone\n');
  if (which === 'the folder') {
    symlinkSync(theirs, notes);
  } else {
    mkdirSync(notes);
    symlinkSync(join(theirs, '2026-01-01.md'), join(notes, '2026-01-01.md'));
  }
  const { call, workspace } = await openIn({ root: memory, engine: world.engine });
  expect((await call('archive.entries', { workspace })).entries).toEqual([]);
  const { files } = await call('archive.files', { workspace });
  expect(files.map(({ name, problem }) => [name, problem?.slice(0, 31)])).toEqual(
    which === 'the folder' ? [] : [['memory/2026-01-01.md', 'It is a link that leads out of ']],
  );
});
