import { describe, expect, test } from 'vitest';
import type { Memory } from '#shared/contract/features/memories.ts';
import { filesOfHome, homes, written } from '../assistants-homes.ts';
import { openIn, type World } from '../engine-world.ts';
import { type CreateWorld, context } from './starting.ts';

export function putHomes(world: World, files: Readonly<Record<string, string>>): string {
  const { homeFolder } = world.ports;
  for (const [name, text] of Object.entries(filesOfHome(homeFolder, files))) {
    world.outside.write(`${homeFolder}/${name}`, text);
  }
  return homeFolder;
}

/** All memories on this computer, of every assistant. */
export function memoriesTests(createWorld: CreateWorld): void {
  async function started(files: Readonly<Record<string, string>> = homes, environment = {}) {
    const world = await createWorld(environment);
    const home = putHomes(world, files);
    world.outside.write(world.contextPath, context);
    const opened = await openIn(world);
    const list = async (): Promise<readonly Memory[]> => (await opened.call('memories.list', { limit: 200 })).memories;
    const memoryAt = async (path: string): Promise<Memory | undefined> =>
      (await list()).find((memory) => memory.path === `${home}/${path}`);
    return { ...opened, world, home, list, memoryAt };
  }

  describe('all memories', () => {
    test('are found where each assistant stores them, with their kind', async () => {
      const { list, home, world } = await started();
      const told = (await list()).map(({ path, assistant, kind, name, project, entries, files }) => [
        path.replace(home, '~'),
        `${assistant}: ${kind}`,
        project?.name ?? name,
        entries,
        files,
      ]);
      const claude = `~/.claude/projects/${written(home)}-code-my-app/memory/MEMORY.md`;
      expect(new Set(told)).toEqual(
        new Set([
          [claude, 'Claude Code: Project memory', 'my-app', 2, 2],
          [
            '~/.claude/projects/-gone-away-old-thing/memory/MEMORY.md',
            'Claude Code: Project memory',
            'gone-away-old-thing',
            1,
            0,
          ],
          ['~/.claude/agent-memory/reviewer/MEMORY.md', 'Claude Code: Sub-agent memory', 'reviewer', 1, 0],
          ['~/.claude/CLAUDE.md', 'Claude Code: Instructions', 'Instructions', 1, 0],
          ['~/.hermes/memories/MEMORY.md', 'Hermes: Memory', 'Memory', expect.any(Number), 0],
          ['~/.hermes/memories/USER.md', 'Hermes: About you', 'About you', expect.any(Number), 0],
          ['~/.openclaw/workspace/MEMORY.md', 'OpenClaw: Memory', 'Memory', 1, 1],
          ['~/.codex/memories/memory_summary.md', 'Codex: Summary', 'Summary', expect.any(Number), 0],
          ['~/.codex/memories/raw_memories.md', 'Codex: Generated', 'Generated', expect.any(Number), 0],
          [world.root.replace(home, '~'), 'Contexture: Memory', 'notes', 7, 0],
        ]),
      );
    });

    test('show the files beside a missing main file', async () => {
      const { list, home, call } = await started({
        '.openclaw/workspace/memory/2026-11-19.md': '- one\n',
        '.openclaw/workspace/memory/2026-11-20.md': '- two green\n',
        '.claude/projects/-p/memory/topic.md': '- three green\n',
        '.claude/projects/-q/memory/notes.txt': '- green\n',
        '.claude/projects/-r/other/MEMORY.md': '- four green\n',
      });
      const found = (await list()).filter(({ assistant }) => assistant !== 'Contexture');
      expect(found).toMatchObject([
        { path: `${home}/.claude/projects/-p/memory/topic.md`, kind: 'Topics without an index', files: 0, fill: null },
        { path: expect.stringContaining('.openclaw/workspace/memory/'), kind: 'Daily notes', entries: 1, files: 1 },
      ]);
      expect((await call('memories.search', { text: 'green' })).found).toHaveLength(2);
    });

    test('name the OpenClaw workspace they belong to', async () => {
      const { list } = await started({
        '.openclaw/workspace/MEMORY.md': '- one\n',
        '.openclaw/workspace-work/USER.md': '- two\n',
      });
      const names = (await list()).flatMap(({ assistant, name }) => (assistant === 'OpenClaw' ? [name] : []));
      expect(names).toEqual(['Memory', 'About you in workspace-work']);
    });

    test('of a folder with thousands of files are listed up to a bound, which is reported', async () => {
      const files = Object.fromEntries(Array.from({ length: 2003 }, (_, at) => [`letta/${at}.md`, '']));
      const { call, home } = await started(files, { MEMORY_DIR: '~/letta' });
      const { revision, total } = await call('memories.list', { limit: 1 });
      expect(total).toBe(2002);
      const { memories } = await call('memories.list', { revision, offset: total - 1, limit: 1 });
      expect(memories).toMatchObject([
        {
          path: `${home}/letta`,
          needs: ['unreadable'],
          problem: `${home}/letta holds 2,003 items, of which only 2,000 are listed.`,
        },
      ]);
    });

    test('name a project by its existing folder, and say when that is missing', async () => {
      const { list, home } = await started();
      const projects = (await list()).flatMap(({ project }) => project ?? []);
      expect(projects).toContainEqual({ name: 'my-app', path: `${home}/code/my-app`, isGuess: false });
      expect(projects).toContainEqual({ name: 'gone-away-old-thing', path: null, isGuess: true });
    });

    test('are named by assistant and project once opened, and unknown ones by their folder', async () => {
      const { call, home } = await started({ ...homes, 'other/MEMORY.md': '- a\n' });
      const claude = `${home}/.claude/projects/${written(home)}-code-my-app/memory`;
      for (const [path, name] of [
        [claude, 'Claude Code · my-app'],
        [`${claude}/deploys.md`, 'deploys.md'],
        [`${home}/other/MEMORY.md`, 'MEMORY.md · other'],
        [`${home}/.hermes/memories/USER.md`, 'Hermes · About you'],
        [`${home}/.claude/agent-memory/reviewer/MEMORY.md`, 'Claude Code · reviewer'],
      ] as const) {
        expect(await call('workspaces.open', { path })).toMatchObject({ name });
      }
    });

    test('with ambiguous project folders show all that is known of the path', async () => {
      const { list } = await started({ ...homes, 'code/my/app/README.md': '' });
      const projects = (await list()).flatMap(({ project }) => project ?? []);
      expect(projects).toContainEqual({ name: 'code-my-app', path: null, isGuess: true });
    });

    test('are looked for in the folder of each program’s variable, and not elsewhere', async () => {
      const { list, home } = await started(
        {
          '.claude/CLAUDE.md': '- not read\n',
          'moved/claude/CLAUDE.md': '- a\n',
          'moved/hermes/memories/MEMORY.md': 'b',
          'moved/codex/AGENTS.md': '- c\n',
          'letta/system/persona.md': '- d\n',
          'letta/notes.md': '- e\n',
        },
        {
          CLAUDE_CONFIG_DIR: '~/moved/claude',
          HERMES_HOME: '~/moved/hermes',
          CODEX_HOME: '~/moved/codex',
          MEMORY_DIR: '~/letta',
        },
      );
      const found = (await list()).filter(({ assistant }) => assistant !== 'Contexture');
      expect(found.map(({ path }) => path.slice(home.length + 1))).toEqual([
        'moved/claude/CLAUDE.md',
        'moved/hermes/memories/MEMORY.md',
        'moved/codex/AGENTS.md',
        'letta/system/persona.md',
        'letta/notes.md',
      ]);
    });

    test('are found in the projects that Claude Code or the person knows, and named by them', async () => {
      const { list, home, world, call } = await started({
        ...homes,
        'code/my-app/.cursorrules': '- old\n',
        'code/my-app/.cursor/rules/style.mdc': '---\nalwaysApply: true\n---\n- tabs\n',
        'code/my-app/.windsurf/rules/tests.md': `- ${'x'.repeat(12_000)}\n`,
        'code/my-app/CLAUDE.md': '- short\n',
        'code/my-app/sub/AGENTS.md': '- not looked for\n',
        'code/unknown/.cursorrules': '- not looked for\n',
        '.codeium/windsurf/memories/global_rules.md': '- brief\n',
        '.gemini/tmp/my-app/memory/MEMORY.md': '- sails\n',
      });
      world.outside.write(`${world.root}/.cursor/rules/one.mdc`, '- one\n');
      const told = (await list()).map(({ path, assistant, kind, project, fill }) => [
        path.replace(world.root, '.').replace(home, '~'),
        `${assistant}: ${kind}`,
        project?.name,
        fill?.limit,
      ]);
      expect(told).toEqual(
        expect.arrayContaining([
          ['~/code/my-app/.cursorrules', 'Cursor: Rules', 'my-app', undefined],
          ['~/code/my-app/.cursor/rules/style.mdc', 'Cursor: Rules', 'my-app', undefined],
          ['~/code/my-app/.windsurf/rules/tests.md', 'Windsurf: Rules', 'my-app', 12_000],
          ['~/code/my-app/CLAUDE.md', 'Claude Code: Instructions', 'my-app', undefined],
          ['./.cursor/rules/one.mdc', 'Cursor: Rules', 'notes', undefined],
          ['~/.codeium/windsurf/memories/global_rules.md', 'Windsurf: Rules', undefined, 6000],
          ['~/.gemini/tmp/my-app/memory/MEMORY.md', 'Gemini CLI: Project memory', 'my-app', undefined],
        ]),
      );
      expect(told.map(([path]) => path).join('\n')).not.toMatch(/unknown|sub/);
      for (const file of ['.cursor/rules/style.mdc', '.cursorrules']) {
        const { name } = await call('workspaces.open', { path: `${home}/code/my-app/${file}` });
        expect(name).toBe(`Cursor · my-app · ${file.split('/').at(-1)}`);
      }
      const { items } = await call('workspaces.browse', { folder: `${home}/code/my-app`, hidden: true });
      expect(items.map(({ name }) => name)).toContain('.cursorrules');
    });

    test('of Letta are found by its variable, with what it always reads and what not', async () => {
      const { home, call } = await started(
        { 'mine/system/persona.md': '- sails\n', 'mine/notes.md': '- more\n' },
        { MEMORY_DIR: '~/mine' },
      );
      const advice = async (path: string) => {
        const { id: workspace } = await call('workspaces.open', { path: `${home}/mine/${path}` });
        const { capabilities } = (await call('context.read', { workspace })).summary;
        return [capabilities.assistant, capabilities.advice];
      };
      expect(await advice('system/persona.md')).toEqual(['Letta', expect.stringContaining('at each turn')]);
      expect(await advice('notes.md')).toEqual(['Letta', expect.stringContaining('only where')]);
    });

    test('are found where Claude Code’s settings move them, and in no place that depends on a project', async () => {
      const settings = (folder: unknown) => ({
        '.claude/settings.json': JSON.stringify({ autoMemoryDirectory: folder }),
      });
      const there = { 'notes/claude/MEMORY.md': '- moved here\n', 'notes/claude/topic.md': '- more\n' };
      const { memoryAt } = await started({ ...settings('~/notes/claude'), ...there });
      expect(await memoryAt('notes/claude/MEMORY.md')).toMatchObject({
        assistant: 'Claude Code',
        entries: 1,
        files: 1,
      });
      for (const folder of ['notes/claude', './notes', 7, null, ['~/notes/claude']]) {
        const other = await started({ ...settings(folder), ...there });
        expect(await other.memoryAt('notes/claude/MEMORY.md')).toBeUndefined();
      }
    });

    test('show how full they are, and mark those over their assistant’s limit', async () => {
      const lines = (count: number): string => Array.from({ length: count }, (_, at) => `- entry ${at}\n`).join('');
      const { memoryAt, list } = await started({
        '.claude/projects/-a-full/memory/MEMORY.md': lines(201),
        '.claude/projects/-a-wide/memory/MEMORY.md': `- ${'wide '.repeat(5200)}\n`,
        '.hermes/memories/MEMORY.md': '😀'.repeat(2200),
        '.hermes/memories/USER.md': 'x'.repeat(1376),
      });
      const told = async (path: string) => {
        const memory = await memoryAt(path);
        return [memory?.fill, memory?.needs];
      };
      expect(await told('.claude/projects/-a-full/memory/MEMORY.md')).toEqual([
        { used: 201, limit: 200, unit: 'lines' },
        ['over_limit'],
      ]);
      expect(await told('.claude/projects/-a-wide/memory/MEMORY.md')).toEqual([
        { used: 26_003, limit: 25_000, unit: 'bytes' },
        ['over_limit'],
      ]);
      expect(await told('.hermes/memories/MEMORY.md')).toEqual([{ used: 2200, limit: 2200, unit: 'characters' }, []]);
      expect(await told('.hermes/memories/USER.md')).toEqual([
        { used: 1376, limit: 1375, unit: 'characters' },
        ['over_limit'],
      ]);
      const ours = (await list()).find(({ assistant }) => assistant === 'Contexture');
      expect(ours?.fill).toMatchObject({ limit: 2000, unit: 'tokens' });
    });

    test('are measured by the settings of their workspace', async () => {
      const { world, list, summary } = await started();
      world.outside.write(`${world.root}/.contexture/settings.yaml`, 'token_limit: 120\n');
      const ours = async () => (await list()).find(({ assistant }) => assistant === 'Contexture');
      await world.until(async () => expect((await summary()).tokens.limit).toBe(120));
      expect(await ours()).toMatchObject({ fill: { limit: 120, used: (await summary()).tokens.total } });
    });

    test('that can’t be read are listed with the reason, and the others with their contents', async () => {
      const { world, home, memoryAt } = await started();
      world.outside.replaceBytes(`${home}/.hermes/memories/MEMORY.md`, Uint8Array.of(0xff, 0xfe, 0x00));
      world.outside.remove(`${home}/.openclaw/workspace/MEMORY.md`);
      world.outside.write(`${home}/.openclaw/workspace/MEMORY.md/inside.md`, '');
      expect(await memoryAt('.hermes/memories/MEMORY.md')).toMatchObject({
        problem: expect.stringContaining('is not UTF-8 text'),
        needs: ['unreadable'],
        entries: null,
      });
      expect(await memoryAt('.openclaw/workspace/MEMORY.md')).toMatchObject({ needs: ['unreadable'], entries: null });
      expect(await memoryAt('.claude/CLAUDE.md')).toMatchObject({ problem: null, entries: 1 });
    });

    test('that are large are listed without being read, so that nobody waits', async () => {
      const { memoryAt } = await started({ '.codex/memories/MEMORY.md': '- one more line\n'.repeat(70_000) });
      expect(await memoryAt('.codex/memories/MEMORY.md')).toMatchObject({
        problem: expect.stringContaining('is over 1 MB, so it is not read until you open it'),
        needs: ['unreadable'],
      });
    });

    test('that were opened before stay on the list when missing, with the reason', async () => {
      const { world, list, call } = await started();
      world.outside.write(`${world.root}/rules.md`, '- one\n');
      await call('workspaces.open', { path: `${world.root}/rules.md` });
      expect((await list()).find(({ name }) => name === 'rules.md')).toMatchObject({
        assistant: null,
        recent: true,
        entries: 1,
      });
      world.outside.remove(`${world.root}/rules.md`);
      expect((await list()).find(({ name }) => name === 'rules.md')).toMatchObject({
        problem: expect.stringContaining('There is nothing at'),
        needs: ['unreadable'],
      });
    });

    test('are listed once, however many ways lead to them', async () => {
      const { home, list, call } = await started();
      const path = `${home}/.claude/CLAUDE.md`;
      await call('workspaces.open', { path });
      const found = (await list()).filter((memory) => memory.path === path);
      expect(found).toMatchObject([{ assistant: 'Claude Code', recent: true }]);
    });

    test('that their assistant rewrites say why they are read-only', async () => {
      const { memoryAt } = await started();
      expect(await memoryAt('.codex/memories/raw_memories.md')).toMatchObject({
        readOnlyReason: expect.stringContaining('Codex rewrites this file'),
      });
    });

    test('come in pages of one scan, and a page of an earlier scan is refused', async () => {
      const { call, list } = await started();
      const all = (await list()).map(({ path }) => path);
      const first = await call('memories.list', { limit: 4 });
      const { revision, total } = first;
      const rest = await call('memories.list', { revision, offset: 4, limit: 200 });
      expect(total).toBe(all.length);
      expect([...first.memories, ...rest.memories].map(({ path }) => path)).toEqual(all);
      await list();
      // Two windows may read at a time.
      expect((await call('memories.list', { revision, offset: 4, limit: 1 })).memories).toHaveLength(1);
      for (let look = 0; look < 8; look++) {
        await call('memories.list', {});
      }
      await expect(call('memories.list', { revision, offset: 4 })).rejects.toMatchObject({ code: 'revision_gone' });
    });

    test('are listed and searched without a lock, a write or a change to any file', async () => {
      const { world, call } = await started();
      await world.engine().close();
      await world.restart();
      const engine = await openIn(world);
      const before = world.everyFile().map(({ path, bytes }) => [path, world.ports.hash(bytes)]);
      world.files.setFault(null);
      await engine.call('memories.list', { limit: 200 });
      await engine.call('memories.search', { text: 'green' });
      const wrote = world.files.calls.filter((call) =>
        /^(replace|remove|store|discard|appendLine|makeFolder)/.test(call),
      );
      expect(wrote).toEqual([]);
      expect(world.everyFile().map(({ path, bytes }) => [path, world.ports.hash(bytes)])).toEqual(before);
      expect(call).toBeDefined();
    });
  });

  describe('a search through all memories', () => {
    test('finds entries of each, in topics and daily notes too, with their place', async () => {
      const { call, home } = await started();
      const { found, next, searched, unread } = await call('memories.search', { text: 'GREEN' });
      expect(next).toBeNull();
      expect(unread).toEqual([]);
      expect(searched.done).toBe(searched.total);
      const told = found.map(({ memory, file, index, section, value }) => [
        `${memory.assistant}`,
        file.slice(home.length + 1),
        index,
        section,
        value,
      ]);
      expect(told).toEqual([
        ['Claude Code', '.claude/projects/-gone-away-old-thing/memory/MEMORY.md', 0, 'Memory', 'likes green tea'],
        ['OpenClaw', '.openclaw/workspace/MEMORY.md', 0, 'Habits', 'drinks green tea at four'],
        ['OpenClaw', '.openclaw/workspace/memory/2026-11-20.md', 0, '', 'bought green paint'],
      ]);
      expect((await call('memories.search', { text: 'tea GREEN four' })).found).toHaveLength(1);
      expect((await call('memories.search', { text: 'green lantern' })).found).toEqual([]);
      expect((await call('memories.search', { text: '  ' })).found).toEqual([]);
    });

    test('returns a page at a time, each entry once', async () => {
      const many = Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [
          `.claude/projects/-p-${at}/memory/MEMORY.md`,
          '- tea one\n- tea two\n- nothing\n- tea three\n',
        ]),
      );
      const { call } = await started(many);
      const found: string[] = [];
      let from: { path: string; skip: number } | undefined;
      do {
        const page = await call('memories.search', { text: 'tea', limit: 7, ...(from && { from }) });
        expect(page.found.length).toBeLessThanOrEqual(7);
        found.push(...page.found.map(({ file, index }) => `${file} ${index}`));
        from = page.next ?? undefined;
      } while (from);
      // An entry of the workspace's context.
      expect(found).toHaveLength(121);
      expect(new Set(found).size).toBe(121);
    });

    test('continues past a memory that was deleted meanwhile', async () => {
      const { world, home, call } = await started();
      const first = await call('memories.search', { text: 'green', limit: 1 });
      expect(first.next).not.toBeNull();
      world.outside.remove(`${home}/.openclaw/workspace`);
      const from = { path: `${home}/.openclaw/workspace/MEMORY.md`, skip: 0 };
      expect(await call('memories.search', { text: 'green', from })).toMatchObject({ found: [], next: null });
    });

    test('shows the matching part of a long entry', async () => {
      const { call } = await started({ '.claude/CLAUDE.md': `- ${'word '.repeat(500)}needle${' word'.repeat(500)}\n` });
      const [entry] = (await call('memories.search', { text: 'needle' })).found;
      expect(entry?.value).toContain('needle');
      expect(entry?.value).toMatch(/^….*…$/);
      expect(entry?.value.length).toBeLessThan(450);
    });

    test('reports memories it could not search, and searches the rest', async () => {
      const { world, home, call } = await started();
      world.outside.replaceBytes(`${home}/.hermes/memories/MEMORY.md`, Uint8Array.of(0xff, 0xfe, 0x00));
      const { found, unread } = await call('memories.search', { text: 'green' });
      expect(found).toHaveLength(3);
      expect(unread).toEqual([
        { path: `${home}/.hermes/memories/MEMORY.md`, problem: expect.stringContaining('is not UTF-8') },
      ]);
    });
  });
}
