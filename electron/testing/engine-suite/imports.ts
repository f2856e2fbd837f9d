import { describe, expect, test } from 'vitest';
import { openIn } from '../engine-world.ts';
import type { CreateWorld } from './starting.ts';

/** Files that a memory of instructions has its assistant read beside it. */
export function importTests(createWorld: CreateWorld): void {
  async function started(files: Readonly<Record<string, string>>) {
    const world = await createWorld();
    for (const [name, text] of Object.entries(files)) {
      world.outside.write(`${world.root}/${name}`, text);
    }
    const opened = await openIn({ root: `${world.root}/CLAUDE.md`, engine: world.engine });
    const { call, workspace } = opened;
    return {
      ...opened,
      world,
      files: async () => (await call('sources.list', { workspace })).files,
      read: () => call('assistant.read', { workspace }),
    };
  }

  test('loads what GEMINI.md imports, and takes no address for an import', async () => {
    const world = await createWorld();
    world.outside.write(`${world.root}/GEMINI.md`, '# Rules\n\n@./docs/tide.md and ann@example.com\n');
    world.outside.write(`${world.root}/docs/tide.md`, 'High water at nine.\n');
    const { call, workspace } = await openIn({ root: `${world.root}/GEMINI.md`, engine: world.engine });
    expect((await call('sources.list', { workspace })).files).toMatchObject([{ name: 'docs/tide.md', state: 'read' }]);
    expect((await call('assistant.read', { workspace })).text).toContain('High water at nine.');
  });

  describe('imports of CLAUDE.md', () => {
    test('are loaded, relative to the file that names them, with place and cost', async () => {
      const { files, read, world } = await started({
        'CLAUDE.md': '# Rules\n\n- see @docs/style.md\n<!-- @gone.md -->\n`@code.md`\n',
        'docs/style.md': 'Tabs.\n<!-- why:\nlong story -->\n@more/names.md\n',
        'docs/more/names.md': 'Short names.\n',
      });
      expect(await files()).toMatchObject([
        {
          name: 'docs/style.md',
          path: `${world.root}/docs/style.md`,
          state: 'read',
          imported: { file: 'CLAUDE.md', line: 3 },
        },
        { name: 'docs/more/names.md', state: 'read', imported: { file: 'docs/style.md', line: 4 } },
      ]);
      const { text, parts, tokens } = await read();
      expect(parts.map(({ kind, name }) => [kind, name])).toEqual([
        ['file', 'docs/style.md'],
        ['file', 'docs/more/names.md'],
        ['context', 'CLAUDE.md'],
      ]);
      expect(text).toContain('[Context from docs/style.md]\n\nTabs.\n@more/names.md');
      expect(text).toContain('Short names.');
      expect(text).not.toMatch(/long story|@gone/);
      expect(tokens.total).toBeGreaterThanOrEqual(parts.reduce((sum, part) => sum + part.tokens, 0));
    });

    test('go four levels deep, and no file is read twice or in a circle: all of it is reported', async () => {
      const { files } = await started({
        'CLAUDE.md': '@1.md @1.md\n@missing.md @ann\n',
        '1.md': 'one @2.md',
        '2.md': 'two @3.md @1.md @CLAUDE.md',
        '3.md': 'three @4.md',
        '4.md': 'four @5.md',
        '5.md': 'five',
      });
      expect((await files()).map(({ name, state, problem }) => [name, state, problem])).toEqual([
        ['1.md', 'read', null],
        ['2.md', 'read', null],
        ['3.md', 'read', null],
        ['4.md', 'read', null],
        ['5.md', 'unreadable', expect.stringContaining('5 deep')],
        ['1.md', 'repeated', expect.stringContaining('circle')],
        ['CLAUDE.md', 'repeated', expect.stringContaining('circle')],
        ['1.md', 'repeated', expect.stringContaining('read already')],
        ['missing.md', 'missing', expect.stringContaining('There is no file')],
      ]);
    });

    test('outside the workspace are neither read nor looked for before the person approves them', async () => {
      const { files, call, workspace, world } = await started({ 'CLAUDE.md': '@../elsewhere.md\n@~/home.md\n' });
      const outside = world.root.replace(/[^/]*$/, 'elsewhere.md');
      world.outside.write(outside, 'secret @deeper.md\n');
      world.outside.write(outside.replace('elsewhere', 'deeper'), 'deeper\n');
      expect(await files()).toMatchObject([
        { state: 'unapproved', place: outside, bytes: null, outside: true },
        { state: 'unapproved', place: `${world.ports.homeFolder}/home.md` },
      ]);
      await call('sources.approve', { workspace, place: outside, approve: true });
      expect(await files()).toMatchObject([
        { state: 'read', place: outside },
        { state: 'unapproved', name: expect.stringContaining('deeper.md') },
        { state: 'unapproved' },
      ]);
      expect((await call('sources.read', { workspace, path: outside })).text).toContain('secret');
    });

    test('follow changes of the file, whoever makes them', async () => {
      const { files, call, workspace, world, find } = await started({
        'CLAUDE.md': '- see @a.md\n',
        'a.md': 'A.\n',
        'b.md': 'B.\n',
      });
      await call('workspaces.attend', { workspace, visible: true });
      const entry = await find('see @a.md');
      const { category, key, raw, ordinal } = entry;
      await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: { category, key, raw, ordinal }, value: 'see @b.md' }],
      });
      const names = async () => (await files()).map(({ name }) => name);
      await world.until(async () => expect(await names()).toEqual(['b.md']));
      world.outside.replace(`${world.root}/CLAUDE.md`, '- see @a.md\n- and @b.md\n');
      await world.until(async () => expect(await names()).toEqual(['a.md', 'b.md']));
      await call('workspaces.attend', { workspace, visible: false });
    });

    test('with an unescaped blank in the path are not loaded, which is reported', async () => {
      const { files } = await started({
        'CLAUDE.md':
          '@~/Library/Mobile Documents/p/_index.md\n\n@x y/_index.md\n@x\\ y/_index.md\n\nAsk @ann about a/b.\n',
        'x y/_index.md': 'Tides.\n',
      });
      expect((await files()).map(({ state, problem }) => [state, problem?.includes('Write a blank') ?? false])).toEqual(
        [
          ['missing', true],
          ['missing', true],
          ['read', false],
        ],
      );
    });

    test('are a feature of CLAUDE.md alone', async () => {
      const world = await createWorld();
      world.outside.write(`${world.root}/AGENTS.md`, '@a.md\n');
      world.outside.write(`${world.root}/a.md`, 'A.\n');
      const { call, workspace } = await openIn({ root: `${world.root}/AGENTS.md`, engine: world.engine });
      expect((await call('sources.list', { workspace })).files).toEqual([]);
    });
  });
}
