import { describe, expect, test } from 'vitest';
import { refOf } from '#shared/entries/entry.ts';
import { openIn } from '../engine-world.ts';
import type { CreateWorld } from './starting.ts';

const comment = '<!-- openclaw-memory-promotion:memory:memory/2026-05-01.md:3:4 -->';
const promoted = (said: string): string =>
  `${comment}\n- ${said} [score=0.878 recalls=0 avg=0.620 source=memory/2026-05-01.md:3-4]\n`;
const openClaw = `# Long-Term Memory\n\n## Facts\n- by hand\n\n## Promoted From Short-Term Memory (2026-05-06)\n\n${promoted('likes tea')}`;
const codex = 'v1\n\n## User Profile\n\nSails a boat.\n\n## General Tips\n- Name: Ann\n- likes tea [thread_id=019d]\n';
const gemini = '# Rules\n- be kind\n\n## Gemini Added Memories\n- likes tea\n\n## Style\n- short\n';

type Program = { readonly name: string; readonly at: string; readonly text: string; readonly source: string | null };
const programs: readonly Program[] = [
  { name: 'OpenClaw', at: '.openclaw/workspace/MEMORY.md', text: openClaw, source: 'memory/2026-05-01.md:3-4' },
  { name: 'Codex', at: '.codex/memories/memory_summary.md', text: codex, source: '019d' },
  { name: 'Gemini CLI', at: '.gemini/GEMINI.md', text: gemini, source: null },
];

/** Memories in the free markdown of one program, which looks for its own marks in it. */
export function dialectTests(createWorld: CreateWorld): void {
  async function started({ at, text }: Pick<Program, 'at' | 'text'>) {
    const world = await createWorld();
    const path = `${world.root}/${at}`;
    world.outside.write(path, text);
    const opened = await openIn({ root: path, engine: world.engine });
    const { call, workspace, entries } = opened;
    const change = async (value: string, operation: (entry: ReturnType<typeof refOf>) => object) => {
      const entry = (await entries()).find((each) => each.value === value);
      if (!entry) {
        throw new Error(`There is no entry “${value}”.`);
      }
      return call('context.change', { workspace, operations: [operation(refOf(entry)) as never] });
    };
    return { ...opened, world, path, change };
  }

  describe.each(programs)('a memory of $name', (program) => {
    const { name, text, source } = program;

    test('is corrected, extended, shortened and reordered in its form, and undone to the byte', async () => {
      const { world, path, call, workspace, change, entries, summary } = await started(program);
      expect(await summary()).toMatchObject({ writable: true, capabilities: { assistant: name } });
      expect((await entries()).find(({ value }) => value === 'likes tea')).toMatchObject({ source });
      await change('likes tea', (entry) => ({ op: 'edit', entry, value: 'likes cocoa' }));
      expect(world.text(path)).toBe(text.replace('likes tea', 'likes cocoa'));
      await call('context.change', {
        workspace,
        operations: [{ op: 'add', category: null, key: null, value: 'has a boat' }],
      });
      expect(world.text(path)).toContain('\n- has a boat\n');
      await change('has a boat', (entry) => ({ op: 'raise', entry, to: 'heading' }));
      await change('likes cocoa', (entry) => ({ op: 'delete', entry }));
      expect(world.text(path)).not.toMatch(/cocoa|score=|thread_id/);
      for (let time = 0; time < 4; time++) {
        await call('context.undo', { workspace });
      }
      expect(world.text(path)).toBe(text);
    });

    test('archives and restores to the byte, with everything that belongs to the entry', async () => {
      const { world, path, call, workspace, change } = await started(program);
      await change('likes tea', (entry) => ({ op: 'archive', entry }));
      expect(world.text(path)).not.toMatch(/likes tea|score=|thread_id|promotion/);
      const [archived] = (await call('archive.entries', { workspace })).entries;
      expect(archived).toMatchObject({ value: 'likes tea', source });
      const { file = '', raw = '', ordinal = 0 } = archived ?? {};
      await call('archive.restore', { workspace, items: [{ entry: { file, raw, ordinal } }] });
      expect(world.text(path)).toBe(text);
    });

    test('applies an assistant’s update, and the person’s undo of it', async () => {
      const { world, path, call, workspace } = await started(program);
      const update = { category: 'fact', key: 'City', value: 'Lisbon', confidence: 'certain', source: 'x' } as const;
      await call('context.apply', { workspace, updates: [update], assistant: name });
      expect(world.text(path)).toContain('- City: Lisbon\n');
      await call('context.undo', { workspace });
      expect(world.text(path)).toBe(text);
    });
  });

  test('daily notes of OpenClaw are days of the archive, and stay when a line of them is kept', async () => {
    const { world, path, call, workspace } = await started(programs[0] as Program);
    const folder = `${world.root}/.openclaw/workspace/memory`;
    const note = '# Thursday\n- walked to the harbour\n- Boat: blue\n';
    world.outside.write(`${folder}/2026-05-02.md`, note);
    world.outside.write(`${folder}/2026-05-01-standup.md`, '- met Bob\n');
    world.outside.write(`${folder}/2026-05-03.md`, '');
    world.outside.write(`${folder}/plans.md`, '- no day\n');
    const days = async () =>
      (await call('archive.entries', { workspace })).entries.map(({ archivedDate, value, isNote }) => [
        archivedDate,
        value,
        isNote,
      ]);
    expect(await days()).toEqual([
      ['2026-05-02', 'walked to the harbour', true],
      ['2026-05-02', 'blue', true],
      ['2026-05-01', 'met Bob', true],
    ]);
    const [noted] = (await call('archive.entries', { workspace })).entries;
    const { key = null, value = '', file = '', raw = '', ordinal = 0 } = noted ?? {};
    await call('context.change', { workspace, operations: [{ op: 'add', category: null, key, value }] });
    expect(world.text(path)).toContain('\n- walked to the harbour\n');
    await call('context.undo', { workspace });
    expect(world.text(path)).toBe(openClaw);
    const item = { entry: { file, raw, ordinal } };
    const refused = { code: 'outside_workspace' };
    await expect(call('archive.restore', { workspace, items: [item] })).rejects.toMatchObject(refused);
    await expect(call('archive.delete', { workspace, entries: [item.entry] })).rejects.toMatchObject(refused);
    expect(world.text(`${folder}/2026-05-02.md`)).toBe(note);
    // Text in the notes is named as what erasing leaves.
    const { left } = await call('erase.preview', { workspace, target: { text: 'harbour' } });
    expect(left).toMatchObject([{ path: `${folder}/2026-05-02.md`, why: expect.stringContaining('daily note') }]);
    world.outside.write(`${folder}/2026-05-02.md`, `${note}- wrote it down\n`);
    await world.until(async () => {
      // The notes folder is read on request.
      await call('workspaces.attend', { workspace, visible: true });
      expect(await days()).toContainEqual(['2026-05-02', 'wrote it down', true]);
    });
  });

  test('reports a Codex summary that lost its first line, and repairs it', async () => {
    const { world, path, call, workspace, summary } = await started({
      at: '.codex/memories/memory_summary.md',
      text: codex,
    });
    world.outside.write(path, codex.slice(3));
    await world.until(async () => {
      expect((await summary()).diagnostics).toMatchObject([{ code: 'form_differs', repair: 'form' }]);
    });
    await call('context.repair', { workspace, repair: 'form' });
    expect(world.text(path)).toBe(codex);
  });

  test('a missing Codex summary begins as Codex begins it', async () => {
    const { world, path, call, workspace } = await started({ at: '.codex/memories/memory_summary.md', text: '\n' });
    await call('context.change', { workspace, operations: [{ op: 'add', category: null, key: null, value: 'a' }] });
    expect(world.text(path)?.split('\n')[0]).toBe('v1');
  });

  test('shows generated files of Codex read-only', async () => {
    const { change, summary } = await started({ at: '.codex/memories/raw_memories.md', text: '- likes tea\n' });
    expect(await summary()).toMatchObject({ writable: false });
    await expect(change('likes tea', (entry) => ({ op: 'delete', entry }))).rejects.toMatchObject({
      code: 'read_only',
    });
  });

  test('refuses Gemini CLI memories of several lines in words, and changes nothing', async () => {
    const { world, path, change } = await started({ at: '.gemini/GEMINI.md', text: gemini });
    await expect(change('likes tea', (entry) => ({ op: 'edit', entry, value: 'a\nb' }))).rejects.toMatchObject({
      code: 'value_invalid',
      message: expect.stringContaining('one line'),
    });
    expect(world.text(path)).toBe(gemini);
  });

  test('gives Claude Code a CLAUDE.md without its comments', async () => {
    const { call, workspace } = await started({ at: 'app/CLAUDE.md', text: '# A\n<!-- for us -->\n- one\n' });
    expect((await call('assistant.read', { workspace })).text).toContain('# A\n- one\n');
  });
}
