import { describe, expect, test } from 'vitest';
import { refOf } from '#shared/entries/entry.ts';
import { estimate } from '#shared/entries/measure.ts';
import { openIn } from '../engine-world.ts';
import type { CreateWorld } from './starting.ts';

const hermes = ['Name: Maren', 'Likes tea.\nNever coffee.', 'works on a boat'].join('\n§\n');

/** Memories of another assistant's program, changed in its own form. */
export function otherFormatTests(createWorld: CreateWorld): void {
  async function started() {
    const world = await createWorld();
    const path = `${world.root}/.hermes/memories/MEMORY.md`;
    world.outside.write(path, hermes);
    const open = () => openIn({ root: path, engine: world.engine });
    const opened = await open();
    const { call, workspace, entries } = opened;
    const change = async (value: string, operation: (entry: ReturnType<typeof refOf>) => object) => {
      const entry = (await entries()).find((each) => each.value.startsWith(value));
      if (!entry) {
        throw new Error(`There is no entry “${value}”.`);
      }
      return call('context.change', { workspace, operations: [operation(refOf(entry)) as never] });
    };
    return { ...opened, world, path, open, change };
  }

  describe('a memory of Hermes', () => {
    test('is corrected, extended and shortened in its own form, and undone to the byte', async () => {
      const { world, path, call, workspace, change, summary } = await started();
      expect(await summary()).toMatchObject({ format: 'hermes', writable: true, entryCount: 3 });
      expect((await summary()).tokens).toMatchObject({ measure: 'characters', total: hermes.length, limit: 2200 });
      await change('Likes', (entry) => ({ op: 'edit', entry, value: 'Likes tea.\nAnd coffee.' }));
      expect(world.text(path)).toBe(hermes.replace('Never coffee', 'And coffee'));
      await call('context.change', {
        workspace,
        operations: [{ op: 'add', category: null, key: 'City', value: 'Lisbon' }],
      });
      expect(world.text(path)).toBe(`${hermes.replace('Never coffee', 'And coffee')}\n§\nCity: Lisbon`);
      await change('Maren', (entry) => ({ op: 'delete', entry }));
      expect(world.text(path)?.startsWith('Likes tea.\nAnd coffee.\n§\nworks')).toBe(true);
      for (let time = 0; time < 3; time++) {
        await call('context.undo', { workspace });
      }
      expect(world.text(path)).toBe(hermes);
    });

    test('has an archive in the app’s data, from which entries return', async () => {
      const { world, path, call, workspace, change } = await started();
      const { change: done } = await change('works', (entry) => ({ op: 'archive', entry }));
      expect(done?.label).toBe('Archived “works on a boat”');
      expect(world.text(path)).toBe('Name: Maren\n§\nLikes tea.\nNever coffee.');
      const {
        entries: [archived],
      } = await call('archive.entries', { workspace });
      expect(archived).toMatchObject({ raw: 'works on a boat', file: '2026-11-21.md' });
      const folder = `${world.root}/.hermes/memories`;
      // The lock is Hermes's own, and stays empty.
      const beside = (await world.files.list(folder)).filter(({ name }) => name !== 'MEMORY.md.lock');
      expect(beside.map(({ name }) => name)).toEqual(['MEMORY.md']);
      expect(world.text(`${folder}/MEMORY.md.lock`) ?? '').toBe('');
      const item = { entry: { file: '2026-11-21.md', raw: 'works on a boat', ordinal: 0 } };
      await call('archive.restore', { workspace, items: [item], makeRoom: false, allowOver: false });
      expect(world.text(path)).toBe(hermes);
      expect((await call('archive.entries', { workspace })).total).toBe(0);
    });

    test('stores the person’s statements about an entry beside it, and moves them with the entry', async () => {
      const { world, path, workspace, change, entries, open } = await started();
      const said = async () =>
        (await entries()).map(({ value, flags, source }) => [
          value.split('\n')[0],
          ...[flags.pinned && 'pinned', flags.confirmed && 'confirmed', source].filter(
            (each) => typeof each === 'string',
          ),
        ]);
      await change('Likes', (entry) => ({ op: 'pin', entry, pinned: true }));
      await change('Maren', (entry) => ({ op: 'confirm', entry, confirmed: true }));
      expect(await said()).toEqual([['Maren', 'confirmed'], ['Likes tea.', 'pinned'], ['works on a boat']]);
      expect(world.text(path)).toBe(hermes);
      await change('Likes', (entry) => ({ op: 'edit', entry, value: 'Likes cocoa.\nNever coffee.' }));
      world.outside.write(path, `${world.text(path)}\n§\nnew`);
      await world.until(async () =>
        expect(await said()).toEqual([
          ['Maren', 'confirmed'],
          ['Likes cocoa.', 'pinned', 'user_correction'],
          ['works on a boat'],
          ['new'],
        ]),
      );
      await world.restart();
      const again = await open();
      expect((await again.entries()).filter(({ flags }) => flags.pinned)).toHaveLength(1);
      for (let time = 0; time < 3; time++) {
        await again.call('context.undo', { workspace });
      }
      expect((await again.entries()).filter(({ flags, source }) => flags.pinned || flags.confirmed || source)).toEqual(
        [],
      );
      expect(world.text(path)).toBe(`${hermes}\n§\nnew`);
    });

    test('stores beside it who an entry is about, and only that', async () => {
      const { world, path, workspace, change, entries, open } = await started();
      const about = { kind: 'person', name: 'Sarah Chen' };
      await change('works', (entry) => ({ op: 'about', entry, about }));
      const said = async () => (await entries()).find(({ value }) => value.startsWith('works'));
      expect(await said()).toMatchObject({ confidence: 'tentative', source: null, flags: { about, confirmed: false } });
      expect(world.text(path)).toBe(hermes);
      await change('works', (entry) => ({ op: 'edit', entry, value: 'works ashore' }));
      expect(await said()).toMatchObject({ value: 'works ashore', source: 'user_correction', flags: { about } });
      await world.restart();
      const again = await open();
      expect((await again.entries()).find(({ value }) => value.startsWith('works'))?.flags.about).toEqual(about);
      for (let time = 0; time < 2; time++) {
        await again.call('context.undo', { workspace });
      }
      expect((await again.entries()).map(({ flags }) => flags.about)).toEqual([null, null, null]);
      const operations = [
        { op: 'about' as const, entry: await again.ref('Name'), about: { kind: 'thing' as const, name: 'a|b' } },
      ];
      await expect(again.call('context.change', { workspace, operations })).rejects.toMatchObject({
        code: 'value_invalid',
      });
    });

    test('holds an assistant’s update against a correction, and reports what another program overwrote', async () => {
      const { world, path, call, workspace, change, entries } = await started();
      await change('Maren', (entry) => ({ op: 'edit', entry, value: 'Maren Holm' }));
      const wanted = { category: 'fact', key: 'Name', value: 'Mary', confidence: 'certain', source: 'x' };
      const { held } = await call('context.apply', { workspace, updates: [wanted], assistant: 'Hermes' });
      expect(held).toHaveLength(1);
      expect(world.text(path)).toContain('Name: Maren Holm');
      world.outside.write(path, world.text(path)?.replace('Maren Holm', 'Mary') ?? '');
      await world.until(async () => {
        expect((await entries())[0]).toMatchObject({ value: 'Mary', mark: 'superseded', source: null });
      });
      await world.until(async () => {
        expect((await call('cards.list', { workspace })).cards.map(({ kind }) => kind)).toEqual(['losses']);
      });
      const [card] = (await call('cards.list', { workspace })).cards;
      await call('cards.settle', { workspace, card: card?.id ?? '', choice: 'put_back' });
      expect(world.text(path)).toBe(hermes.replace('Maren', 'Maren Holm'));
      expect((await entries())[0]).toMatchObject({ value: 'Maren Holm', source: 'user_correction' });
    });

    test('shows when and by whom each entry was written, or since when it is known', async () => {
      const { world, path, call, workspace, change, entries } = await started();
      const lastChange = async (value: string) => {
        const entry = (await entries()).find((each) => each.value.startsWith(value));
        return entry && call('history.lastChange', { workspace, entry: refOf(entry) });
      };
      await change('Maren', (entry) => ({ op: 'edit', entry, value: 'Maren Holm' }));
      world.outside.write(path, `${world.text(path)}\n§\nNever coffee.`);
      await world.until(async () => expect(await entries()).toHaveLength(4));
      expect(await lastChange('Maren')).toMatchObject({ change: { who: 'person' }, begins: null });
      // The same words were there before, within another item.
      expect(await lastChange('Never')).toMatchObject({ change: { who: 'outside', name: null } });
      expect(await lastChange('works')).toEqual({ change: null, begins: expect.any(Number) });
    });

    test('is given to an assistant within a token limit', async () => {
      const { call, workspace } = await started();
      const { text, tokens } = await call('assistant.read', { workspace });
      expect(tokens.total).toBe(estimate.tokensOf(estimate.ofText(text)));
    });

    test('respects Hermes’s own limit, unless the person set another', async () => {
      const { world, path, call, workspace, open } = await started();
      const long = 'x'.repeat(2300);
      const add = (value: string) =>
        call('context.change', { workspace, operations: [{ op: 'add', category: null, key: null, value }] });
      await expect(add(long)).rejects.toMatchObject({ code: 'value_invalid' });
      world.outside.write(`${world.root}/.hermes/config.yaml`, 'memory:\n  memory_char_limit: 3000\n');
      await world.restart();
      const again = await open();
      expect((await again.summary()).tokens.limit).toBe(3000);
      expect((await again.summary()).capabilities.budget?.limit).toBe(3000);
      await again.call('context.change', {
        workspace,
        operations: [{ op: 'add', category: null, key: null, value: long }],
      });
      expect(world.text(path)).toBe(`${hermes}\n§\n${long}`);
      await again.call('settings.write', { workspace, values: { tokenLimit: 2400 } });
      expect((await again.summary()).tokens.limit).toBe(2400);
      const { memories } = await again.call('memories.list', {});
      expect(memories.map(({ fill }) => fill?.limit)).toEqual([2400]);
    });

    test('of instructions respects Codex’s limit for all of them, less the files above it', async () => {
      const world = await createWorld({ CODEX_HOME: '~/agent' });
      const limits = async (path: string) => {
        const { summary } = await openIn({ root: `${world.root}/${path}/AGENTS.md`, engine: world.engine });
        return (await summary()).capabilities.loaded.map(({ limit }) => limit);
      };
      const write = (path: string, text: string) => world.outside.write(`${world.root}/${path}`, text);
      write('AGENTS.md', '- of another project\n');
      write('shop/.git/HEAD', 'ref: refs/heads/main\n');
      write('shop/AGENTS.md', `- ${'x'.repeat(97)}\n`);
      write('shop/web/AGENTS.md', '- not read beside its override\n');
      write('shop/web/AGENTS.override.md', `- ${'é'.repeat(20)}\n`);
      write('shop/web/cart/AGENTS.md', '- Prices are in cents.\n- Never round.\n');
      expect(await limits('shop')).toEqual([32_768]);
      expect(await limits('shop/web/cart')).toEqual([32_768 - 100 - 43]);
      world.outside.write(`${world.ports.homeFolder}/agent/config.toml`, 'project_doc_max_bytes = 170\n');
      await world.restart();
      expect(await limits('shop')).toEqual([170]);
      expect(await limits('shop/web/cart')).toEqual([27]);
      const { call, workspace } = await openIn({ root: `${world.root}/shop/web/cart/AGENTS.md`, engine: world.engine });
      expect((await call('assistant.read', { workspace })).text).not.toContain('Never round');
      write('shop/AGENTS.md', `- ${'x'.repeat(170)}\n`);
      await world.restart();
      expect(await limits('shop/web/cart')).toEqual([0]);
    });

    test('is found where the person moved Hermes’s home, also by one item', async () => {
      const world = await createWorld({ HERMES_HOME: '~/agent' });
      const path = `${world.ports.homeFolder}/agent/memories/MEMORY.md`;
      world.outside.write(path, 'likes tea');
      const { call, workspace, summary } = await openIn({ root: path, engine: world.engine });
      expect(await summary()).toMatchObject({ format: 'hermes' });
      await call('context.change', {
        workspace,
        operations: [{ op: 'add', category: null, key: null, value: 'works on a boat' }],
      });
      expect(world.text(path)).toBe('likes tea\n§\nworks on a boat');
    });

    test('that was saved by hand in another form is reported, with a repair', async () => {
      const { call, workspace, summary } = await started();
      const { version } = await summary();
      await call('text.save', {
        workspace,
        version,
        edits: [{ from: 0, to: 0, insert: 'Likes tea.\nNever coffee.\n§\n' }],
      });
      expect((await summary()).diagnostics).toMatchObject([{ code: 'form_differs', repair: 'form' }]);
    });

    test('refuses an assistant’s update that Hermes would refuse for its length', async () => {
      const { world, path, call, workspace } = await started();
      const apply = (value: string) =>
        call('context.apply', {
          workspace,
          updates: [{ category: 'fact', key: 'Notes', value, confidence: 'certain', source: 'x' }],
          assistant: 'Hermes',
        });
      await expect(apply('x'.repeat(2180))).rejects.toMatchObject({
        code: 'over_limit',
        message: `That can’t be put down: the memory would have ${(hermes.length + 3 + 2187).toLocaleString('en')} characters, and Hermes keeps to 2,200. Shorten or remove something first. Nothing was changed.`,
      });
      expect(world.text(path)).toBe(hermes);
      await apply('short');
      expect(world.text(path)).toBe(`${hermes}\n§\nNotes: short`);
      expect((await call('archive.entries', { workspace })).total).toBe(0);
    });

    test('that its own program would not edit is reported, and written as that program would', async () => {
      const { world, path, call, workspace, summary } = await started();
      world.outside.write(path, `${hermes}\n`);
      await world.until(async () => {
        expect((await summary()).diagnostics).toMatchObject([{ code: 'form_differs', repair: 'form' }]);
      });
      const seen = await call('context.previewRepair', { workspace, repair: 'form' });
      expect(seen).toEqual({
        entries: { kept: 3, changed: 0, added: 0, removed: 0 },
        removed: [],
        removedAreCopies: true,
        changes: [{ line: 6, before: 'works on a boat\n', after: 'works on a boat' }],
        changeCount: 1,
      });
      expect(world.text(path)).toBe(`${hermes}\n`);
      await call('context.repair', { workspace, repair: 'form' });
      expect(world.text(path)).toBe(hermes);
      expect((await summary()).diagnostics).toEqual([]);
    });
  });
}
