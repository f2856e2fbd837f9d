import { describe, expect, test } from 'vitest';
import type { Operation } from '#shared/contract/changes.ts';
import { type CreateWorld, startOn, update } from './starting.ts';

/** Author and time of an entry's text, as opposed to when it was learned and who corrected it. */
export function lastChangeTests(createWorld: CreateWorld): void {
  const started = () => startOn(createWorld);
  type Opened = Awaited<ReturnType<typeof started>>;
  const lastChange = async ({ call, workspace, ref }: Opened, name: string) =>
    (await call('history.lastChange', { workspace, entry: await ref(name) })).change;
  const change = async ({ call, workspace, ref }: Opened, name: string, said: Partial<Operation>) =>
    call('context.change', { workspace, operations: [{ ...said, entry: await ref(name) } as Operation] });

  describe('the last change of an entry', () => {
    test('is unknown for text from before the history', async () => {
      expect(await lastChange(await started(), 'tea')).toBeNull();
    });

    test('is the person’s correction, and stays it through changes of bracket and place', async () => {
      const opened = await started();
      await change(opened, 'usual_time_of_day', { op: 'edit', value: 'evening' });
      const corrected = await lastChange(opened, 'usual_time_of_day');
      expect(corrected).toMatchObject({ who: 'person' });
      // Learned then, changed now.
      expect(await opened.find('usual_time_of_day')).toMatchObject({ date: '2026-01-10' });
      await opened.world.until(async () => {
        await change(opened, 'usual_time_of_day', { op: 'confidence', confidence: 'certain' });
        await change(opened, 'usual_time_of_day', { op: 'move', category: 'fact' });
      });
      await change(opened, 'tea', { op: 'delete' });
      expect(await lastChange(opened, 'usual_time_of_day')).toEqual(corrected);
    });

    test('is another program’s if it overwrote a correction and left the bracket', async () => {
      const opened = await started();
      const { world, call, workspace, find } = opened;
      await change(opened, 'language', { op: 'edit', value: 'German' });
      const text = world.text(world.contextPath) ?? '';
      world.outside.replace(world.contextPath, text.replace('language: German', 'language: French'));
      await world.until(async () => expect(await find('language')).toMatchObject({ value: 'French' }));
      await call('context.markSeen', { workspace });
      expect(await find('language')).toMatchObject({ source: 'user_correction' });
      expect(await lastChange(opened, 'language')).toMatchObject({ who: 'outside', name: null });
      await world.restart();
    });

    test('is not that of an entry that ends in the same words, or continues after them', async () => {
      const opened = await startOn(createWorld, '## Facts (certain)\n- old drink: black tea\n- sugar\n  on Sundays\n');
      const { call, workspace, world, entries } = opened;
      await call('context.apply', { workspace, updates: [update('drink', 'black tea', 'fact')], assistant: 'Otto' });
      await call('context.change', {
        workspace,
        operations: [{ op: 'add', category: 'insight', key: null, value: 'tea' }],
      });
      const text = world.text(world.contextPath) ?? '';
      world.outside.replace(world.contextPath, text.replace('\n  on Sundays', ''));
      await world.until(async () => expect((await entries()).map(({ value }) => value)).toContain('sugar'));
      expect(await lastChange(opened, 'drink')).toMatchObject({ who: 'assistant', name: 'Otto' });
      expect(await lastChange(opened, 'tea')).toMatchObject({ who: 'person' });
      expect(await lastChange(opened, 'sugar')).toMatchObject({ who: 'outside' });
      expect(await lastChange(opened, 'old drink')).toBeNull();
    });

    test('is an assistant’s, by its name', async () => {
      const opened = await started();
      const { call, workspace } = opened;
      const updates = [update('usual_time_of_day', 'noon', 'pattern'), update('new', 'thing')];
      await call('context.apply', { workspace, updates, assistant: 'Otto' });
      expect(await lastChange(opened, 'usual_time_of_day')).toMatchObject({ who: 'assistant', name: 'Otto' });
      expect(await lastChange(opened, 'new')).toMatchObject({ who: 'assistant', name: 'Otto' });
      expect(await lastChange(opened, 'tea')).toBeNull();
    });
  });
}
