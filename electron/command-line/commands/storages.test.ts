import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { withEngine } from '#testing/faults/real-engine.ts';
import { realEngine, runCommand } from '#testing/run-command.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const memory = '## Facts (certain)\n- city: Lisbon\n';
const talk = '{"role":"user","content":"Hi"}\n';
const kept: Readonly<Record<string, string>> = {
  'logs/context/global.md': memory,
  'logs/conversations/chat_history_support_ann.jsonl': talk,
  'logs/storages/state_support_ann.json': '{"theme":"dark"}',
  'logs/storages/context_support_default.json': JSON.stringify([
    { agentName: 'support', userId: 'ann', key: 'state_support_ann' },
    { agentName: 'support', userId: 'ann', key: 'chat_history_support_ann' },
    { agentName: 'support', key: 'memory' },
  ]),
};

const state = 'state_support_ann';

/** A folder in which an agent stores something, and commands on it. */
function start() {
  const folder = temporaryFolder();
  const root = join(folder, 'notes');
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  for (const [name, text] of Object.entries(kept)) {
    write(name, text);
  }
  const run = async (...args: string[]): Promise<string> => {
    const startEngine = realEngine(join(folder, 'data'));
    const { output, errors } = await runCommand(['storages', ...args, '-w', root], { startEngine });
    return output + errors;
  };
  /** Stores the same in the database, too. */
  const keepTwice = () =>
    withEngine({ root, dataFolder: join(folder, 'data') }, ({ call, workspace }) =>
      call('storages.write', { workspace, file: `sqlite/${state}`, key: state, text: '{"theme":"dark"}', over: null }),
    );
  const text = (name: string) => (existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8') : null);
  return { run, keepTwice, text, write };
}

it('shows what an agent stores, of every kind', async () => {
  const { run } = start();
  expect(await run('show', 'state_support_ann')).toBe('{"theme":"dark"}\n');
  expect(await run('show', 'chat_history_support_ann')).toBe(talk);
  expect((await run('show', 'memory')).trimEnd()).toBe(memory.trimEnd());
  const { storages } = JSON.parse(await run('list', '--json')) as { storages: { key: string; kind: string }[] };
  expect(storages.map(({ key, kind }) => [key, kind]).sort()).toEqual([
    ['chat_history_support_ann', 'chat_history'],
    ['memory', 'memory'],
    ['state_support_ann', 'state'],
  ]);
  expect(await run('show', 'nothing')).toContain('Nothing is stored under nothing here.');
});

it('clears and removes conversations with the rest, and the memory only by name', async () => {
  const { run, text } = start();
  expect(await run('clear', 'state_support_ann', 'chat_history_support_ann')).toContain(
    'Cleared 2 things that agents store.',
  );
  expect(text('logs/conversations/chat_history_support_ann.jsonl')).toBe('');
  expect(text('logs/storages/state_support_ann.json')).toBe('null\n');
  await run('remove', 'chat_history_support_ann');
  expect(text('logs/conversations/chat_history_support_ann.jsonl')).toBeNull();
  expect(text('logs/context/global.md')).toBe(memory);
  expect(await run('clear', 'memory')).toContain('Archived “city”.');
  expect(text('logs/context/global.md')).not.toContain('Lisbon');
});

it('names every place of a storage, and clears and removes all of them', async () => {
  const { run, keepTwice, text } = start();
  await keepTwice();
  expect(await run('list')).toContain(`${state}  stored, 16 bytes, in the database`);
  expect(
    JSON.parse(await run('keys', '--json'))
      .keys.map(({ key }: { key: string }) => key)
      .sort(),
  ).toEqual(['chat_history_support_ann', 'memory', state]);
  expect(await run('clear', state)).toContain('Cleared 2 things that agents store.');
  expect(await run('remove', state)).toContain('Removed 2 things that agents store.');
  expect(text(`logs/storages/${state}.json`)).toBeNull();
  expect(await run('list')).not.toContain('in the database');
});

it('shows and sets the latest of two copies', async () => {
  const { run } = start();
  await run('set', 'sqlite/state_support_ann', 'theme', 'light');
  expect(JSON.parse(await run('show', 'state_support_ann'))).toEqual({ theme: 'light' });
  await run('set', 'state_support_ann', 'size', '3');
  expect(JSON.parse(await run('show', 'sqlite/state_support_ann'))).toEqual({ theme: 'light', size: 3 });
});

it('sets names only in storages of JSON, and writes nothing beside an invalid one', async () => {
  const { run, text } = start();
  for (const which of ['memory', 'chat_history_support_ann', 'context_support_default', 'context_other_default']) {
    expect(await run('set', which, 'theme', 'light'), which).toContain('Nothing was changed.');
  }
  expect([text('logs/storages/memory.json'), text('logs/storages/chat_history_support_ann.json')]).toEqual([
    null,
    null,
  ]);
  expect(text('logs/storages/context_support_default.json')).toBe(kept['logs/storages/context_support_default.json']);
  expect(await run('set', 'state_Support_ann', 'theme', 'light')).toContain('Saved');
  expect(await run('keys', 'support')).toContain('state_support_ann  support for ann\n');
});

it('distinguishes a key with nothing saved yet from a removed storage', async () => {
  const { run, text, write } = start();
  const list = 'logs/storages/context_support_default.json';
  const keys = JSON.parse(text(list) ?? '') as object[];
  write(list, JSON.stringify([...keys, { agentName: 'support', userId: 'bob', key: 'state_support_bob' }]));
  expect(await run('list')).toContain('state_support_bob  nothing saved yet');
  expect(await run('show', 'state_support_bob')).toBe('Nothing was saved there yet.\n');
  await run('set', state, 'size', '3');
  await run('remove', state);
  expect(await run('list')).toContain(`${state}  tracked, but gone`);
  expect(await run('show', state)).toBe('Nothing is there any more.\n');
});
