import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Result } from '#shared/contract/contract.ts';
import { interfere } from '#testing/engine-suite/starting.ts';
import { createMemoryWorld, createNodeWorld, openIn } from '#testing/engine-world.ts';
import { createEngine } from '../engine.ts';
import { createForeignFile } from './foreign-file.ts';

const home = '/home/person';
const desktop = `${home}/.config/Claude/claude_desktop_config.json`;
const codex = `${home}/.codex/config.toml`;
const node = '/usr/bin/node';
const script = '/app/out/cli/contexture.js';

let world: Awaited<ReturnType<typeof createMemoryWorld>>;
let opened: Awaited<ReturnType<typeof openIn>>;

beforeEach(async () => {
  world = await createMemoryWorld();
  world.outside.write(`${world.root}/logs/context/global.md`, '## Facts\n- [2026-11-01|likely|codex: chat] a: b\n');
  world.outside.write(node, '');
  world.outside.write(script, '');
  opened = await openIn(world);
});

const changing = (make: (text: string) => string | null) => ({ isWhole: () => true, make });
/** Lets time pass until nobody is taken to be writing any more. */
const atRest = async () => {
  const from = world.ports.clock.now();
  await world.until(() => expect(world.ports.clock.now() - from).toBeGreaterThan(2000));
};
const list = async () => (await opened.call('connections.list', { workspace: opened.workspace })).programs;
const program = async (id: Result<'connections.list'>['programs'][number]['id']) =>
  (await list()).find((one) => one.id === id);

test('connects a program with one entry in its settings, and keeps every other byte', async () => {
  const before = '{\n    // mine\n    "theme": "dark",\n    "mcpServers": {}\n}\n';
  world.outside.write(desktop, before);
  expect(await program('claude-desktop')).toMatchObject({ isFound: true, connections: [] });
  expect(await program('cursor')).toMatchObject({ isFound: false, connections: [] });

  const shown = await opened.call('connections.preview', { workspace: opened.workspace, program: 'claude-desktop' });
  expect(world.text(desktop)).toBe(before);
  const { name } = await opened.call('connections.connect', { workspace: opened.workspace, program: 'claude-desktop' });

  const after = world.text(desktop) ?? '';
  const lines = before.split('\n');
  lines.splice((shown.change?.line ?? 0) - 1, 1, shown.change?.after.trimEnd() ?? '');
  expect(after).toBe(lines.join('\n'));
  expect(JSON.parse(after.replace('// mine', ''))).toEqual({
    theme: 'dark',
    mcpServers: { [name]: { command: node, args: [script, 'mcp', world.root] } },
  });
  expect(await program('claude-desktop')).toMatchObject({
    connections: [{ name: 'contexture', place: world.root, isThis: true, problem: null }],
    canUndo: true,
  });

  await opened.call('connections.undo', { program: 'claude-desktop' });
  expect(world.text(desktop)).toBe(before);
  expect(await program('claude-desktop')).toMatchObject({ connections: [], canUndo: false });
});

test('lists the programs, and where their connections lead, before there is a memory', async () => {
  world.outside.write(desktop, '{}');
  await opened.call('connections.connect', { workspace: opened.workspace, program: 'claude-desktop' });
  const { programs } = await opened.call('connections.list', {});
  expect(programs.find(({ id }) => id === 'claude-desktop')).toMatchObject({
    isFound: true,
    connections: [{ name: 'contexture', place: world.root, isThis: false, problem: null }],
    lastRead: null,
    learned: 0,
  });
});

test('undo removes settings that connecting created; if others changed them since, it removes only the connection', async () => {
  world.outside.write(`${home}/.codex/history.jsonl`, '');
  await opened.call('connections.connect', { workspace: opened.workspace, program: 'codex' });
  expect(world.text(codex)).toContain('[mcp_servers.contexture]');
  await opened.call('connections.undo', { program: 'codex' });
  expect(world.text(codex)).toBeNull();

  await opened.call('connections.connect', { workspace: opened.workspace, program: 'codex' });
  world.outside.write(codex, `model = "o9"\n\n${world.text(codex)}`);
  await opened.call('connections.undo', { program: 'codex' });
  expect(world.text(codex)?.trimEnd()).toBe('model = "o9"');
});

describe.each([
  ['in memory', createMemoryWorld],
  ['on the real disk', createNodeWorld],
])('undoing the connection of an absent program, %s,', (_, createWorld) => {
  const set = async () => {
    const there = await createWorld();
    const { call, workspace } = await openIn(there, { startEmpty: true });
    /** Undoes the connection, and lets time pass until removed files are deleted for good. */
    const undo = async (id: 'vs-code' | 'cursor') => {
      let isUndone = false;
      void call('connections.undo', { program: id }).then(() => {
        isUndone = true;
      });
      await there.until(async () => {
        await new Promise((resolve) => setImmediate(resolve));
        expect(isUndone).toBe(true);
      });
    };
    const isFound = async (id: string) =>
      (await call('connections.list', { workspace })).programs.find((one) => one.id === id)?.isFound;
    return { there, call, workspace, undo, isFound };
  };

  test('removes the folder that was made for it', async () => {
    const { there, call, workspace, undo, isFound } = await set();
    expect(await isFound('vs-code')).toBe(false);
    await call('connections.connect', { workspace, program: 'vs-code' });
    expect(await isFound('vs-code')).toBe(true);
    await undo('vs-code');
    expect(await isFound('vs-code')).toBe(false);
    expect(await there.ports.files.info(there.ports.paths.join(there.ports.homeFolder, '.config'))).toBeNull();
  });

  test('leaves what the program has created there since, empty or not', async () => {
    const { there, call, workspace, undo, isFound } = await set();
    await call('connections.connect', { workspace, program: 'cursor' });
    const theirs = there.ports.paths.join(there.ports.homeFolder, '.cursor', 'extensions');
    await there.ports.files.makeFolder(theirs);
    await undo('cursor');
    expect(await there.ports.files.info(theirs)).not.toBeNull();
    expect(await isFound('cursor')).toBe(true);
  });
});

test('puts back what the program writes while its settings are removed', async () => {
  const text = 'more = 1\n';
  world.outside.write(codex, text);
  const { files } = world.ports;
  const remove: typeof files.remove = (path) => {
    world.outside.write(codex, `${text}model = "o9"\n`);
    return files.remove(path);
  };
  const foreign = createForeignFile({ ...world.ports, files: { ...files, remove } });
  await foreign.remove(
    codex,
    world.ports.hash(world.ports.encodeText(text)),
    changing((read) => read.replace(text, '')),
  );
  expect(world.text(codex)).toBe('model = "o9"\n');
});

test('keeps the change and what the program writes at the same moment', async () => {
  world.outside.write(codex, 'model = "o9"\n');
  const { files } = world.ports;
  let writes = 1;
  const replace: typeof files.replace = (path, bytes) => {
    if (writes > 0) {
      writes -= 1;
      world.outside.write(codex, 'model = "o10"\n');
    }
    return files.replace(path, bytes);
  };
  const foreign = createForeignFile({ ...world.ports, files: { ...files, replace } });
  await foreign.rewrite(
    codex,
    changing((text) => `${text}more = 1\n`),
  );
  expect(world.text(codex)).toBe('model = "o10"\nmore = 1\n');

  // Settings that can't be edited are put back as the program wrote them.
  writes = 1;
  await expect(
    foreign.rewrite(
      codex,
      changing((text) => (text.includes('more') ? `${text}again = 1\n` : null)),
    ),
  ).rejects.toMatchObject({ code: 'settings_invalid' });
  expect(world.text(codex)).toBe('model = "o10"\n');
});

describe('a program that is writing its settings', () => {
  const before =
    '{\n  "theme": "dark",\n  "mcpServers": { "contexture": { "command": "npx", "args": ["-y", "notes"] } }\n}\n';
  const beginnings = [
    ['has emptied them', ''],
    ['has written half of them', before.slice(0, 40)],
  ] as const;
  const connected = () =>
    opened.call('connections.connect', { workspace: opened.workspace, program: 'claude-desktop' });
  async function over<T>(changing: Promise<T>): Promise<PromiseSettledResult<T>> {
    let settled: PromiseSettledResult<T> | null = null;
    void Promise.allSettled([changing]).then(([one]) => {
      settled = one ?? null;
    });
    await world.until(() => expect(settled).not.toBeNull());
    return settled as never;
  }
  const settings = () => JSON.parse(world.text(desktop) ?? '') as { theme?: string; mcpServers: object };

  test.each(beginnings)('is awaited when it %s, and all of its text stays', async (_, first) => {
    world.outside.write(desktop, first);
    const changing = connected();
    await new Promise((resolve) => setImmediate(resolve));
    world.outside.write(desktop, before);
    expect(await over(changing)).toMatchObject({ status: 'fulfilled', value: { name: 'contexture-notes' } });
    expect(settings().theme).toBe('dark');
    expect(Object.keys(settings().mcpServers)).toEqual(['contexture', 'contexture-notes']);
  });

  test.each(beginnings)(
    'is awaited when it %s while ours are inserted, and all of its text stays',
    async (_, first) => {
      world.outside.write(desktop, before);
      interfere(world, () => world.outside.write(desktop, first));
      const changing = connected();
      await world.until(() => world.outside.growSuperseded(desktop, before.replace('dark', 'light')));
      expect(await over(changing)).toMatchObject({ status: 'fulfilled' });
      expect(settings().theme).toBe('light');
      expect(Object.keys(settings().mcpServers)).toEqual(['contexture', 'contexture-notes']);
    },
  );

  test('keeps its rewritten text, whatever it still appends to the superseded file', async () => {
    world.outside.write(desktop, before);
    await connected();
    world.outside.write(desktop, before.replace('dark', 'newer'));
    world.outside.growSuperseded(desktop, before.replace('dark', 'older'));
    await world.until(() => expect(Object.keys(settings().mcpServers)).toContain('contexture-notes'));
    expect(settings().theme).toBe('newer');
  });

  test('has our connection alone after emptying them for good', async () => {
    world.outside.write(desktop, '');
    expect(await over(connected())).toMatchObject({ status: 'fulfilled' });
    expect(Object.keys(settings())).toEqual(['mcpServers']);
  });

  test('is left alone if it never stops, with a message to try again', async () => {
    world.outside.write(desktop, before.slice(0, 40));
    const changing = Promise.allSettled([connected()]);
    let result: readonly PromiseSettledResult<unknown>[] | null = null;
    void changing.then((settled) => {
      result = settled;
    });
    await world.until(() => {
      world.outside.write(desktop, before.slice(0, 40));
      expect(result).toMatchObject([{ status: 'rejected', reason: { code: 'busy', retry: true } }]);
    });
    expect(world.text(desktop)).toBe(before.slice(0, 40));
  });
});

test('leaves settings alone that can’t be edited without changing more, and offers the entry to copy', async () => {
  const before = "{ mcp: { servers: { files: { command: 'npx' } } } }";
  const path = `${home}/.openclaw/openclaw.json`;
  world.outside.write(path, before);
  await atRest();
  const shown = await opened.call('connections.preview', { workspace: opened.workspace, program: 'openclaw' });
  expect(shown).toMatchObject({ change: null, problem: expect.stringContaining('Copy the setting') });
  expect(JSON.parse(shown.setting)).toMatchObject({ mcp: { servers: { contexture: { command: node } } } });
  await expect(
    opened.call('connections.connect', { workspace: opened.workspace, program: 'openclaw' }),
  ).rejects.toMatchObject({ code: 'settings_invalid' });
  expect(world.text(path)).toBe(before);
});

test('finds a connection to a copy of Contexture that moved away, and repairs it under its name', async () => {
  const broken = { command: node, args: ['/old/out/cli/contexture.js', 'mcp', world.root] };
  world.outside.write(desktop, JSON.stringify({ mcpServers: { notes: broken, other: { command: 'npx', args: [] } } }));
  expect((await program('claude-desktop'))?.connections).toEqual([
    expect.objectContaining({ name: 'notes', isThis: true, problem: expect.stringContaining('/old/out/cli') }),
  ]);
  await opened.call('connections.connect', { workspace: opened.workspace, program: 'claude-desktop' });
  expect(JSON.parse(world.text(desktop) ?? '')).toEqual({
    mcpServers: { notes: { command: node, args: [script, 'mcp', world.root] }, other: { command: 'npx', args: [] } },
  });
  expect((await program('claude-desktop'))?.connections).toMatchObject([{ name: 'notes', problem: null }]);
});

test('keeps the name of another memory’s connection, and gives this one its own', async () => {
  const other = { command: node, args: [script, 'mcp', `${home}/work`] };
  world.outside.write(desktop, JSON.stringify({ mcpServers: { contexture: other } }));
  const { name } = await opened.call('connections.connect', { workspace: opened.workspace, program: 'claude-desktop' });
  expect(name).toBe('contexture-notes');
  expect(JSON.parse(world.text(desktop) ?? '').mcpServers.contexture).toEqual(other);
  expect((await program('claude-desktop'))?.connections).toMatchObject([
    { name: 'contexture', isThis: false, problem: expect.stringContaining(`${home}/work`) },
    { name: 'contexture-notes', isThis: true, problem: null },
  ]);
});

test('removes and tests only our own connections', async () => {
  const before = JSON.stringify({ mcpServers: { files: { command: 'npx', args: ['-y', 'files'] } } });
  world.outside.write(desktop, before);
  for (const method of ['connections.disconnect', 'connections.try'] as const) {
    await expect(opened.call(method, { program: 'claude-desktop', name: 'files' })).rejects.toMatchObject({
      code: 'not_found',
    });
  }
  expect(world.text(desktop)).toBe(before);
});

test('reports who read the memory, and for how many entries it is the source, by the client’s name', async () => {
  await opened.call('connections.noteRead', { workspace: opened.workspace, assistant: 'codex-mcp-client' });
  expect(await program('codex')).toMatchObject({ lastRead: world.ports.clock.now(), learned: 1 });
  expect(await program('cursor')).toMatchObject({ lastRead: null, learned: 0 });
});

test('reports invalid settings, and lists the others', async () => {
  world.outside.write(desktop, '﻿not JSON');
  expect(await program('claude-desktop')).toMatchObject({ connections: [], problem: expect.stringContaining(desktop) });
});

test('a repaired connection serves its former memory while that exists', async () => {
  const others = `${home}/work`;
  world.outside.write(`${others}/MEMORY.md`, '- likes tea\n');
  const server = (folder: string) => ({ command: node, args: ['/old/contexture.js', 'mcp', folder] });
  const before = { mcpServers: { work: server(others), gone: server(`${home}/gone`) } };
  world.outside.write(desktop, JSON.stringify(before, null, 2));
  const params = { workspace: opened.workspace, program: 'claude-desktop', name: 'work' } as const;
  const shown = await opened.call('connections.preview', params);
  expect(shown.isMoved).toBe(false);
  expect(shown.change?.after).not.toContain(world.root);
  expect(await opened.call('connections.preview', { ...params, name: 'gone' })).toMatchObject({ isMoved: true });
  await opened.call('connections.connect', params);
  await opened.call('connections.connect', { ...params, name: 'gone' });
  const { mcpServers } = JSON.parse(world.text(desktop) ?? '');
  expect(mcpServers.work.args).toEqual([script, 'mcp', others]);
  expect(mcpServers.gone.args).toEqual([script, 'mcp', world.root]);
});

test('a connection to the folder it starts in leads to this memory once it is repaired, and reports that', async () => {
  const server = { command: node, args: ['/old/contexture.js', 'mcp'] };
  world.outside.write(desktop, JSON.stringify({ mcpServers: { any: server } }));
  const params = { workspace: opened.workspace, program: 'claude-desktop' } as const;
  expect(await opened.call('connections.preview', { ...params, name: 'any' })).toMatchObject({ isMoved: true });
  expect(await opened.call('connections.preview', params)).toMatchObject({ isMoved: false });
});

const windowsStart = {
  command: "C:\\Zoë O'Hara\\Contexture.exe",
  args: ["C:\\Zoë O'Hara\\app.asar\\out\\cli\\contexture.js", 'mcp'],
  env: { ELECTRON_RUN_AS_NODE: '1' },
};
const onWindows =
  '"C:\\Zoë O\'Hara\\Contexture.exe" "C:\\Zoë O\'Hara\\app.asar\\out\\cli\\contexture.js" mcp /home/person/notes';
const onMac = `'/home/me/it'\\''s/bin/contexture-mcp' mcp /home/person/notes`;

test.each([
  ['claude-code', windowsStart, `claude mcp add --env ELECTRON_RUN_AS_NODE=1 --scope user contexture -- ${onWindows}`],
  ['codex', windowsStart, `codex mcp add --env ELECTRON_RUN_AS_NODE=1 contexture -- ${onWindows}`],
  ['gemini-cli', windowsStart, `gemini mcp add --env ELECTRON_RUN_AS_NODE=1 --scope user contexture ${onWindows}`],
  [
    'claude-code',
    { command: "/home/me/it's/bin/contexture-mcp", args: ['mcp'], env: {} },
    `claude mcp add --scope user contexture -- ${onMac}`,
  ],
] as const)('words the command of %s for the system it is on', async (id, ownServer, command) => {
  const engine = createEngine({ ...world.ports, ownServer });
  onTestFinished(() => engine.close());
  const { call, workspace } = await openIn({ root: world.root, engine: () => engine });
  expect((await call('connections.preview', { workspace, program: id })).command).toBe(command);
});

test('keeps Windows line ends in settings that have them', async () => {
  const before = '{\r\n  "theme": "dark"\r\n}\r\n';
  world.outside.write(desktop, before);
  await opened.call('connections.connect', { workspace: opened.workspace, program: 'claude-desktop' });
  expect(world.text(desktop)).toContain('"mcpServers": {\r\n');
  expect(world.text(desktop)).not.toMatch(/(?<!\r)\n/);
});
