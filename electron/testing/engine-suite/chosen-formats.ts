import { describe, expect, test } from 'vitest';
import { refOf } from '#shared/entries/entry.ts';
import { openIn } from '../engine-world.ts';
import type { Opened } from '../open-workspace.ts';
import type { CreateWorld } from './starting.ts';

const text = '# Notes\n\n- likes tea\n- Name: Ann\n';
const whole = '# Notes\n\n- likes tea\n- Name: Ann';

/** The format of one file as the person chooses it over the recognised one. */
export function chosenFormatTests(createWorld: CreateWorld): void {
  async function started(said = text, name = 'notes.md') {
    const world = await createWorld();
    const path = `${world.root}/${name}`;
    world.outside.write(path, said);
    const opened = await openIn({ root: path, engine: world.engine });
    return { ...opened, world, path };
  }
  const readAs = ({ call, workspace }: Pick<Opened, 'call' | 'workspace'>, form: string) =>
    call('settings.write', { workspace, values: { readAs: form as 'hermes' } });
  const values = async ({ entries }: Pick<Opened, 'entries'>) => (await entries()).map(({ value }) => value);

  describe('the chosen format of a file', () => {
    test('applies at once, and can be reset to the recognised one', async () => {
      const opened = await started();
      const { call, workspace, summary, world, path } = opened;
      expect((await call('settings.read', { workspace })).readAs).toEqual({
        recognised: 'markdown',
        choices: ['claude', 'hermes', 'codex', 'gemini', 'openclaw', 'markdown'],
      });
      await readAs(opened, 'hermes');
      expect(await summary()).toMatchObject({ format: 'hermes', capabilities: { assistant: 'Hermes' }, entryCount: 1 });
      expect(await values(opened)).toEqual([whole]);
      await readAs(opened, 'recognised');
      expect(await summary()).toMatchObject({ format: 'markdown', entryCount: 2 });
      expect(await values(opened)).toEqual(['likes tea', 'Ann']);
      expect(world.text(path)).toBe(text);
    });

    test('is announced to followers, who keep unchanged entries', async () => {
      const opened = await started('- likes tea\n- [Tests](tests.md) — before commits\n');
      const before = await opened.entries();
      const { revision } = await opened.call('context.read', { workspace: opened.workspace });
      await readAs(opened, 'claude');
      const after = await opened.entries();
      expect(after.map(({ key }) => key)).toEqual([null, 'Tests']);
      expect(after[0]?.id).toBe(before[0]?.id);
      const changed = opened.of('context.changed').filter(({ from }) => from >= revision);
      expect(changed[0]?.from).toBe(revision);
      expect(changed.at(-1)?.summary).toMatchObject({ format: 'claude' });
      expect(opened.of('workspace.readAnew')).toMatchObject([{ workspace: opened.workspace }]);
      for (const name of ['archive.changed', 'history.changed', 'settings.changed', 'topics.changed'] as const) {
        expect(opened.of(name), name).not.toEqual([]);
      }
    });

    test('is remembered, and shown in the list of memories', async () => {
      const { world, path, ...opened } = await started();
      await readAs(opened, 'hermes');
      await world.restart();
      const again = await openIn({ root: path, engine: world.engine });
      expect(await again.summary()).toMatchObject({ format: 'hermes' });
      expect((await again.call('memories.list', {})).memories).toMatchObject([
        { path, format: 'hermes', chosen: true },
      ]);
      await readAs(again, 'recognised');
      expect((await again.call('memories.list', {})).memories).toMatchObject([{ format: 'markdown', chosen: false }]);
      expect(world.everyFile().filter(({ path: each }) => each.startsWith(`${world.root}/`))).toHaveLength(1);
    });

    test('applies in other processes too', async () => {
      const { world, path, ...opened } = await started();
      await opened.call('workspaces.attend', { workspace: opened.workspace, visible: true });
      const other = await openIn({ root: path, engine: world.another().engine });
      await readAs(other, 'hermes');
      await world.until(async () => expect(await opened.summary()).toMatchObject({ format: 'hermes' }));
    });

    test('can be any for any text, and loses nothing', async () => {
      const said = '\uFEFF---\nname: x\n---\n# A\r\n- one\n§\n| a | b |\n|---|---|\n| c | d |\n\n```\nopen\n';
      const opened = await started(said);
      const { choices } = (await opened.call('settings.read', { workspace: opened.workspace })).readAs ?? {
        choices: [],
      };
      for (const choice of [...choices, 'recognised']) {
        await readAs(opened, choice);
        expect((await opened.summary()).status, choice).toBe('present');
        expect(opened.world.text(opened.path), choice).toBe(said);
        const { text: shown } = await opened.call('text.read', { workspace: opened.workspace });
        expect(shown, choice).toContain('| c | d |');
      }
    });

    test('keeps earlier changes: undo restores the bytes, and archived entries come back', async () => {
      const opened = await started();
      const { call, workspace, find, world, path } = opened;
      const [tea] = await opened.entries();
      await call('context.change', { workspace, operations: [{ op: 'archive', entry: refOf(tea as never) }] });
      await readAs(opened, 'hermes');
      const [item] = await opened.entries();
      await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: refOf(item as never), value: 'Ann sails.' }],
      });
      expect(world.text(path)).toBe('Ann sails.\n');
      await call('context.undo', { workspace });
      await readAs(opened, 'recognised');
      await call('context.undo', { workspace });
      expect(world.text(path)).toBe(text);
      expect((await find('likes tea')).section).toBe('Notes');
    });

    test('applies to the archive of the memory, so that a choice loses nothing there', async () => {
      const opened = await started();
      const { call, workspace, world, path } = opened;
      const [tea] = await opened.entries();
      await call('context.change', { workspace, operations: [{ op: 'archive', entry: refOf(tea as never) }] });
      await readAs(opened, 'hermes');
      const [item] = await opened.entries();
      await call('context.change', { workspace, operations: [{ op: 'archive', entry: refOf(item as never) }] });
      const listed = async () =>
        (await call('archive.entries', { workspace, limit: 10 })).entries.map(({ value }) => value);
      expect((await listed()).join('\n')).toContain('likes tea');
      expect((await listed()).join('\n')).toContain('Name: Ann');
      await readAs(opened, 'recognised');
      expect((await listed()).join('\n')).toContain('likes tea');
      expect((await listed()).join('\n')).toContain('Ann');
      expect(world.text(path)?.trim()).toBe('');
    });

    test('can’t be changed for a memory in our own format, nor to one that its text can’t have', async () => {
      const world = await createWorld();
      world.outside.write(world.contextPath, '## Facts (certain)\n- a: b\n');
      const own = await openIn(world);
      expect((await own.call('settings.read', { workspace: own.workspace })).readAs).toBeNull();
      await expect(readAs(own, 'hermes')).rejects.toMatchObject({ code: 'settings_invalid' });
      const free = await started();
      await expect(readAs(free, 'instructions')).rejects.toMatchObject({ code: 'settings_invalid' });
      expect(await free.summary()).toMatchObject({ format: 'markdown' });
    });

    test('makes an open memory read-only, or writable again', async () => {
      const opened = await started('# Boats\n\n- sails\n', 'raw_memories.md');
      await readAs(opened, 'codex');
      expect(await opened.summary()).toMatchObject({ format: 'codex', writable: false });
      expect(opened.of('workspace.readAnew').at(-1)?.view).toMatchObject({ writable: false });
      await expect(
        opened.call('context.change', {
          workspace: opened.workspace,
          operations: [{ op: 'add', category: null, key: null, value: 'x' }],
        }),
      ).rejects.toMatchObject({ code: 'read_only' });
      await readAs(opened, 'markdown');
      expect(await opened.summary()).toMatchObject({ format: 'markdown', writable: true });
      expect(opened.of('workspace.readAnew').at(-1)?.view).toMatchObject({ writable: true });
    });
  });
}
