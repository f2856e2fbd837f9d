import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { refOf } from '#shared/entries/entry.ts';
import { createMemoryWorld, openIn } from '#testing/engine-world.ts';

async function setUp() {
  const world = await createMemoryWorld();
  onTestFinished(() => world.engine().close());
  const opened = await openIn(world, { startEmpty: true });
  const { call, workspace } = opened;
  const folder = `${world.root}/logs/storages`;
  const write = (file: string, text: string, over: string | null = null) =>
    call('storages.write', { workspace, file, key: file, text, over, assistant: 'support' });
  return { world, ...opened, folder, write };
}

const learned = { category: 'fact', key: 'tea', value: 'green', confidence: 'likely', source: 'x' };

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

test('writes a storage only over the known version', async () => {
  const { world, call, workspace, folder, write } = await setUp();
  const { version } = await write('state_support_ann', '{"a":1}');
  expect(version).toBe(hashOf('{"a":1}'));
  await write('state_support_ann', '{"a":2}', version);
  await expect(write('state_support_ann', '{"a":3}', version)).rejects.toMatchObject({ code: 'text_conflict' });
  await expect(write('state_support_ann', '{"a":3}')).rejects.toMatchObject({ code: 'text_conflict' });
  expect(world.text(`${folder}/state_support_ann.json`)).toBe('{"a":2}');
  expect(await call('storages.read', { workspace, file: 'state_support_ann' })).toEqual({
    text: '{"a":2}',
    total: 7,
    version: hashOf('{"a":2}'),
  });
});

test('previews the beginning of requested storages, without their secrets', async () => {
  const { call, workspace, write } = await setUp();
  const key = `gh${'p'}_${'a1B2'.repeat(9)}`;
  await write('state_support_ann', JSON.stringify({ theme: 'dark', login: `${'word '.repeat(15)}${key}` }));
  await write('notes_support_ann', '{}');
  const pem = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA0123456789abcdef\n'.repeat(250)}-----END RSA PRIVATE KEY-----`;
  const aws = `wJalrXUtnFEMI/K7MDENG/bPxRfiCY${'Zq8LmT3vXs'}`;
  await write('keys_support_ann', JSON.stringify({ [key]: { aws_secret_access_key: aws }, in: { [key]: 'x', pem } }));
  const told = await call('storages.beginnings', { workspace, files: ['keys_support_ann'] });
  expect(told.beginnings[0]?.says).toEqual([
    { name: '••• › aws_secret_access_key', value: '•••' },
    { name: 'in › •••', value: 'x' },
    { name: 'in › pem', value: '•••' },
  ]);
  const files = ['state_support_ann', 'notes_support_ann', 'gone'];
  const { beginnings } = await call('storages.beginnings', { workspace, files });
  const login = `${'word '.repeat(15)}•••`;
  expect(beginnings).toEqual([
    {
      file: 'state_support_ann',
      says: [
        { name: 'theme', value: 'dark' },
        { name: 'login', value: login },
      ],
    },
    { file: 'notes_support_ann', says: [] },
    { file: 'gone', says: [] },
  ]);
});

test.each(['storages.remove', 'storages.clear'] as const)('undoes %s to the byte, all at once', async (method) => {
  const { world, call, workspace, folder, write } = await setUp();
  await write('state_support_ann', '{"a":1}');
  await write('notes_support_ann', '[1]');
  const { change } = await call(method, { workspace, files: ['state_support_ann', 'notes_support_ann', 'gone'] });
  const after = method === 'storages.remove' ? null : 'null\n';
  expect(world.text(`${folder}/state_support_ann.json`)).toBe(after);
  expect(world.text(`${folder}/notes_support_ann.json`)).toBe(after);
  expect(world.text(`${folder}/gone.json`)).toBeNull();
  await call('context.undo', { workspace, change: change?.id });
  expect(world.text(`${folder}/state_support_ann.json`)).toBe('{"a":1}');
  expect(world.text(`${folder}/notes_support_ann.json`)).toBe('[1]');
});

test('the list shows the kind, trackers and state of each storage', async () => {
  const { world, call, workspace, folder, write } = await setUp();
  const tracked = [
    { agentName: 'support', userId: 'ann', key: 'state_support_ann' },
    { agentName: 'support', userId: 'bob', key: 'state_support_bob' },
    { agentName: 'support', userId: 'ann', key: 'chat_history_support_ann' },
    { agentName: 'support', key: 'memory' },
  ];
  await write('context_support_default', JSON.stringify(tracked));
  await write('state_support_ann', '{"a":1}');
  await write('notes_support_ann', '[]');
  world.outside.write(`${folder}/other.json`, '{"cut of');
  const conversation = 'chat_history_support_ann';
  await call('conversationStore.add', { workspace, conversation, messages: [{ role: 'user', content: 'Hi' }] });
  const { storages } = await call('storages.list', { workspace });
  const states = Object.fromEntries(
    storages.map(({ kind, file, state, trackedBy, conversation }) => [
      file,
      [kind, state, trackedBy.length, ...(conversation === null ? [] : [conversation])],
    ]),
  );
  expect(states).toEqual({
    context_support_default: [null, 'keys', 0],
    state_support_ann: ['state', 'kept', 1],
    state_support_bob: ['state', 'unused', 1],
    notes_support_ann: [null, 'empty', 0],
    other: [null, 'damaged', 0],
    chat_history_support_ann: ['chat_history', 'kept', 1, 'chat_history_support_ann'],
    memory: ['memory', 'unused', 1],
  });
});

test('a storage that was saved or seen and is missing is gone; a key that was never used has nothing saved yet', async () => {
  const { world, call, workspace, folder, write } = await setUp();
  const keys = ['state_support_ann', 'state_support_bob', 'state_support_cy', 'chat_history_support_ann'];
  const users = ['ann', 'bob', 'cy', 'ann'];
  await write(
    'context_support_default',
    JSON.stringify(keys.map((key, at) => ({ agentName: 'support', userId: users[at], key }))),
  );
  const states = async () =>
    Object.fromEntries((await call('storages.list', { workspace })).storages.map(({ file, state }) => [file, state]));
  expect(await states()).toMatchObject(Object.fromEntries(keys.map((key) => [key, 'unused'])));
  await write('state_support_ann', '{"a":1}');
  world.outside.write(`${folder}/state_support_bob.json`, '{"b":1}');
  await call('conversationStore.add', {
    workspace,
    conversation: 'chat_history_support_ann',
    messages: [{ role: 'user', content: 'Hi' }],
  });
  await call('storages.markSeen', { workspace });
  await call('storages.remove', { workspace, files: ['state_support_ann', 'chat_history_support_ann'] });
  world.outside.remove(`${folder}/state_support_bob.json`);
  expect(await states()).toMatchObject({
    state_support_ann: 'gone',
    state_support_bob: 'gone',
    state_support_cy: 'unused',
    chat_history_support_ann: 'gone',
  });
  await call('storages.untrack', { workspace, files: ['state_support_bob', 'state_support_cy'] });
  expect(Object.keys(await states()).sort()).toEqual([
    'chat_history_support_ann',
    'context_support_default',
    'state_support_ann',
  ]);
});

test.each(['storages.remove', 'storages.clear'] as const)(
  '%s includes conversations in the same step',
  async (method) => {
    const { world, call, workspace, folder, write } = await setUp();
    const path = `${world.root}/logs/conversations/chat_history_support_ann.jsonl`;
    const conversation = 'chat_history_support_ann';
    await write('state_support_ann', '{"a":1}');
    await call('conversationStore.add', { workspace, conversation, messages: [{ role: 'user', content: 'Hi' }] });
    const before = world.text(path);
    const files = { files: ['state_support_ann'], conversations: [conversation] };
    const { change } = await call(method, { workspace, ...files });
    expect(world.text(path)).toBe(method === 'storages.remove' ? null : '');
    await call('context.undo', { workspace, change: change?.id });
    expect(world.text(path)).toBe(before);
    expect(world.text(`${folder}/state_support_ann.json`)).toBe('{"a":1}');
  },
);

test('later pages show the same moment, and each file is read once for it', async () => {
  const { world, call, workspace, folder, write } = await setUp();
  for (const file of ['a', 'b', 'c']) {
    await write(file, '{}');
  }
  const page = async (offset: number) => {
    const { storages, total } = await call('storages.list', { workspace, offset, limit: 1 });
    return [storages.map(({ file }) => file).join(), total];
  };
  expect(await page(0)).toEqual(['a', 3]);
  world.outside.write(`${folder}/aa.json`, '{}');
  expect([await page(1), await page(2)]).toEqual([
    ['b', 3],
    ['c', 3],
  ]);
  expect(await page(0)).toEqual(['a', 4]);
  expect([await page(1), await page(2), await page(3)]).toEqual([
    ['aa', 4],
    ['b', 4],
    ['c', 4],
  ]);
});

test('removes and restores an agent’s conversations with its data; the memory stays', async () => {
  const { world, call, workspace, write, entries } = await setUp();
  const file = 'chat_history_support_ann';
  const path = `${world.root}/logs/conversations/${file}.jsonl`;
  const keys = [
    { agentName: 'support', userId: 'ann', key: file },
    { agentName: 'support', key: 'memory' },
  ];
  await write('context_support_default', JSON.stringify(keys));
  await call('context.apply', { workspace, updates: [learned] });
  await call('conversationStore.add', { workspace, conversation: file, messages: [{ role: 'user', content: 'Hi' }] });
  const said = world.text(path);
  const scope = { of: 'agent' as const, agent: 'support', whom: null };
  const { change, removal } = await call('storages.removeAll', { workspace, scope });
  expect(removal.goes).toMatchObject([{ file, conversation: file, kind: 'chat_history', state: 'kept' }]);
  expect(world.text(path)).toBeNull();
  expect(await entries()).toHaveLength(1);
  await call('context.undo', { workspace, change: change?.id });
  expect(world.text(path)).toBe(said);
  await call('storages.clear', { workspace, files: [file, 'memory'] });
  expect(world.text(path)).toBe('');
  expect(await entries()).toHaveLength(1);
});

test('clears a conversation only at the length at which it was last read', async () => {
  const { call, workspace } = await setUp();
  const conversation = 'chat_history_support_ann';
  const add = () =>
    call('conversationStore.add', { workspace, conversation, messages: [{ role: 'user', content: 'Hi' }] });
  const { to: over } = await add();
  await add();
  const clear = () => call('conversationStore.clear', { workspace, conversation, over });
  await expect(clear()).rejects.toMatchObject({ code: 'text_conflict' });
  expect((await call('conversationStore.messages', { workspace, conversation })).messages).toHaveLength(2);
});

test('archives and restores all entries at once, except those the person protected when an agent asks', async () => {
  const { call, workspace, entries } = await setUp();
  await call('context.apply', { workspace, updates: [learned, { ...learned, key: 'city', value: 'Bonn' }] });
  const [tea] = await entries();
  await call('context.change', {
    workspace,
    operations: [{ op: 'pin', entry: refOf(tea ?? expect.fail()), pinned: true }],
  });
  const { change } = await call('context.archiveAll', { workspace, assistant: 'support' });
  expect((await entries()).map(({ key }) => key)).toEqual(['tea']);
  await call('context.archiveAll', { workspace });
  expect(await entries()).toEqual([]);
  expect((await call('archive.entries', { workspace })).entries.map(({ key }) => key).sort()).toEqual(['city', 'tea']);
  await call('context.undo', { workspace, change: change?.id });
  expect((await entries()).map(({ key }) => key)).toEqual(['city']);
});

test('sets a damaged storage aside whole, and keeps a valid one', async () => {
  const { world, call, workspace, folder, write } = await setUp();
  await write('fine', '{}');
  expect(await call('storages.setAside', { workspace, file: 'fine' })).toMatchObject({ name: null, change: null });
  world.outside.write(`${folder}/other.json`, '{"cut of');
  const { name } = await call('storages.setAside', { workspace, file: 'other' });
  expect(world.text(`${folder}/other.json`)).toBeNull();
  expect(world.text(`${folder}/${name}`)).toBe('{"cut of');
});

test('sets aside an invalid list of keys; a valid one can’t be cleared', async () => {
  const { world, call, workspace, folder } = await setUp();
  const file = 'context_support_default';
  world.outside.write(`${folder}/${file}.json`, '{"theme":"dark"}');
  const stateOf = async () =>
    (await call('storages.list', { workspace })).storages.filter((one) => one.file === file).map(({ state }) => state);
  expect(await stateOf()).toEqual(['damaged']);
  expect((await call('storages.setAside', { workspace, file })).name).toMatch(/damaged/);
  expect(await stateOf()).toEqual([]);
  world.outside.write(`${folder}/${file}.json`, '[]');
  expect(await stateOf()).toEqual(['keys']);
  await expect(call('storages.clear', { workspace, files: [file] })).rejects.toMatchObject({ code: 'value_invalid' });
});

test('sets a state name by name, tracks it once, and reads it back', async () => {
  const { world, call, workspace, folder } = await setUp();
  const support = { workspace, agent: 'support', user: 'ann' };
  await call('storages.setState', { ...support, values: { theme: 'dark', size: 3 }, assistant: 'support' });
  await call('storages.setState', { ...support, values: { size: null, lines: ['a'] } });
  expect(await call('storages.getState', support)).toEqual({
    key: 'state_support_ann',
    value: { theme: 'dark', lines: ['a'] },
  });
  expect(await call('storages.getState', { ...support, name: 'theme' })).toMatchObject({ value: 'dark' });
  expect(await call('storages.getState', { ...support, name: 'toString' })).toMatchObject({ value: null });
  expect(JSON.parse(world.text(`${folder}/context_support_default.json`) ?? '')).toMatchObject([
    { agentName: 'support', userId: 'ann', key: 'state_support_ann' },
  ]);
  world.outside.write(`${folder}/state_support_ann.json`, '[1');
  await expect(call('storages.setState', { ...support, values: { a: 1 } })).rejects.toMatchObject({
    code: 'value_invalid',
  });
  expect(world.text(`${folder}/state_support_ann.json`)).toBe('[1');
});
