import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { personSource } from '#shared/entries/correction.ts';
import { withEngine } from '#testing/faults/real-engine.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { createContext, defineStorage } from './index.ts';

async function openIn(workspace: string, identity = { user: 'ann' }, agent = 'support') {
  const context = await createContext({ workspace, agent, identity, drivers: ['file'] });
  onTestFinished(() => context.close());
  return context;
}

function setUp() {
  vi.stubEnv('CONTEXTURE_DATA_DIR', temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  return temporaryFolder();
}

test('restores what an agent stored in an empty folder', async () => {
  const workspace = setUp();
  const context = await openIn(workspace);
  expect(context.has('state')).toBe(true);
  context.state.set('theme', 'dark');
  expect(context.state.get('theme')).toBe('dark');
  expect(await context.save()).toEqual({ written: ['state', 'context'], failures: [], notes: [] });
  await context.close();
  expect(readFileSync(join(workspace, 'logs/storages/state_support_ann.json'), 'utf8')).toBe(
    '{\n  "theme": "dark"\n}\n',
  );

  const again = await openIn(workspace);
  expect(again.state.get('theme')).toBe('dark');
  expect(again.trackedKeys()).toEqual(['state_support_ann', 'chat_history_support_ann', 'memory']);
  expect((await openIn(workspace, { user: 'bob' })).state.get('theme')).toBeUndefined();
});

test('creates a missing workspace', async () => {
  const workspace = join(setUp(), 'new', 'notes');
  const context = await openIn(workspace);
  context.state.set('theme', 'dark');
  expect((await context.save()).written).toContain('state');
  expect(existsSync(join(workspace, 'logs/storages/state_support_ann.json'))).toBe(true);
  await expect(openIn(join(workspace, 'gone.md'))).rejects.toMatchObject({ code: 'not_found' });
  expect(existsSync(join(workspace, 'gone.md'))).toBe(false);
});

test('supports many contexts in a process, each closed separately, without listener warnings', async () => {
  const workspace = setUp();
  const warnings: string[] = [];
  const hear = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));
  const users = Array.from({ length: 12 }, (_, n) => `user${n}`);
  const contexts = await Promise.all(users.map((user) => openIn(workspace, { user })));
  for (const [n, context] of contexts.entries()) {
    context.state.set('n', n);
    await context.close();
  }
  const again = await openIn(workspace, { user: 'user7' });
  expect([again.state.get('n'), again.trackedKeys().length]).toEqual([7, 25]);
  expect(warnings).toEqual([]);
});

test('creates nothing when a workspace disappeared', async () => {
  const workspace = setUp();
  const context = await openIn(workspace);
  rmSync(workspace, { recursive: true });
  context.chat_history.add({ role: 'user', content: 'Hi' });
  await expect(context.chat_history.save()).rejects.toMatchObject({ code: 'workspace_gone' });
  expect(existsSync(workspace)).toBe(false);
  mkdirSync(workspace);
  expect((await context.save()).written).toContain('chat_history');
});

test('two contexts that save the same do not overwrite each other', async () => {
  const workspace = setUp();
  const [one, other] = [await openIn(workspace), await openIn(workspace)];
  expect(one.state.get('theme') ?? other.state.get('theme')).toBeUndefined();
  one.state.set('theme', 'dark');
  other.state.set('theme', 'light');
  await one.save();
  await expect(other.save()).rejects.toMatchObject({ code: 'text_conflict' });
  expect((await other.read()).discarded).toEqual({ state: expect.stringContaining('light') });
  expect(other.state.get('theme')).toBe('dark');
});

test('names a damaged file, sets it aside whole, and never overwrites it as if it were empty', async () => {
  const workspace = setUp();
  const first = await openIn(workspace);
  first.state.set('theme', 'dark');
  await first.close();
  const folder = join(workspace, 'logs/storages');
  const path = join(folder, 'state_support_ann.json');
  writeFileSync(path, '{"theme":"da');
  const context = await openIn(workspace);
  expect(() => context.state.get('theme')).toThrow(path);
  await context.read();
  context.state.set('theme', 'light');
  await context.save();
  expect(readFileSync(path, 'utf8')).toContain('light');
  const aside = readdirSync(folder).filter((name) => name.includes('.damaged-'));
  expect(aside.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(['{"theme":"da']);
});

test('sets a damaged file aside by the time a reading fails, so that a program may exit then', async () => {
  const workspace = setUp();
  const context = await openIn(workspace);
  const folder = join(workspace, 'logs/storages');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'state_support_ann.json'), '{"theme":"da');
  await expect(context.read()).rejects.toThrow(/set aside/);
  const there = readdirSync(folder).filter((name) => name.startsWith('state_'));
  expect(there).toEqual([expect.stringMatching(/^state_support_ann\.json\.damaged-/)]);
});

test('never passes an agent’s learning off as the person’s, and allows long names', async () => {
  const workspace = setUp();
  const context = await openIn(workspace, { user: 'ann' }, personSource);
  context.memory.learn({ key: 'tea', value: 'green' });
  context.memory.learn({ key: 'city', value: 'Bonn', source: personSource });
  expect(context.memory.entries().map(({ source }) => source)).toEqual(['assistant', `assistant: ${personSource}`]);
  await context.save();
  expect(context.memory.entries().map(({ source }) => source)).toEqual(['assistant', `assistant: ${personSource}`]);
  const long = await openIn(workspace, { user: 'ann' }, 'x'.repeat(300));
  long.state.set('theme', 'dark');
  long.memory.learn({ key: 'pet', value: 'cat' });
  await long.save();
  expect((await openIn(workspace, { user: 'ann' }, 'x'.repeat(300))).state.get('theme')).toBe('dark');
  await expect(openIn(workspace, { user: 'x'.repeat(1001) })).rejects.toMatchObject({ code: 'value_invalid' });
});

test('types custom storages by their schema, and removes them with the rest', async () => {
  const workspace = setUp();
  const Notes = defineStorage({ prefix: 'notes', schema: z.array(z.string()) });
  const context = await openIn(workspace);
  const notes = context.make(Notes);
  notes.set(['tea']);
  await context.save();
  const path = join(workspace, 'logs/storages/notes_support_ann.json');
  expect(existsSync(path)).toBe(true);
  await context.remove();
  expect(existsSync(path)).toBe(false);
  expect(context.trackedKeys()).toEqual(['memory']);
});

test('a chat history adds new messages to the conversation of its key, also what another process adds at once', async () => {
  const workspace = setUp();
  const path = join(workspace, 'logs/conversations/chat_history_support_ann.jsonl');
  const [one, other] = [await openIn(workspace), await openIn(workspace)];
  one.chat_history.add({ role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Hello', usage: { tokens: 3 } });
  expect(other.chat_history.length).toBe(0);
  await one.save();
  const first = readFileSync(path, 'utf8');
  other.chat_history.add({ role: 'user', content: 'I am here, too' });
  expect((await other.save()).written).toContain('chat_history');
  expect(readFileSync(path, 'utf8').startsWith(first)).toBe(true);
  expect(other.chat_history.get().map(({ content }) => content)).toEqual(['Hi', 'Hello', 'I am here, too']);
  one.chat_history.add({ role: 'user', content: 'Bye' });
  await one.save();
  expect(readFileSync(path, 'utf8').split('\n').filter(Boolean)).toHaveLength(4);
  expect((await openIn(workspace)).chat_history.get()[1]).toEqual({
    role: 'assistant',
    content: 'Hello',
    usage: { tokens: 3 },
  });
  expect(() => one.chat_history.add({ role: 'nobody', content: 'x' })).toThrow(/isn’t a message/);
});

test('clearing a chat history takes effect with the next save, unless another process added to it', async () => {
  const workspace = setUp();
  const path = join(workspace, 'logs/conversations/chat_history_support_ann.jsonl');
  const [one, other] = [await openIn(workspace), await openIn(workspace)];
  one.chat_history.add({ role: 'user', content: 'Hi' });
  await one.save();
  one.chat_history.clear();
  one.chat_history.add({ role: 'user', content: 'Anew' });
  other.chat_history.add({ role: 'user', content: 'Wait' });
  await other.save();
  await expect(one.save()).rejects.toMatchObject({ code: 'text_conflict' });
  expect(readFileSync(path, 'utf8')).toContain('Hi');
  await one.chat_history.save({ over: true });
  expect(readFileSync(path, 'utf8')).toBe('{"role":"user","content":"Anew"}\n');
  await one.chat_history.remove();
  expect(existsSync(path)).toBe(false);
  one.chat_history.add({ role: 'user', content: 'Again' });
  await one.save();
  expect(readFileSync(path, 'utf8')).toBe('{"role":"user","content":"Again"}\n');
});

test('keeps and counts lines of a chat history that are no messages', async () => {
  const workspace = setUp();
  const folder = join(workspace, 'logs/conversations');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'chat_history_support_ann.jsonl');
  writeFileSync(path, '{"role":"user","content":"Hi"}\nnot json\n');
  const context = await openIn(workspace);
  expect([context.chat_history.length, context.chat_history.problems]).toEqual([1, 1]);
  context.chat_history.add({ role: 'user', content: 'More' });
  await context.save();
  expect(readFileSync(path, 'utf8').split('\n')[1]).toBe('not json');
  expect(context.chat_history.last()).toEqual({ role: 'user', content: 'More' });
});

test('all agents share the memory, and read the person’s corrections next', async () => {
  const workspace = setUp();
  const [support, sales] = [await openIn(workspace), await openIn(workspace, { user: 'bob' }, 'sales')];
  support.memory.learn({ category: 'preference', key: 'tea', value: 'green' });
  expect(support.memory.get('tea')).toBe('green');
  expect(sales.memory.get('tea')).toBeNull();
  expect((await support.save()).written).toEqual(['memory', 'context']);
  await sales.read();
  expect(sales.memory.entries()).toMatchObject([{ key: 'tea', value: 'green', source: 'support' }]);

  const path = join(workspace, 'logs/context/global.md');
  await correct(workspace, 'tea', 'black');
  await support.read();
  expect(support.memory.get('tea')).toBe('black');

  support.memory.learn({ category: 'preference', key: 'tea', value: 'none' });
  expect((await support.save()).notes.join()).toContain('corrected “tea” to “black”');
  expect(support.memory.get('tea')).toBe('black');
  expect(readFileSync(path, 'utf8')).toContain('black');
  expect(() => support.memory.learn({ key: '', value: 'x' })).toThrow();
});

test('clearing or removing a context leaves the memory and says so; a separate call archives it', async () => {
  const workspace = setUp();
  const context = await openIn(workspace);
  context.state.set('theme', 'dark');
  context.memory.learn({ category: 'fact', key: 'city', value: 'Bonn' });
  context.memory.learn({ category: 'preference', key: 'tea', value: 'green' });
  await context.save();
  await correct(workspace, 'tea', 'black');
  const left = [{ prefix: 'memory', why: expect.stringContaining('all agents share it') }];
  expect(context.clear()).toEqual({ done: ['state', 'chat_history'], left });
  await context.save();
  expect(await context.remove()).toEqual({ done: ['state', 'chat_history'], left });
  expect(context.memory.get('city')).toBe('Bonn');

  context.memory.clear();
  expect(context.memory.entries()).toEqual([]);
  expect((await context.save()).notes).toEqual([expect.stringContaining('One entry stays')]);
  expect(context.memory.entries()).toMatchObject([{ key: 'tea', value: 'black' }]);
  const archive = join(workspace, 'logs/context/archive');
  const archived = readdirSync(archive).map((name) => readFileSync(join(archive, name), 'utf8'));
  expect(archived.join()).toContain('Bonn');
  expect(readFileSync(join(workspace, 'logs/context/global.md'), 'utf8')).not.toContain('Bonn');
});

test('storages may be left out or have other drivers; then nothing of theirs reaches the disk', async () => {
  const workspace = setUp();
  const created: string[] = [];
  const context = await createContext({
    workspace,
    agent: 'support',
    without: ['memory', 'chat_history'],
    on: { ContextCreated: () => created.push('created'), StorageRegistered: ({ prefix }) => created.push(prefix) },
  });
  onTestFinished(() => context.close());
  expect(context.names()).toEqual(['state']);
  expect('memory' in context).toBe(false);
  const notes = context.make(defineStorage({ prefix: 'notes', schema: z.array(z.string()) }), ['memory']);
  notes.set(['tea']);
  await context.save();
  expect(existsSync(join(workspace, 'logs/storages/notes_support_default.json'))).toBe(false);
  expect(created).toEqual(['created', 'state', 'notes']);
  await expect(createContext({ workspace, agent: '' })).rejects.toMatchObject({ code: 'value_invalid' });
  await expect(createContext({ workspace, agent: 'x', drivers: [] })).rejects.toMatchObject({ code: 'value_invalid' });
});

test('a memory that is another assistant’s file has no agent data beside it', async () => {
  const folder = setUp();
  const path = join(folder, 'CLAUDE.md');
  writeFileSync(path, '# Preferences\n- Likes tea\n');
  const context = await openIn(path);
  expect(context.memory.entries().map(({ value }) => value)).toEqual(['Likes tea']);
  context.memory.learn({ key: 'city', value: 'Bonn' });
  context.state.set('theme', 'dark');
  context.chat_history.add({ role: 'user', content: 'Hi' });
  await context.save();
  expect(readFileSync(path, 'utf8')).toContain('city: Bonn');
  await context.close();
  expect(readdirSync(folder)).toEqual(['CLAUDE.md']);
  const again = await openIn(path);
  expect([again.state.get('theme'), again.chat_history.length]).toEqual(['dark', 1]);
  again.memory.clear();
  await again.save();
  expect(readFileSync(path, 'utf8')).not.toContain('tea');
});

test('reports what a memory refuses once, learns the rest, and the next save works', async () => {
  const folder = join(setUp(), '.hermes', 'memories');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'MEMORY.md');
  writeFileSync(path, 'Likes tea');
  const context = await openIn(path);
  context.memory.learn({ key: 'city', value: 'Bonn' });
  context.memory.learn({ key: 'novel', value: 'x'.repeat(3000) });
  context.memory.learn({ key: 'drink', value: 'tea' });
  context.state.set('theme', 'dark');
  await expect(context.save()).rejects.toMatchObject({
    code: 'value_invalid',
    message: expect.stringMatching(/does not take “novel”.*2,200/s),
    details: { keys: ['novel'] },
  });
  expect(context.memory.entries().map(({ value }) => value)).toEqual(['Likes tea', 'Bonn', 'tea']);
  expect(context.unsaved()).toEqual([]);
  context.memory.learn({ key: 'pet', value: 'cat' });
  expect((await context.save()).written).toEqual(['memory']);
  expect(readFileSync(path, 'utf8').split('\n§\n')).toEqual(['Likes tea', 'city: Bonn', 'drink: tea', 'pet: cat']);
});

/** Actions of the person in Review, by a separate engine. */
async function correct(path: string, key: string, value: string): Promise<void> {
  const place = { root: path, dataFolder: process.env['CONTEXTURE_DATA_DIR'] ?? '' };
  await withEngine(place, async ({ call, workspace, ref }) => {
    await call('context.change', { workspace, operations: [{ op: 'edit', entry: await ref(key), value }] });
  });
}
