import { describe, expect, test } from 'vitest';
import { openIn, type World } from '../engine-world.ts';
import { type CreateWorld, context, startOn, uncounted, update } from './starting.ts';

/** Undo and redo in order, over all windows and over restarts. */
export function undoTests(createWorld: CreateWorld): void {
  const started = async () => {
    const opened = await startOn(createWorld);
    const { call, workspace, ref } = opened;
    return {
      ...opened,
      remove: async (key: string) =>
        call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref(key) }] }),
    };
  };
  describe('undo and redo', () => {
    test('name the next change, take the latest first, and lead there and back', async () => {
      const opened = await started();
      const { world, call, workspace, remove } = opened;
      expect(await next(opened)).toEqual([null, null]);
      await remove('tea');
      await remove('language');
      const without = world.text(world.contextPath);
      expect(await next(opened)).toEqual(['Deleted “language”', null]);
      await call('context.undo', { workspace });
      expect(await next(opened)).toEqual(['Deleted “tea”', 'Deleted “language”']);
      await call('context.undo', { workspace });
      expect(await next(opened)).toEqual([null, 'Deleted “tea”']);
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
      await call('context.redo', { workspace });
      const { change } = await call('context.redo', { workspace });
      expect(change?.label).toBe('Redone: Deleted “language”');
      expect(await next(opened)).toEqual(['Deleted “language”', null]);
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(without));
      expect(world.text(world.contextPath)).toContain('version: 21');
    });

    const between = [
      ['a line of text', 'Rules:'],
      ['a blank line', ''],
      ['a sub-heading', '### Sub'],
      ['a rule', '***'],
      ['a comment', '<!-- mine\n- not: an entry\n-->'],
      ['the heading once more', '## Facts (certain)'],
    ] as const;
    const ends = [
      ['LF', '\n'],
      ['CRLF', '\r\n'],
    ] as const;
    test.each(between.flatMap(([name, line]) => ends.map(([endName, end]) => [name, endName, line, end] as const)))(
      'restore an entry below %s, with %s, after any writes of others',
      async (_, __, line, end) => {
        const lines = ['# Global Context', '', '## Facts (certain)', '- a: 1', '', line, '- b: 2', '- c: 3', ''];
        const before = lines.join('\n').replaceAll('\n', end);
        const { world, call, workspace, ref } = await startOn(createWorld, before);
        for (const op of ['delete', 'archive'] as const) {
          await call('context.change', { workspace, operations: [{ op, entry: await ref('b') }] });
          expect(world.text(world.contextPath)).toBe(before.replace(`- b: 2${end}`, ''));
          await call('context.undo', { workspace });
          expect(world.text(world.contextPath)).toBe(before);
        }
        const { change } = await call('context.change', {
          workspace,
          operations: [{ op: 'delete', entry: await ref('b') }],
        });
        const others = (text: string) =>
          text.replace('- a: 1', `- a: 1${end}- theirs: x`).replace('- c: 3', `- c: 3${end}- d: 4`);
        world.outside.replace(world.contextPath, others(world.text(world.contextPath) ?? ''));
        await call('context.undo', { workspace, change: change?.id });
        expect(world.text(world.contextPath)).toBe(others(before));
      },
    );

    test('preserve a last line without a line end', async () => {
      const before = '## Facts\n- a: 1\n- b: 2';
      const { world, call, workspace, ref } = await startOn(createWorld, before);
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('b') }] });
      await call('context.undo', { workspace });
      expect(world.text(world.contextPath)).toBe(before);
      await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('b') }] });
      await call('context.undo', { workspace });
      expect(world.text(world.contextPath)).toBe(before);
    });

    test('report when there is nothing to do', async () => {
      const { call, workspace } = await started();
      for (const method of ['context.undo', 'context.redo'] as const) {
        await expect(call(method, { workspace })).rejects.toMatchObject({ code: 'change_unknown' });
      }
    });

    test('forget redoable changes after a new change', async () => {
      const opened = await started();
      const { call, workspace, remove } = opened;
      await remove('tea');
      await call('context.undo', { workspace });
      await remove('language');
      expect(await next(opened)).toEqual(['Deleted “language”', null]);
    });

    test('survive the app in order, and leave what an assistant learned since', async () => {
      const { world, call, workspace, remove, ref } = await started();
      await remove('tea');
      await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('sleep_effect') }] });
      await remove('language');
      await call('context.undo', { workspace });
      await call('context.apply', { workspace, updates: [update('coffee', 'no')] });
      await world.restart();
      world.outside.replace(world.contextPath, (world.text(world.contextPath) ?? '').replace('morning', 'noon'));
      const again = await openIn(world);
      expect(await next(again)).toEqual(['Archived “sleep_effect”', 'Deleted “language”']);
      await again.call('context.redo', { workspace });
      await again.call('context.undo', { workspace });
      await again.call('context.undo', { workspace });
      expect((await again.call('archive.entries', { workspace })).total).toBe(0);
      await world.restart();
      const third = await openIn(world);
      await third.call('context.undo', { workspace });
      const text = uncounted(world.text(world.contextPath)) ?? '';
      expect(text.replace(/^.*coffee: no\n/m, '')).toBe(uncounted(context.replace('morning', 'noon')));
      expect(text).toContain('coffee: no');
    });

    test('of raw text survive the app', async () => {
      const { world, call, workspace, summary } = await started();
      const from = context.indexOf('calms');
      await call('text.save', {
        workspace,
        version: (await summary()).version,
        edits: [{ from, to: from + 5, insert: 'soothes' }],
      });
      await world.restart();
      const again = await openIn(world);
      expect(await next(again)).toEqual(['Edited the text: 1 entry changed', null]);
      await again.call('context.undo', { workspace });
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
    });

    test('leave an assistant’s changes alone', async () => {
      const opened = await started();
      const { world, call, workspace, remove } = opened;
      await remove('tea');
      await call('context.apply', { workspace, updates: [update('coffee', 'no')] });
      expect(await next(opened)).toEqual(['Deleted “tea”', null]);
      await call('context.undo', { workspace });
      expect(world.text(world.contextPath)).toMatch(/tea: calms[\s\S]*coffee: no/);
    });

    test('continue with the previous change after one that can’t be undone, which says why', async () => {
      const opened = await started();
      const { world, call, workspace, remove, ref } = opened;
      await call('settings.write', { workspace, values: { holdAgainstCorrections: false } });
      await remove('tea');
      await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
      });
      await call('context.apply', { workspace, updates: [update('language', 'Welsh', 'preference')] });
      await expect(call('context.undo', { workspace })).rejects.toMatchObject({
        code: 'change_superseded',
        message: expect.stringContaining('the history has the text from before'),
      });
      expect(await next(opened)).toEqual(['Deleted “tea”', null]);
      await call('context.undo', { workspace });
      expect(world.text(world.contextPath)).toMatch(/language: Welsh[\s\S]*tea: calms/);
    });

    test('ask and stop when a key exists again with another text', async () => {
      const opened = await started();
      const { call, workspace, remove } = opened;
      await remove('language');
      await call('context.apply', { workspace, updates: [update('language', 'Welsh', 'preference')] });
      await expect(call('context.undo', { workspace })).rejects.toMatchObject({ code: 'key_exists' });
      expect(await next(opened)).toEqual(['Deleted “language”', null]);
      await call('context.undo', { workspace, onDuplicate: 'replace' });
      expect(await next(opened)).toEqual([null, 'Deleted “language”']);
    });

    test('restore only what is missing of an archival, and ask if another text exists', async () => {
      const opened = await started();
      const { world, call, workspace, ref, find } = opened;
      const names = ['language', 'tea', 'sleep_effect', 'Best workouts on Wednesday evenings'];
      const operations = names.map(async (name) => ({ op: 'archive' as const, entry: await ref(name) }));
      const { change } = await call('context.change', { workspace, operations: await Promise.all(operations) });
      const { entries } = await call('archive.entries', { workspace });
      const items = entries
        .filter(({ key }) => key !== 'sleep_effect' && key !== 'language')
        .map(({ file, raw, ordinal }) => ({ entry: { file, raw, ordinal } }));
      await call('archive.restore', { workspace, items });
      const restored = [await ref('tea'), await ref('Best workouts on Wednesday evenings')];
      await call('context.apply', { workspace, updates: [update('language', 'Welsh', 'preference')] });
      const undo = { workspace, change: change?.id ?? '' };
      await expect(call('context.undo', undo)).rejects.toMatchObject({
        code: 'key_exists',
        message: '“Language” is in the memory again, with another text. Choose which to keep.',
      });
      await call('context.undo', { ...undo, onDuplicate: 'keep_both' });
      expect([await ref('tea'), await ref('Best workouts on Wednesday evenings')]).toEqual(restored);
      expect(await find('sleep_effect')).toMatchObject({ value: 'performance drops below 7 hours' });
      const text = world.text(world.contextPath) ?? '';
      expect(['tea: calms', 'Best workouts', 'language: '].map((part) => text.split(part).length - 1)).toEqual([
        1, 1, 2,
      ]);
      expect((await call('archive.entries', { workspace })).total).toBe(0);
    });

    test('ask nothing when everything to restore exists again with the same text', async () => {
      const { world, call, workspace, remove } = await started();
      const { change } = await remove('tea');
      await call('context.apply', { workspace, updates: [update('tea', 'calms')] });
      const text = world.text(world.contextPath);
      expect(await call('context.undo', { workspace, change: change?.id ?? '' })).toMatchObject({ change: null });
      expect(world.text(world.contextPath)).toBe(text);
    });

    test('are the same for every window, and for another process', async () => {
      const opened = await started();
      const { world, remove, of } = opened;
      const second = await openIn(world, { caller: 'second' });
      await remove('tea');
      expect(await next(second)).toEqual(['Deleted “tea”', null]);
      expect(of('context.changed').at(-1)?.summary.undoRedo.undo?.label).toBe('Deleted “tea”');
      const other = world.another();
      const elsewhere = await openIn(other);
      await elsewhere.call('context.undo', { workspace: elsewhere.workspace });
      await opened.call('workspaces.attend', { workspace: opened.workspace, visible: true });
      await world.until(async () => expect(await next(opened)).toEqual([null, 'Deleted “tea”']));
      await opened.call('context.redo', { workspace: opened.workspace });
      expect(world.text(world.contextPath)).not.toContain('tea: calms');
    });

    test('are announced when only an archive changes', async () => {
      const { call, workspace, ref, of } = await started();
      await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('sleep_effect') }] });
      const [entry] = (await call('archive.entries', { workspace })).entries;
      const named = { file: entry?.file ?? '', raw: entry?.raw ?? '', ordinal: 0 };
      await call('archive.delete', { workspace, entries: [named] });
      expect(of('context.changed').at(-1)?.summary.undoRedo.undo?.label).toBe(
        'Deleted “sleep_effect” from the archive',
      );
      await call('context.undo', { workspace });
      expect((await call('archive.entries', { workspace })).total).toBe(1);
    });

    test('start with the readable part of a damaged record', async () => {
      const { world, remove, workspace } = await started();
      await remove('tea');
      await remove('language');
      const path = undoLogPath(world);
      const [first, second = ''] = (world.text(path) ?? '').split('\n');
      await world.files.store(path, world.ports.encodeText(`${first}\n${second.slice(0, 40)}`));
      await world.restart();
      const again = await openIn(world);
      expect(await next(again)).toEqual(['Deleted “tea”', null]);
      await again.call('context.undo', { workspace });
      expect(world.text(world.contextPath)).toContain('tea: calms');
    });

    test('never make a change fail', async () => {
      const opened = await started();
      const { world, call, workspace, remove } = opened;
      await remove('tea');
      const { appendLine } = world.files;
      const files = world.files as { appendLine: World['files']['appendLine'] };
      files.appendLine = async (path, line) => {
        if (path === undoLogPath(world)) {
          throw new Error('The disk is full.');
        }
        return appendLine(path, line);
      };
      await remove('language');
      expect(world.text(world.contextPath)).not.toContain('language');
      await call('context.undo', { workspace });
      expect(world.text(world.contextPath)).toContain('language: English');
    });
  });
}

/** The same after many changes. */
export function longUndoTests(createWorld: CreateWorld): void {
  describe('undo and redo', () => {
    test('undo what an assistant learned if the person has changed nothing, however much it is', async () => {
      const { world, call, workspace, ref } = await startOn(createWorld);
      const learn = (from: number, count: number) =>
        call('context.apply', {
          workspace,
          assistant: 'Claude Code',
          updates: Array.from({ length: count }, (_, index) =>
            update(`wish_${from + index}`, 'x'.repeat(3900), 'preference'),
          ),
        });
      await call('settings.write', { workspace, values: { tokenLimit: 1_000_000 } });
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
      await learn(0, 1000);
      await learn(1000, 1);
      await world.restart();
      const again = await openIn(world);
      for (const label of ['Deleted “language”', 'Learned “wish_1000”', 'Learned 1000 entries']) {
        const { change } = await again.call('context.undo', { workspace: again.workspace });
        expect(change?.label).toBe(`Undone: ${label}`);
      }
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
      await expect(again.call('context.undo', { workspace: again.workspace })).rejects.toMatchObject({
        code: 'change_unknown',
      });
    });

    test('keep their record short', async () => {
      const { world, call, workspace, ref } = await startOn(createWorld);
      for (let round = 0; round < 230; round++) {
        const pinned = round % 2 === 0;
        await call('context.change', { workspace, operations: [{ op: 'pin', entry: await ref('records'), pinned }] });
        if (round % 20 === 19) {
          await call('context.undo', { workspace });
          await call('context.redo', { workspace });
        }
      }
      expect((world.text(undoLogPath(world)) ?? '').split('\n').length).toBeLessThan(410);
      await call('context.undo', { workspace });
      await world.restart();
      const again = await openIn(world);
      expect(await next(again)).toEqual(['Pinned “records”', 'Unpinned “records”']);
    });
  });
}

const next = async ({ summary }: Pick<Awaited<ReturnType<typeof openIn>>, 'summary'>) => {
  const { undo, redo } = (await summary()).undoRedo;
  return [undo?.label ?? null, redo?.label ?? null];
};

function undoLogPath(world: World): string {
  return `${world.ports.dataFolder}/workspaces/${world.text(`${world.root}/.contexture/id`)?.trim()}/journal.jsonl`;
}
