import { expect, onTestFinished, test } from 'vitest';
import { wholeStorages } from '#shared/contract/reading/whole-storages.ts';
import { maxMessageBytes } from '#shared/contract/wire/message-text.ts';
import { createMemoryWorld, createNodeWorld, openIn } from '#testing/engine-world.ts';

const trackedBy = (agent: string, ...keys: readonly (readonly [key: string, user: string | null])[]) =>
  JSON.stringify(
    keys.map(([key, userId]) => ({ agentName: agent, userId, key })),
    null,
    2,
  );

/** Data that two agents store for two people, with bytes that our programs would not write. */
const kept: Readonly<Record<string, string>> = {
  'context_support_default.json': trackedBy(
    'support',
    ['state_support_ann', 'ann'],
    ['notes_support_ann', 'ann'],
    ['state_support_bob', 'bob'],
    ['gone_support_ann', 'ann'],
    ['shared', 'ann'],
  ),
  'context_sales_default.json': trackedBy('sales', ['state_sales_ann', 'ann'], ['shared', 'ann']),
  'state_support_ann.json': '{"a":1}\r\n\r\n',
  'notes_support_ann.json': '\ufeff[ "tea" ]',
  'state_support_bob.json': '{"b": 2 }',
  'state_sales_ann.json': '{}',
  'shared.json': '[1]',
  'stray_nobody_ann.json': '"x"',
  'broken.json.damaged-1234abcd': '{"cut of',
};

async function setUp(makeWorld = createMemoryWorld) {
  const world = await makeWorld();
  onTestFinished(() => world.engine().close());
  const opened = await openIn(world, { startEmpty: true });
  const { call, workspace } = opened;
  await call('context.change', {
    workspace,
    operations: [{ op: 'add', category: 'fact', key: 'tea', value: 'Likes tea.' }],
  });
  const folder = `${world.root}/logs/storages`;
  world.ports.files.makeFolder(folder);
  for (const [name, text] of Object.entries(kept)) {
    await world.ports.files.store(`${folder}/${name}`, new TextEncoder().encode(text));
  }
  const now = () => Object.fromEntries(Object.keys(kept).map((name) => [name, world.text(`${folder}/${name}`)]));
  const keysOf = (agent: string): string[] =>
    (JSON.parse(world.text(`${folder}/context_${agent}_default.json`) ?? '[]') as { key: string }[]).map(
      ({ key }) => key,
    );
  return { world, ...opened, folder, now, keysOf };
}

const memory = { file: 'logs/context/global.md', entries: 1 };

test('removes all of an agent’s data for one person in one step as previewed, and restores it to the byte', async () => {
  const { world, call, workspace, now, keysOf } = await setUp(createNodeWorld);
  const ann = { user: 'ann', chat: null, group: null, scope: null };
  const scope = { of: 'agent' as const, agent: 'support', whom: ann };
  const before = now();
  const said = world.text(world.contextPath);
  const preview = await call('storages.preview', { workspace, act: 'remove', scope });
  expect(preview.goes.map(({ file, staysTracked, sharedWith }) => [file, staysTracked, sharedWith]).sort()).toEqual([
    ['notes_support_ann', false, []],
    ['shared', false, ['sales']],
    ['state_support_ann', false, []],
  ]);
  expect(preview).toMatchObject({
    counts: { storages: 3, bytes: 26, gone: 1, tracked: 0 },
    setAside: [],
    stays: { memory, storages: 3 },
  });
  expect(now()).toEqual(before);

  const { change, removal } = await call('storages.removeAll', { workspace, scope });
  expect(removal).toEqual(preview);
  expect(now()).toEqual({
    ...before,
    'state_support_ann.json': null,
    'notes_support_ann.json': null,
    'shared.json': null,
    'context_support_default.json': expect.any(String),
  });
  expect([keysOf('support'), keysOf('sales')]).toEqual([['state_support_bob'], ['state_sales_ann', 'shared']]);
  expect(world.text(world.contextPath)).toBe(said);

  await call('context.undo', { workspace, change: change?.id });
  expect(now()).toEqual(before);
});

test('removes all agents’ data with untracked and set-aside files; the memory stays', async () => {
  const { world, call, workspace, now, keysOf } = await setUp();
  const before = now();
  const said = world.text(world.contextPath);
  const { change, removal } = await call('storages.removeAll', { workspace, scope: { of: 'all' } });
  expect(removal).toMatchObject({ setAside: ['broken.json.damaged-1234abcd'], stays: { memory, storages: 0 } });
  expect(removal.counts).toMatchObject({ storages: 6, gone: 1 });
  const left = Object.entries(now()).flatMap(([name, text]) => (text === null ? [] : [name]));
  expect(left.sort()).toEqual(['context_sales_default.json', 'context_support_default.json']);
  expect([keysOf('support'), keysOf('sales')]).toEqual([[], []]);
  expect(world.text(world.contextPath)).toBe(said);
  await call('context.undo', { workspace, change: change?.id });
  expect(now()).toEqual(before);
});

test.each(['clear', 'remove'] as const)(
  'the preview of a single storage to %s says that it stays tracked',
  async (act) => {
    const { call, workspace } = await setUp();
    const files = ['state_support_ann', 'stray_nobody_ann'];
    const { goes } = await call('storages.preview', { workspace, act, scope: { of: 'some', files } });
    expect(goes.map(({ file, staysTracked }) => [file, staysTracked]).sort()).toEqual([
      ['state_support_ann', true],
      ['stray_nobody_ann', false],
    ]);
  },
);

test('adopts an untracked storage for the one its file name gives, and for nobody else', async () => {
  const { call, workspace, keysOf, now } = await setUp();
  const before = now();
  const file = 'stray_nobody_ann';
  await expect(call('storages.adopt', { workspace, file, agent: 'support', user: 'ann' })).rejects.toMatchObject({
    code: 'value_invalid',
  });
  await expect(
    call('storages.adopt', { workspace, file: 'x_nobody_ann', agent: 'nobody', user: 'ann' }),
  ).rejects.toMatchObject({ code: 'not_found' });
  expect(now()).toEqual(before);
  const { key } = await call('storages.adopt', { workspace, file, agent: 'nobody', user: 'ann' });
  expect([key, keysOf('nobody')]).toEqual(['stray_nobody_ann', ['stray_nobody_ann']]);
  const { storages } = await call('storages.list', { workspace });
  expect(storages.find((one) => one.file === file)).toMatchObject({
    key,
    kind: 'stray',
    trackedBy: [{ agent: 'nobody', user: 'ann', chat: null }],
  });
});

test('stops tracking only what is gone', async () => {
  const { call, workspace, keysOf, now } = await setUp();
  const before = now();
  const files = ['gone_support_ann', 'state_support_ann'];
  const { change } = await call('storages.untrack', { workspace, files });
  expect(keysOf('support')).toEqual(['state_support_ann', 'notes_support_ann', 'state_support_bob', 'shared']);
  await call('context.undo', { workspace, change: change?.id });
  expect(now()).toEqual(before);
});

test('corrects a storage by edits of the version that was read, and keeps it valid JSON', async () => {
  const { world, call, workspace, folder } = await setUp();
  const file = 'state_support_ann';
  const read = async () => (await call('storages.read', { workspace, file })).version ?? '';
  const version = await read();
  const edits = [{ from: 5, to: 6, insert: '22' }];
  const after = await call('storages.edit', { workspace, file, version, edits });
  expect(world.text(`${folder}/${file}.json`)).toBe('{"a":22}\r\n\r\n');
  expect(after.version).toBe(await read());
  await expect(call('storages.edit', { workspace, file, version, edits })).rejects.toMatchObject({
    code: 'text_conflict',
  });
  const cut = { workspace, file, version: after.version, edits: [{ from: 0, to: 1, insert: '' }] };
  await expect(call('storages.edit', cut)).rejects.toMatchObject({ code: 'value_invalid' });
  expect(world.text(`${folder}/${file}.json`)).toBe('{"a":22}\r\n\r\n');
});

test('marks storages that came, changed or went until the person sees them, across starts', async () => {
  const { world, call, workspace, folder } = await setUp();
  const marks = async () => {
    const { storages, looked, removed } = await call('storages.list', { workspace });
    return {
      looked,
      removed,
      marked: storages.flatMap(({ file, mark }) => (mark === null ? [] : [`${file} ${mark}`])).sort(),
    };
  };
  expect(await marks()).toEqual({ looked: false, removed: [], marked: [] });
  await call('storages.markSeen', { workspace });
  expect(await marks()).toEqual({ looked: true, removed: [], marked: [] });
  world.outside.write(`${folder}/state_support_bob.json`, '{"b":3}');
  world.outside.write(`${folder}/fresh_support_bob.json`, '{}');
  world.outside.write(`${folder}/gone_support_ann.json`, '1');
  world.outside.remove(`${folder}/stray_nobody_ann.json`);
  const news = {
    looked: true,
    removed: ['stray_nobody_ann'],
    marked: ['fresh_support_bob new', 'gone_support_ann new', 'state_support_bob changed'],
  };
  expect(await marks()).toEqual(news);
  await world.restart();
  const again = await openIn(world, {});
  expect((await again.call('storages.list', { workspace: again.workspace })).removed).toEqual(news.removed);
  await again.call('storages.markSeen', { workspace: again.workspace, files: ['state_support_bob'] });
  const { storages } = await again.call('storages.list', { workspace: again.workspace });
  expect(storages.flatMap(({ file, mark }) => (mark === null ? [] : [file])).sort()).toEqual([
    'fresh_support_bob',
    'gone_support_ann',
  ]);
  const scope = { of: 'all' as const };
  const { change } = await again.call('storages.removeAll', { workspace: again.workspace, scope });
  await again.call('storages.markSeen', { workspace: again.workspace });
  expect((await again.call('storages.list', { workspace: again.workspace })).removed).toEqual([]);
  await again.call('context.undo', { workspace: again.workspace, change: change?.id });
  const undone = await again.call('storages.list', { workspace: again.workspace });
  expect(undone.storages.flatMap(({ file, mark }) => (mark === null ? [] : [file]))).toEqual([
    'fresh_support_bob',
    'gone_support_ann',
  ]);
  world.outside.write(`${folder}/state_support_bob.json`, '{"b": 2 }');
  const back = await again.call('storages.list', { workspace: again.workspace });
  expect(back.storages.find(({ file }) => file === 'state_support_bob')?.mark).toBeNull();
});

test('reports what another program saves', async () => {
  const { world, workspace, folder, of } = await setUp();
  world.outside.write(`${folder}/state_support_bob.json`, '{"b":3}');
  await world.until(() => expect(of('storages.changed')).toContainEqual({ workspace }));
});

test('reports what another process of ours stores for an agent, also in the database', async () => {
  const { world, workspace, of } = await setUp(createNodeWorld);
  const other = await openIn(world.another({ personLooks: false, personApproves: false }));
  await other.call('storages.setState', {
    workspace: other.workspace,
    agent: 'support',
    user: 'ann',
    values: { b: 2 },
  });
  await world.until(() => expect(of('storages.changed')).toContainEqual({ workspace }));
  const told = of('storages.changed').length;
  const row = {
    workspace: other.workspace,
    file: 'sqlite/state_sales_bob',
    key: 'state_sales_bob',
    text: '{}',
    over: null,
  };
  await other.call('storages.write', { ...row, assistant: 'sales' });
  await world.until(() => expect(of('storages.changed').length).toBeGreaterThan(told));
});

test('removes database storages with the rest in one step, and restores them to the byte', async () => {
  const { call, workspace } = await setUp(createNodeWorld);
  const write = (file: string, text: string) =>
    call('storages.write', { workspace, file, key: file, text, over: null, assistant: 'support' });
  await write('sqlite/state_support_ann', '{ "row": 1 }');
  await write(
    'sqlite/context_support_default',
    trackedBy('support', ['state_support_ann', 'ann'], ['rows_support_ann', 'ann']),
  );
  const read = async (file: string) => (await call('storages.read', { workspace, file })).text;
  const files = ['sqlite/state_support_ann', 'sqlite/context_support_default', 'state_support_ann'];
  const now = () => Promise.all(files.map(read));
  const before = await now();
  const scope = { of: 'agent' as const, agent: 'support', whom: null };
  const { change, removal } = await call('storages.removeAll', { workspace, scope });
  expect(removal.goes.map(({ file }) => file)).toContain('sqlite/state_support_ann');
  expect(await now()).toEqual([null, '[]\n', null]);
  await call('context.undo', { workspace, change: change?.id });
  expect(await now()).toEqual(before);

  // Remaining storages stay tracked.
  await call('storages.untrack', { workspace, files: ['sqlite/rows_support_ann', 'sqlite/state_support_ann'] });
  expect(await read('sqlite/context_support_default')).not.toContain('rows_support_ann');
  expect(await read('sqlite/context_support_default')).toContain('state_support_ann');
});

test('reports changes in a storage since the person last looked, value by value, while that version is stored', async () => {
  const { call, workspace, world, folder, of } = await setUp();
  const file = 'todos_support_ann';
  const write = (text: string, over: string | null = null) =>
    call('storages.write', { workspace, file, key: file, text, over, assistant: 'support' });
  const changes = async (since?: string) => call('storages.changes', { workspace, file, ...(since && { since }) });
  const { version } = await write('{"theme":"dark","pets":["cat"]}');
  expect(await changes()).toEqual({ since: null, changes: [], total: 0 });
  await call('storages.markSeen', { workspace });
  expect(await changes()).toEqual({ since: version, changes: [], total: 0 });
  await write('{"theme":"light","pets":["dog","cat"]}', version);
  const found = {
    since: version,
    changes: [
      { path: ['theme'], before: '"dark"', after: '"light"' },
      { path: ['pets', 0], before: null, after: '"dog"' },
    ],
    total: 2,
  };
  expect(await changes()).toEqual(found);
  const told = of('storages.changed').length;
  await call('storages.markSeen', { workspace, files: [file] });
  expect(of('storages.changed').length).toBeGreaterThan(told);
  expect((await changes()).changes).toEqual([]);
  expect(await changes(version)).toEqual(found);
  world.outside.write(`${folder}/${file}.json`, '{"cut of');
  expect(await changes()).toMatchObject({ since: null, total: 0 });
});

test('keeps answers within the size limit, however much is stored', async () => {
  const { world, call, workspace, folder } = await setUp();
  const keys = Array.from({ length: 8_000 }, (_, index) => [`state_support_person${index}`, `person${index}`] as const);
  world.outside.write(`${folder}/context_support_default.json`, trackedBy('support', ...keys));
  world.outside.write(`${folder}/state_support_person7.json`, '{}');
  const { storages } = await wholeStorages(call, workspace);
  expect(storages).toHaveLength(8_008);
  expect(new Set(storages.map(({ file }) => file)).size).toBe(storages.length);
  const scope = { of: 'agent' as const, agent: 'support', whom: null };
  const longest = [
    await call('storages.list', { workspace }),
    await call('storages.preview', { workspace, act: 'remove', scope }),
  ].map((answer) => JSON.stringify(answer).length);
  expect(Math.max(...longest)).toBeLessThan(maxMessageBytes / 2);
});

test('describes changes to agent data by their name in the list, never by key', async () => {
  const { call, workspace } = await setUp();
  const labelOf = async (files: readonly string[]) =>
    (await call('storages.remove', { workspace, files: [...files] })).change?.label;
  expect(await labelOf(['notes_support_ann'])).toBe('Removed “Notes of support for ann”');
  expect((await call('storages.clear', { workspace, files: ['state_sales_ann'] })).change?.label).toBe(
    'Cleared “State of sales for ann”',
  );
  expect(await labelOf(['state_support_ann', 'state_support_bob'])).toBe('Removed 2 things that agents store');
});
