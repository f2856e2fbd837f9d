import { describe, expect, test } from 'vitest';
import type { EntryRef } from '#shared/entries/entry.ts';
import { refOf } from '#shared/entries/entry.ts';
import { openIn } from '../engine-world.ts';
import { erase } from './erasing.ts';
import { type CreateWorld, context, startOn, uncounted } from './starting.ts';

const withTwins = context
  .replace('- language: English', '- language: English\n- language: German with her parents')
  .replace('calms\n', 'calms\n- Best workouts are on Wednesday evenings\n- morning_tea: Makes tea first thing\n')
  .replace('- records:', '- Makes tea first thing\n- records:');

const notes = `# Notes

## Home
- **Diet**: vegetarian
- **City**: Bern
- Reads in the evening, with tea

## Work
- **Diet**: vegan since the spring
- Reads in the evening with tea
`;

/** Possible duplicates. */
export function twinTests(createWorld: CreateWorld): void {
  const withList = <O extends Awaited<ReturnType<typeof openIn>>>(opened: O) => {
    const { call, workspace } = opened;
    const list = () => call('twins.list', { workspace, wait: true });
    const first = async (kind: string) => {
      const found = (await list()).twins.find((each) => each.kind === kind);
      if (!found) {
        throw new Error(`There are no twins of kind “${kind}”.`);
      }
      return { ...found, refs: found.entries.map(refOf) };
    };
    const settle = (id: string, answer: Parameters<typeof call<'twins.settle'>>[1]['answer']) =>
      call('twins.settle', { workspace, id, answer });
    return { ...opened, list, first, settle };
  };
  const started = async (text = withTwins) => withList(await startOn(createWorld, text));
  async function startedOnNotes() {
    const world = await createWorld();
    const path = `${world.root}/CLAUDE.md`;
    world.outside.write(path, notes);
    return { world, path, ...withList(await openIn({ root: path, engine: world.engine })) };
  }
  const at = (refs: readonly EntryRef[], index: number): EntryRef => {
    const ref = refs[index];
    if (!ref) {
      throw new Error('There are not so many.');
    }
    return ref;
  };

  describe('possible duplicates', () => {
    test('are listed in file order, with the one to keep', async () => {
      const { list } = await started();
      const { twins, ...rest } = await list();
      expect(rest).toEqual({ total: 3, open: 3, isWhole: true });
      expect(twins.map(({ kind, entries, merged }) => [kind, entries.map(({ value }) => value), merged])).toEqual([
        ['key', ['English', 'German with her parents'], 'German with her parents; English'],
        ['same', ['Makes tea first thing', 'Makes tea first thing'], 'Makes tea first thing'],
        [
          'near',
          ['Best workouts on Wednesday evenings', 'Best workouts are on Wednesday evenings'],
          'Best workouts are on Wednesday evenings',
        ],
      ]);
    });

    test('are reduced to the kept one in one undoable step', async () => {
      const { world, call, workspace, list, first, settle } = await started();
      const { id, refs } = await first('same');
      const { change } = await settle(id, { choice: 'keep', entry: at(refs, 1) });
      expect(change?.label).toBe('Kept “morning_tea” of 2 entries');
      expect(uncounted(world.text(world.contextPath))).toBe(
        uncounted(withTwins.replace('- Makes tea first thing\n', '')),
      );
      expect((await list()).total).toBe(2);
      await call('context.undo', { workspace });
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(withTwins));
      expect((await list()).total).toBe(3);
    });

    test('are merged into one with the given text', async () => {
      const { world, call, workspace, first, settle } = await started();
      const { id, refs } = await first('key');
      const value = 'English, and German with her parents';
      const { change } = await settle(id, { choice: 'merge', entry: at(refs, 0), value });
      expect(change?.label).toBe('Merged 2 entries into “language”');
      const text = world.text(world.contextPath);
      expect(text).toContain(`language: ${value}\n`);
      expect(text?.match(/language:/g)).toHaveLength(1);
      await call('context.undo', { workspace });
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(withTwins));
    });

    test('are found under any heading when there are no categories, and merged and undone to the byte', async () => {
      const { world, path, call, workspace, list, first, settle } = await startedOnNotes();
      expect((await list()).twins.map(({ kind, entries }) => [kind, entries.map(({ category }) => category)])).toEqual([
        ['key', [null, null]],
        ['near', [null, null]],
      ]);
      const { id, refs } = await first('key');
      await settle(id, { choice: 'merge', entry: at(refs, 1), value: 'vegan' });
      expect(world.text(path)).toBe(
        notes.replace('- **Diet**: vegetarian\n', '').replace('vegan since the spring', 'vegan'),
      );
      await call('context.undo', { workspace });
      expect(world.text(path)).toBe(notes);
    });

    test('are merged in the form of Hermes, and undone to the byte', async () => {
      const world = await createWorld();
      const path = `${world.root}/.hermes/memories/MEMORY.md`;
      const items = [
        'Likes tea in the morning\nNever coffee.',
        'Name: Maren',
        'Likes tea in the mornings\nNever coffee.',
      ];
      world.outside.write(path, items.join('\n§\n'));
      const { call, workspace, first, settle } = withList(await openIn({ root: path, engine: world.engine }));
      const { id, refs } = await first('near');
      await settle(id, { choice: 'merge', entry: at(refs, 0), value: 'Likes tea, never coffee' });
      expect(world.text(path)).toBe('Likes tea, never coffee\n§\nName: Maren');
      await call('context.undo', { workspace });
      expect(world.text(path)).toBe(items.join('\n§\n'));
    });

    test('stay accepted until one of them changes', async () => {
      const { call, workspace, list, first, settle, ref } = await started();
      const { id } = await first('key');
      const { change } = await settle(id, { choice: 'right' });
      expect(change).toBeNull();
      const { twins, open } = await list();
      expect([open, twins.map(({ right }) => right), twins.at(-1)?.id]).toEqual([2, [false, false, true], id]);
      await settle(id, { choice: 'undecided' });
      expect((await list()).open).toBe(3);
      await settle(id, { choice: 'right' });
      const add = { op: 'add', category: 'fact', key: 'pets', value: 'a dog' } as const;
      await call('context.change', { workspace, operations: [add] });
      expect((await list()).open).toBe(2);
      const edit = { op: 'edit', entry: await ref('language'), value: 'French' } as const;
      await call('context.change', { workspace, operations: [edit] });
      expect((await list()).open).toBe(3);
    });

    test('are stored as fingerprints once accepted, which erasing removes', async () => {
      const opened = await started();
      const { world, first, settle, list } = opened;
      await settle((await first('key')).id, { choice: 'right' });
      await settle((await first('near')).id, { choice: 'right' });
      const kept = () => {
        const file = world.everyFile().find(({ path }) => path.endsWith('twins.json'));
        return file ? JSON.parse(world.ports.decodeText(file.bytes) ?? '') : null;
      };
      expect(kept().right.map((group: string[]) => group.length)).toEqual([2, 2]);
      expect(JSON.stringify(kept())).not.toMatch(/German|Wednesday/);
      await erase(opened, { text: 'German with her parents' });
      expect(kept().right.map((group: string[]) => group.length)).toEqual([2]);
      expect(await list()).toMatchObject({ total: 2, open: 1 });
    });

    test('are left alone if they have changed meanwhile', async () => {
      const { world, first, settle } = await started();
      const { id, refs } = await first('key');
      world.outside.replace(world.contextPath, withTwins.replace('- language: English', '- language: French'));
      const settled = settle(id, { choice: 'keep', entry: at(refs, 1) });
      await expect(settled).rejects.toMatchObject({ code: 'entry_gone' });
      expect(world.text(world.contextPath)).toContain('language: French');
      const unknown = settle('unknown', { choice: 'right' });
      await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
    });

    test('are followed once requested, and news is announced', async () => {
      const { world, call, workspace, of } = await started(context);
      const list = () => call('twins.list', { workspace });
      expect(of('twins.changed')).toEqual([]);
      await list();
      await world.until(async () => expect(await list()).toMatchObject({ total: 0, isWhole: true }));
      const told = of('twins.changed').length;
      expect(told).toBeGreaterThan(0);
      await call('workspaces.attend', { workspace, visible: true });
      world.outside.replace(world.contextPath, withTwins);
      await world.until(async () => expect(await list()).toMatchObject({ total: 3, isWhole: true }));
      expect(of('twins.changed').length).toBeGreaterThan(told);
    });

    test('are shown up to a maximum, and answers act on those', async () => {
      const { list, first, settle } = await started(
        `${context}${'- Makes tea first thing in the morning\n'.repeat(30)}`,
      );
      const { id, entries, count, refs } = await first('same');
      expect([entries.length, count]).toEqual([20, 30]);
      await settle(id, { choice: 'keep', entry: at(refs, 0) });
      expect((await list()).twins[0]).toMatchObject({ count: 11 });
    });
  });
}
