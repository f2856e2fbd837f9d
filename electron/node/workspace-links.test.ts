import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { serveAssistant } from '#mcp/serve-assistant.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { allIn } from '#testing/all-in.ts';
import { createNodeWorld, openIn, today } from '#testing/engine-world.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';

const memory = '## Facts\n- city: Lisbon\n';
const archive = '## Archived Insights\n- tea: calms\n';
const settings = 'token_limit: 777\n';
const withoutPerson = { personLooks: false, personApproves: false };

/** A workspace after its first write, and an unrelated folder. */
async function start() {
  const world = await createNodeWorld();
  const elsewhere = temporaryFolder();
  const at = (name: string): string => join(world.root, name);
  mkdirSync(dirname(world.archivePath(today)), { recursive: true });
  writeFileSync(world.contextPath, memory);
  writeFileSync(world.archivePath('2026-01-01'), archive);
  mkdirSync(at('.contexture'));
  writeFileSync(at('.contexture/settings.yaml'), settings);
  writeFileSync(at('.contexture/lock'), '');
  /** Moves a part of the workspace out of it, and leaves a link to it. */
  const moveOut = (name: string): string => {
    const place = join(elsewhere, name.replaceAll('/', '-'));
    renameSync(at(name), place);
    symlinkSync(place, at(name));
    return place;
  };
  return { world, elsewhere, at, moveOut };
}

const parts = [
  'logs',
  'logs/context',
  'logs/context/global.md',
  'logs/context/archive',
  '.contexture',
  '.contexture/settings.yaml',
  '.contexture/lock',
];

test.each(parts)(
  '%s that leads outside is read-only, and nothing is written through it, until approved',
  async (name) => {
    const { world, elsewhere, at, moveOut } = await start();
    const place = moveOut(name);
    const before = allIn(elsewhere);
    const { call, workspace, summary } = await openIn(world);
    expect(await summary()).toMatchObject({ writable: false, linksOut: [{ name, place }], entryCount: 1 });
    const refused = { code: 'outside_workspace', message: expect.stringContaining(`${name} leads to ${place}`) };
    const add = { op: 'add' as const, category: 'fact' as const, key: 'shoe', value: '42' };
    const changes = [
      () => call('context.change', { workspace, operations: [add] }),
      () =>
        call('context.apply', {
          workspace,
          updates: [{ category: 'fact', key: 'shoe', value: '42', confidence: 'certain', source: 'x' }],
          assistant: 'Claude',
        }),
      () => call('settings.write', { workspace, values: { tokenLimit: 900 } }),
      () => call('erase.preview', { workspace, target: { text: 'Lisbon' } }),
    ];
    for (const change of changes) {
      await expect(change()).rejects.toMatchObject(refused);
    }
    const isFollowed = !['.contexture', '.contexture/settings.yaml'].includes(name);
    expect((await call('settings.read', { workspace })).settings.tokenLimit === 777).toBe(isFollowed);
    expect(allIn(elsewhere)).toEqual(before);

    await call('sources.approve', { workspace, place, approve: true, as: 'link' });
    expect(await summary()).toMatchObject({ writable: true, linksOut: [] });
    await call('context.change', { workspace, operations: [add] });
    await call('settings.write', { workspace, values: { tokenLimit: 900 } });
    expect(readFileSync(world.contextPath, 'utf8')).toContain('shoe: 42');
    expect(lstatSync(at(name)).isSymbolicLink()).toBe(true);
    expect((await call('archive.entries', { workspace, query: '' })).total).toBe(1);
    await world.restart();
    const again = await openIn(world);
    expect(await again.summary()).toMatchObject({ writable: true, linksOut: [], entryCount: 2 });
    await again.call('sources.approve', { workspace, place, approve: false, as: 'link' });
    expect(await again.summary()).toMatchObject({ writable: false, linksOut: [{ name, place }] });
  },
);

test('does not create a memory outside through a dangling link', async () => {
  const { world, elsewhere } = await start();
  const place = join(elsewhere, 'new.md');
  rmSync(world.contextPath);
  symlinkSync(place, world.contextPath);
  const { call, workspace, summary } = await openIn(world);
  expect(await summary()).toMatchObject({ linksOut: [{ name: 'logs/context/global.md', place }] });
  const operations = [{ op: 'add' as const, category: 'fact' as const, key: 'shoe', value: '42' }];
  await expect(call('context.change', { workspace, operations })).rejects.toMatchObject({ code: 'outside_workspace' });
  expect(existsSync(place)).toBe(false);
  await call('sources.approve', { workspace, place, approve: true, as: 'link' });
  await call('context.change', { workspace, operations });
  expect(readFileSync(place, 'utf8')).toContain('shoe: 42');
});

test('records nothing the person sees behind a link before they approve it, and everything from then on', async () => {
  const { world, moveOut } = await start();
  moveOut('logs');
  const first = await openIn(world);
  expect((await first.call('archive.entries', { workspace: first.workspace, query: '' })).total).toBe(1);
  expect(await first.entries()).toHaveLength(1);
  await world.restart();
  const kept = () =>
    world.everyFile().filter(({ path, bytes }) => path.includes('/data/') && Buffer.from(bytes).includes('Lisbon'));
  expect(kept()).toEqual([]);
  const { call, workspace, summary } = await openIn(world);
  const [link] = (await summary()).linksOut;
  await call('sources.approve', { workspace, place: link?.place ?? '', approve: true, as: 'link' });
  const { lines } = await call('history.list', { workspace });
  expect(lines.map((line) => 'file' in line && line.file)).toContain('logs/context/global.md');
});

test('gives assistants and the command line nothing of it, with an explanation, until the person approves it', async () => {
  const { world, moveOut } = await start();
  const place = moveOut('logs');
  const beside = world.another(withoutPerson);
  const { call, workspace, summary, events } = await openIn(beside, { caller: 'command-line' });
  expect(await summary()).toMatchObject({
    status: 'unreadable',
    problem: { code: 'outside_workspace', message: expect.stringContaining(`logs leads to ${place}`) },
  });
  const read = await call('assistant.read', { workspace });
  expect(read.withheld).toContain(`logs leads to ${place}`);
  expect(read.text).toContain('can’t be given to you now: logs leads to');
  expect((await call('archive.entries', { workspace, query: '' })).total).toBe(0);
  expect((await call('text.read', { workspace })).text).toBe('');
  await expect(call('sources.approve', { workspace, place, approve: true, as: 'link' })).rejects.toMatchObject({
    code: 'no_permission',
  });
  const person = await openIn(world);
  expect((await person.call('assistant.read', { workspace })).text).not.toContain('Lisbon');
  expect(JSON.stringify([read, events])).not.toContain('Lisbon');
  await person.call('sources.approve', { workspace, place, approve: true, as: 'link' });
  const later = await openIn(world.another(withoutPerson), { caller: 'command-line' });
  expect((await later.call('assistant.read', { workspace })).text).toContain('0-- city: Lisbon');
  expect((await later.call('archive.entries', { workspace, query: '' })).total).toBe(1);
});

test('tells an assistant whose memory leads outside so, whatever it requests', async () => {
  const { world, moveOut } = await start();
  const place = moveOut('logs/context/global.md');
  const ask = (method: string, params: object) => ({ jsonrpc: '2.0', id: method, method, params });
  const tool = (name: string, args: object) => ({ ...ask('tools/call', { name, arguments: args }), id: name });
  const about = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'Claude', version: '1' } };
  const said = [
    ask('initialize', about),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    tool('search_context', { query: '' }),
    tool('append_context', { content: 'shoe: 42' }),
    ask('prompts/get', { name: 'global-context' }),
    ...['contexture://context', 'contexture://context/rendered', 'contexture://start'].map((uri) => ({
      ...ask('resources/read', { uri }),
      id: uri,
    })),
  ];
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answered = text(output);
  input.end(said.map((message) => `${JSON.stringify(message)}\n`).join(''));
  await serveAssistant(world.another(withoutPerson).engine(), {
    folder: world.root,
    startEmpty: true,
    forAgentProgram: false,
    version: '0',
    input,
    output,
    stop: new Promise(() => undefined),
    log: () => undefined,
  });
  output.end();
  const answers = (await answered).trim().split('\n');
  expect(answers).toHaveLength(said.length - 1);
  for (const answer of answers) {
    expect(answer).toContain(`logs/context/global.md leads to ${place}`);
    expect(answer).not.toContain('Lisbon');
    expect(answer).not.toContain('Nothing is known about this person yet');
  }
  expect(readFileSync(place, 'utf8')).toBe(memory);
});

test('a link that is redirected while it is open needs another approval, at the next write at the latest', async () => {
  const { world, elsewhere, moveOut } = await start();
  const place = moveOut('logs/context/global.md');
  const { call, workspace, ref, summary } = await openIn(world);
  await call('sources.approve', { workspace, place, approve: true, as: 'link' });
  const entry = await ref('city');
  const victim = join(elsewhere, 'victim.md');
  writeFileSync(victim, memory);
  rmSync(world.contextPath);
  symlinkSync(victim, world.contextPath);
  await expect(call('context.change', { workspace, operations: [{ op: 'delete', entry }] })).rejects.toMatchObject({
    code: 'outside_workspace',
  });
  expect(readFileSync(victim, 'utf8')).toBe(memory);
  expect((await summary()).linksOut).toEqual([{ name: 'logs/context/global.md', place: victim }]);
});

test('a link below an approved place needs its own approval', async () => {
  const { world, moveOut } = await start();
  const place = moveOut('logs');
  const { call, workspace } = await openIn(world);
  await call('sources.approve', { workspace, place, approve: true, as: 'link' });
  const secret = join(place, 'secret.md');
  writeFileSync(secret, '## Facts\n- pin: 1234\n');
  rmSync(world.contextPath);
  symlinkSync(secret, world.contextPath);
  const beside = await openIn(world.another(withoutPerson), { caller: 'command-line' });
  const read = await beside.call('assistant.read', { workspace });
  expect(read.text).not.toContain('1234');
  expect(read.withheld).toContain(`logs/context/global.md leads to ${secret}`);
});

test('gives no assistant a file that becomes a link out right before it is read', async () => {
  const { world, at, moveOut } = await start();
  const { read } = world.files;
  let isTurned = false;
  world.files.read = (path, options) => {
    if (path === world.contextPath && !isTurned) {
      isTurned = true;
      moveOut('logs/context/global.md');
    }
    return read(path, options);
  };
  const { call, workspace } = await openIn(world.another(withoutPerson), { caller: 'command-line' });
  expect(isTurned).toBe(true);
  expect(lstatSync(at('logs/context/global.md')).isSymbolicLink()).toBe(true);
  expect((await call('assistant.read', { workspace })).text).not.toContain('Lisbon');
  expect((await call('text.read', { workspace })).text).not.toContain('Lisbon');
});

test('gives no assistant an archive folder that becomes a link out right before it is listed', async () => {
  const { world, moveOut } = await start();
  const { list } = world.files;
  let isTurned = false;
  world.files.list = (path) => {
    if (path.endsWith('archive') && !isTurned) {
      isTurned = true;
      moveOut('logs/context/archive');
    }
    return list(path);
  };
  const { call, workspace } = await openIn(world.another(withoutPerson), { caller: 'command-line' });
  const { entries } = await call('archive.entries', { workspace });
  expect(isTurned).toBe(true);
  expect(entries).toEqual([]);
});

test.each(['logs/context/global.md', 'logs/context', 'logs/context/archive'])(
  'writes nothing through %s that becomes a link out while a change is prepared',
  async (name) => {
    const { world, elsewhere, moveOut } = await start();
    const { call, workspace, ref } = await openIn(world);
    const entry = await ref('city');
    const { store } = world.files;
    let before: ReturnType<typeof allIn> | null = null;
    world.files.store = async (path, bytes) => {
      if (before === null) {
        moveOut(name);
        before = allIn(elsewhere);
      }
      return store(path, bytes);
    };
    await expect(call('context.change', { workspace, operations: [{ op: 'archive', entry }] })).rejects.toMatchObject({
      code: 'outside_workspace',
    });
    expect(before).not.toBeNull();
    expect(allIn(elsewhere)).toEqual(before);
  },
);

test('finds links that lead out beside links in a circle and unreadable folders', async () => {
  const { world, at, moveOut } = await start();
  moveOut('logs/context/global.md');
  rmSync(at('.contexture/settings.yaml'));
  symlinkSync('settings.yaml', at('.contexture/settings.yaml'));
  const assistant = async () =>
    (await openIn(world.another(withoutPerson), { caller: 'command-line' })).call('assistant.read', {
      workspace: (await openIn(world)).workspace,
    });
  expect((await assistant()).text).not.toContain('Lisbon');
  const destination = world.files.destination;
  world.files.destination = async (path) => {
    if (path.endsWith('lock')) {
      throw new ContextureError('no_permission', 'It can’t be looked into.');
    }
    return destination(path);
  };
  const read = await assistant();
  expect(read.text).not.toContain('Lisbon');
  expect(read.withheld).toBe('It can’t be looked into.');
});

test('approves only targets of links, and approving a file read before the memory permits no writing', async () => {
  const { world, elsewhere, at, moveOut } = await start();
  const place = moveOut('logs/context/global.md');
  writeFileSync(at('.contexture/settings.yaml'), `memory_files:\n  - ${place}\n`);
  const { call, workspace, summary } = await openIn(world);
  await expect(
    call('sources.approve', { workspace, place: elsewhere, approve: true, as: 'link' }),
  ).rejects.toMatchObject({ code: 'not_found' });
  await call('sources.approve', { workspace, place, approve: true });
  expect((await summary()).writable).toBe(false);
});

test('leaves links within the workspace, and one on the way to it, to the person', async () => {
  const { world, elsewhere, at } = await start();
  renameSync(world.contextPath, at('memory.md'));
  symlinkSync('../../memory.md', world.contextPath);
  symlinkSync(world.root, join(elsewhere, 'notes'));
  const { call, workspace, summary } = await openIn({ ...world, root: join(elsewhere, 'notes') });
  expect(await summary()).toMatchObject({ writable: true, linksOut: [] });
  const operations = [{ op: 'add' as const, category: 'fact' as const, key: 'shoe', value: '42' }];
  await call('context.change', { workspace, operations });
  expect(readFileSync(at('memory.md'), 'utf8')).toContain('shoe: 42');
});

test.each(['logs/conversations', 'logs/conversations/main.jsonl'])(
  'neither reads nor writes through %s that leads outside',
  async (name) => {
    const { world, elsewhere, at, moveOut } = await start();
    mkdirSync(at('logs/conversations'));
    writeFileSync(at('logs/conversations/main.jsonl'), '{"role":"user","content":"one"}\n');
    moveOut(name);
    const before = allIn(elsewhere);
    const { call, workspace } = await openIn(world);
    const of = { workspace, conversation: 'main' };
    const refused = { code: 'outside_workspace' };
    const messages = [{ role: 'user' as const, content: 'two' }];
    await expect(call('conversationStore.add', { ...of, messages })).rejects.toMatchObject(refused);
    await expect(call('conversationStore.messages', of)).rejects.toMatchObject(refused);
    await expect(call('conversationStore.forRequest', of)).rejects.toMatchObject(refused);
    await expect(call('conversationStore.clear', of)).rejects.toMatchObject(refused);
    expect(allIn(elsewhere)).toEqual(before);
  },
);
