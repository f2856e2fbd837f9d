import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '#shared/contract/contract.ts';
import { createNodeWorld } from '#testing/engine-world.ts';
import { done, startWork } from '#testing/start-work.ts';

async function started() {
  const work = await startWork(await createNodeWorld());
  const { call, workspace } = work;
  const search = (text: string) => call('work.search', { workspace, text });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    work.world.outside.write(path, text);
  };
  return { ...work, search, write };
}

test('finds values with their path in active and completed workflows, steps, the record and file names', async () => {
  const { create, world, folder, call, workspace, search, write } = await started();
  const { id } = await create({ raw_notes: 'Über Grüntee.md', own: [{ deep: 'Kestrel  and tea' }] });
  const outputs = { summary: `${'x '.repeat(300)}kestrel${' y'.repeat(300)}` };
  await call('work.update', { workspace, id, update: done('initialize', 'a', { outputs }) });
  await call('work.edit', {
    workspace,
    id,
    fields: [{ path: ['data', 'working_data', 'note'], before: null, value: 'ospreys' }],
    user: 'ann',
  });
  write(join(folder, 'contexts/active', id, 'artifacts/Plan of kestrels.md'), 'not searched: heron');

  const { found, searched, next, unread } = await search('kestrel');
  expect({ searched, next, unread }).toEqual({ searched: { done: 1, total: 1 }, next: null, unread: [] });
  const about = { id, where: 'active', type: 'note_processing' };
  expect(found).toMatchObject([
    { ...about, file: 'context.json', at: 'data.inputs.own[0].deep', shown: 'Kestrel  and tea' },
    { ...about, file: 'context.json', at: 'data.outputs.summary', shown: expect.stringMatching(/^….{50,}kestrel.+…$/) },
    { ...about, file: 'artifacts/Plan of kestrels.md', at: '', line: 0 },
    { ...about, file: expect.stringMatching(/^steps\/001_/), at: 'outputs.summary' },
    { ...about, file: expect.stringMatching(/^steps\/001_/), at: 'inputs.own[0].deep' },
  ]);
  const lines = world.text(join(folder, 'contexts/active', id, 'context.json'))?.split('\n') ?? [];
  expect(lines[(found[0]?.line ?? 0) - 1]).toContain('Kestrel');
  expect((await search('heron')).found).toEqual([]);
  // In names and values together, in any case; and in the record.
  expect((await search('GRÜNTEE raw_notes')).found).toMatchObject([{ at: 'data.inputs.raw_notes' }, {}]);
  expect((await search('ospreys')).found.map(({ at }) => at).sort()).toEqual([
    'audit.human_interventions[0].after_state.data.working_data.note',
    'data.working_data.note',
  ]);

  await call('work.complete', { workspace, id });
  expect((await search('ospreys')).found).toMatchObject([{ where: 'completed' }, { where: 'completed' }]);
});

test('searches escaped, damaged and linked files as far as possible', async () => {
  const { folder, search, write } = await started();
  const context = (id: string): string => join(folder, 'contexts/active', id, 'context.json');
  write(context('escaped'), '{"data": {"inputs": {"a": "gr\\u00fcn\\ttea"}}}');
  write(context('torn'), '{\n // why\n "data": {"inputs": {"a": "grün"');
  write(context('deep'), `${'['.repeat(5000)}"grün"${']'.repeat(5000)}`);
  write(join(folder, 'contexts/active/escaped/secret.txt'), 'grün');
  symlinkSync(join(folder, 'contexts/active/escaped/secret.txt'), join(folder, 'contexts/active/torn/steps.json'));
  const { found, unread } = await search('grün');
  expect(unread).toEqual([]);
  expect(found).toMatchObject([
    { id: 'deep', at: '' },
    { id: 'escaped', at: 'data.inputs.a', shown: expect.stringContaining('grün') },
    { id: 'torn', at: 'data.inputs.a', line: 3 },
  ]);
});

test('continues a search where it stopped, each match once, and ends it when nobody waits for it', async () => {
  const { world, folder, call, workspace, write } = await started();
  for (let n = 0; n < 40; n += 1) {
    const inputs = { first: `tea ${n}`, second: 'tea', third: 'nothing' };
    write(
      join(folder, `contexts/active/w${String(n).padStart(2, '0')}/context.json`),
      JSON.stringify({ data: { inputs } }),
    );
  }
  const all: string[] = [];
  for (let from: Result<'work.search'>['next'] | undefined; from !== null; ) {
    const page: Result<'work.search'> = await call('work.search', { workspace, text: 'tea', limit: 7, from });
    expect(page.found.length).toBeLessThanOrEqual(7);
    all.push(...page.found.map(({ id, at }) => `${id} ${at}`));
    from = page.next;
  }
  expect(all).toHaveLength(80);
  expect(new Set(all).size).toBe(80);

  const stopped = await world
    .engine()
    .call(
      'work.search',
      { workspace, text: 'nothing', limit: 200, from: undefined },
      { caller: 'page', progress: () => undefined, cancelled: () => true },
    );
  expect(stopped.searched.done).toBeLessThan(40);
  expect(stopped.next).not.toBeNull();
});

test('searches archived workflows after the others, in their compressed form', async () => {
  const { create, folder, call, workspace, search, write } = await started();
  const { id } = await create({ raw_notes: 'kestrel.md' });
  await call('work.update', { workspace, id, update: done('initialize', 'a', { outputs: { seen: 'one kestrel' } }) });
  write(join(folder, 'contexts/active', id, 'artifacts/kestrels.md'), 'not searched: heron');
  const before = (await search('kestrel')).found;
  await call('work.archive', { workspace, id });
  const { id: other } = await create({ raw_notes: 'kestrel.md' });
  const { found, unread, searched } = await search('kestrel');
  expect({ unread, searched }).toEqual({ unread: [], searched: { done: 2, total: 2 } });
  expect(found[0]).toMatchObject({ id: other, where: 'active' });
  expect(found.slice(1)).toEqual(before.map((match) => ({ ...match, where: 'archived' })));
  expect(before.map(({ file }) => file)).toContain('artifacts/kestrels.md');
  expect((await search('heron')).found).toEqual([]);
});
