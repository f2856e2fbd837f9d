import { describe, expect, test } from 'vitest';
import type { Decision } from '#shared/contract/features/decisions.ts';
import { openIn } from '../engine-world.ts';
import { type CreateWorld, context, interfere, startOn, uncounted } from './starting.ts';

/** A program that empties the file, or writes its beginning, and writes the rest later. */
export function halfWrittenTests(createWorld: CreateWorld): void {
  const started = async (text: string = context) => {
    const start = await startOn(createWorld, text);
    const { world, call, workspace } = start;
    return {
      ...start,
      known: async () => (await start.entries()).map(({ id, raw, mark }) => ({ id, raw, mark })),
      cards: async () => (await call('cards.list', { workspace })).cards,
      versions: async () => (await call('history.list', { workspace })).lines.length,
      /** Resolves once all pending work is done. */
      looked: async () => {
        await call('workspaces.attend', { workspace, visible: true });
        await call('archive.files', { workspace });
        await call('workspaces.attend', { workspace, visible: false });
      },
      write: (part: string) => world.outside.write(world.contextPath, part),
    };
  };

  describe('another program that writes the file slowly', () => {
    const beginning = context.slice(0, context.indexOf('- language') + 6).replace('version: 15', 'version: 16');
    test.each([
      ['empties it first', ''],
      ['writes its beginning first', beginning],
    ])('changes nothing when it %s: ids, marks, decisions and history stay', async (_, first) => {
      const { call, workspace, known, cards, versions, looked, write, summary } = await started();
      await call('context.apply', {
        workspace,
        updates: [{ category: 'fact', key: 'city', value: 'Bern', confidence: 'likely', source: 'x' }],
      });
      const before = [await known(), await versions(), (await summary()).marks];
      const whole = (await call('text.read', { workspace })).text;
      for (const part of [first, first]) {
        write(part);
        await looked();
      }
      write(whole);
      await looked();
      expect([await known(), await versions(), (await summary()).marks]).toEqual(before);
      expect(await cards()).toEqual([]);
    });

    test('changes nothing either when it pauses near the end', async () => {
      const { call, workspace, known, cards, versions, looked, write, summary } = await started();
      await call('context.apply', {
        workspace,
        updates: [{ category: 'fact', key: 'city', value: 'Bern', confidence: 'likely', source: 'x' }],
      });
      const before = [await known(), await versions(), (await summary()).marks];
      const whole = (await call('text.read', { workspace })).text;
      for (const part of ['', whole.slice(0, whole.indexOf('Wednesday')), whole]) {
        write(part);
        await looked();
      }
      expect([await known(), await versions(), (await summary()).marks]).toEqual(before);
      expect(await cards()).toEqual([]);
    });

    const records = /^- records: .*\n/m;
    const [calms, best] = [/^- \[.*tea: calms\n/m, /^- Best workouts.*\n/m];
    const told = (cards: readonly Decision[]): string[] =>
      cards.flatMap((card) => (card.kind === 'losses' ? card.items.map(({ yours }) => yours.raw) : []));

    test('is reported at once when it leaves something out but writes to the end', async () => {
      const { cards, looked, write } = await started();
      for (const part of ['', context.replace(records, '')]) {
        write(part);
        await looked();
      }
      expect(told(await cards())).toEqual([expect.stringContaining('records: ')]);
    });

    test.each([
      ['leaves out more', context.replace(calms, '').replace(best, ''), 2],
      ['adds its own text', `${context.replace(calms, '').replace(best, '')}- Best workouts on Sunday\n`, 2],
      ['empties it again', '', 1],
    ])('is reported when it leaves out the end, and the next time %s', async (_, next, count) => {
      const { cards, looked, write } = await started();
      for (const part of ['', context.replace(calms, ''), next]) {
        write(part);
        await looked();
      }
      expect(told(await cards())).toHaveLength(count);
      expect(told(await cards()).join()).toContain('tea: calms');
    });

    test('is believed in the end, and text that returns later is recognised', async () => {
      const { world, call, workspace, known, cards, looked, write, entries, summary } = await started();
      await call('context.apply', {
        workspace,
        updates: [{ category: 'fact', key: 'city', value: 'Bern', confidence: 'likely', source: 'x' }],
      });
      const before = [await known(), (await summary()).marks];
      const whole = (await call('text.read', { workspace })).text;
      write('');
      await world.until(async () => expect(await entries()).toEqual([]));
      await world.until(async () => expect(await cards()).toMatchObject([{ count: 8 }]));
      write(whole);
      await world.until(async () => expect(await entries()).toHaveLength(8));
      await looked();
      expect([await known(), (await summary()).marks]).toEqual(before);
      expect(await cards()).toEqual([]);
    });

    test.each([
      ['empties it first', ''],
      ['writes its beginning first', beginning],
    ])('delays the person’s changes when it %s, and both stay', async (_, first) => {
      const { world, call, workspace, looked, write, entries, find, ref } = await started();
      const entry = await ref('language');
      write(first);
      await looked();
      const edited = call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'German' }] });
      write(`${context}- late: yes\n`);
      let isEdited = false;
      void edited.then(() => {
        isEdited = true;
      });
      await world.until(() => expect(isEdited).toBe(true));
      expect(await entries()).toHaveLength(8);
      expect(await find('language')).toMatchObject({ value: 'German' });
      expect(await find('late')).toMatchObject({ value: 'yes' });
    });

    test('is awaited when it empties the file while the person’s change is written, and both stay', async () => {
      const { world, call, workspace, write, entries, find, ref } = await started();
      const entry = await ref('language');
      let isEmptied = false;
      interfere(world, () => {
        write('');
        isEmptied = true;
      });
      let isEdited = false;
      void call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'German' }] }).then(() => {
        isEdited = true;
      });
      await world.until(() => {
        expect(isEmptied).toBe(true);
        world.outside.growSuperseded(world.contextPath, `${context}- late: yes\n`);
      });
      await world.until(() => expect(isEdited).toBe(true));
      expect(await entries()).toHaveLength(8);
      expect(await find('language')).toMatchObject({ value: 'German' });
      expect(await find('late')).toMatchObject({ value: 'yes' });
    });

    test('is awaited when it writes the settings, so that nothing is archived under the default limit', async () => {
      const { world, call, workspace, looked } = await started();
      const path = `${world.root}/.contexture/settings.yaml`;
      const limit = async () => (await call('settings.read', { workspace })).settings.tokenLimit;
      world.outside.write(path, 'token_limit: 9000\n');
      await world.until(async () => expect(await limit()).toBe(9000));
      world.outside.write(path, '');
      await looked();
      expect(await limit()).toBe(9000);
      await call('workspaces.attend', { workspace, visible: true });
      await world.until(async () => expect(await limit()).toBe(2000));
      await call('workspaces.attend', { workspace, visible: false });
    });

    test('is awaited at the start, too', async () => {
      const { world, known, write } = await started();
      const before = await known();
      await world.restart();
      write('');
      const again = await openIn(world);
      expect((await again.entries()).map(({ raw }) => raw)).toEqual(before.map(({ raw }) => raw));
      write(context);
      await world.until(async () => expect((await again.summary()).marks.removed).toBe(0));
      expect((await again.call('cards.list', { workspace: again.workspace })).cards).toEqual([]);
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
    });

    test('is believed soon after the start when it empties the file while Contexture is closed', async () => {
      const { world, write } = await started();
      await world.restart();
      write('');
      const again = await openIn(world);
      await world.until(async () => expect(await again.entries()).toEqual([]));
    });
  });
}
