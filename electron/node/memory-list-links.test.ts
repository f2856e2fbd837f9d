import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '#engine/engine.ts';
import { openIn } from '#testing/open-workspace.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { createNodePorts } from './ports.ts';

/** A home with a memory of Claude Code's, an engine on it, and its lists and search results. */
async function started() {
  const folder = temporaryFolder();
  const homeFolder = join(folder, 'home');
  const put = (path: string, text: string): string => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    return join(folder, path);
  };
  put('notes/logs/context/global.md', '## Facts\n- tea: green\n');
  const memory = put('home/.claude/projects/-p/memory/MEMORY.md', '- secret needle\n');
  const ports = createNodePorts({
    dataFolder: join(folder, 'data'),
    sampleFolder: folder,
    version: '0.0.0',
    homeFolder,
    environment: {},
  });
  const engine = createEngine(ports);
  onTestFinished(() => engine.close());
  onTestFinished(() => ports.close());
  const { call } = await openIn({ root: join(folder, 'notes'), engine: () => engine });
  return {
    folder,
    put,
    memory,
    list: async () =>
      (await call('memories.list', { limit: 200 })).memories.filter(({ assistant }) => assistant !== 'Contexture'),
    search: async (text: string) => call('memories.search', { text }),
    ours: async () =>
      (await call('memories.list', { limit: 200 })).memories.find(({ assistant }) => assistant === 'Contexture'),
  };
}

test('lists a memory that links out with its target, and does not read it', async () => {
  const { folder, memory, list, search } = await started();
  const elsewhere = join(folder, 'elsewhere');
  renameSync(dirname(memory), elsewhere);
  symlinkSync(elsewhere, dirname(memory));
  expect(await list()).toMatchObject([
    {
      path: memory,
      entries: null,
      needs: ['unreadable'],
      problem: `It is a link to ${join(elsewhere, 'MEMORY.md')}, so it is not read until you open it.`,
    },
  ]);
  const { found, unread } = await search('needle');
  expect(found).toEqual([]);
  expect(unread.map(({ path }) => path)).toEqual([memory]);
});

test('reads an assistant’s folder that is itself a link', async () => {
  const { folder, memory, list, search } = await started();
  renameSync(join(folder, 'home/.claude'), join(folder, 'dotfiles'));
  symlinkSync(join(folder, 'dotfiles'), join(folder, 'home/.claude'));
  expect(await list()).toMatchObject([{ path: memory, entries: 1, problem: null }]);
  expect((await search('needle')).found).toHaveLength(1);
});

test('neither counts nor searches a topic that links out', async () => {
  const { put, memory, list, search } = await started();
  put('home/.claude/projects/-p/memory/topic.md', '- one needle more\n');
  const secret = put('elsewhere/secret.md', '- hidden needle\n');
  symlinkSync(secret, join(dirname(memory), 'linked.md'));
  expect(await list()).toMatchObject([{ files: 1 }]);
  expect((await search('needle')).found.map(({ value }) => value)).toEqual(['secret needle', 'one needle more']);
});

test('lists a workspace whose memory leads out with the reason until that is approved', async () => {
  const { folder, put, ours, search } = await started();
  const path = join(folder, 'notes/logs/context/global.md');
  const elsewhere = put('elsewhere/global.md', '## Facts\n- hidden: needle\n');
  renameSync(path, join(folder, 'before.md'));
  symlinkSync(elsewhere, path);
  expect(await ours()).toMatchObject({
    entries: null,
    needs: ['unreadable'],
    problem: expect.stringContaining('outside the workspace'),
  });
  expect((await search('hidden')).found).toEqual([]);
});
