import { describe, expect, test } from 'vitest';
import type { Lock } from '#engine/ports.ts';
import type { Operation } from '#shared/contract/changes.ts';
import { openIn, today, type World } from '../engine-world.ts';
import { type CreateWorld, context, startOn, uncounted, update } from './starting.ts';

const assistant = 'Claude';

/** Changes of an assistant to single entries, in its name. */
export function assistantTests(createWorld: CreateWorld): void {
  const started = async (text?: string) => {
    const start = await startOn(createWorld, text);
    const { world, workspace, call } = start;
    return {
      ...start,
      now: () => world.text(world.contextPath) ?? '',
      labels: async () => (await call('history.list', { workspace })).lines.map(({ label }) => label),
      authors: async () =>
        (await call('history.list', { workspace })).lines.flatMap((line) =>
          line.type === 'version' && line.who === 'assistant' ? [line.name] : [],
        ),
    };
  };

  describe('an assistant', () => {
    test('adds prose under its name, marked as new for the person', async () => {
      const { call, workspace, now, labels, authors, find, summary } = await started();
      const value = 'Naps on Sundays';
      const operations = [
        { op: 'add' as const, category: 'insight' as const, key: null, value, confidence: 'likely' as const },
      ];
      const result = await call('context.change', { workspace, operations, assistant });
      expect(result.change?.label).toBe(`Learned “${value}”`);
      expect(now()).toContain(`- [${today}|likely|${assistant}] ${value}\n`);
      expect(await find(value)).toMatchObject({ mark: 'new', source: assistant });
      expect([(await labels())[0], await authors()]).toEqual([`Learned “${value}”`, [assistant]]);
      // The person undoes their own changes, not those of others.
      expect((await summary()).undoRedo.undo).toBeNull();
    });

    test('rewords an entry and keeps its category, date, confidence and flags', async () => {
      const { call, workspace, now, ref } = await started();
      const entry = await ref('sleep_effect');
      const operations = [{ op: 'edit' as const, entry, value: 'is little' }];
      await call('context.change', { workspace, operations, assistant });
      expect(uncounted(now())).toBe(
        uncounted(
          context.replace(
            '[2025-12-01|tentative|post_query] sleep_effect: performance drops below 7 hours',
            `[2025-12-01|tentative|${assistant}] sleep_effect: is little`,
          ),
        ),
      );
    });

    test('deletes an entry, which archives nothing, however full the context is', async () => {
      const { world, call, workspace, now, ref } = await started();
      await call('settings.write', { workspace, values: { tokenLimit: 100 } });
      world.outside.replace(world.contextPath, `${context}- ${'word '.repeat(100)}\n`);
      await world.until(async () =>
        expect((await call('context.read', { workspace })).summary.tokens.total).toBeGreaterThan(150),
      );
      const operations = [{ op: 'delete' as const, entry: await ref('language') }];
      expect((await call('context.change', { workspace, operations, assistant })).archived).toEqual([]);
      expect(now()).not.toContain('language');
    });

    test('respects the limit when it adds', async () => {
      const { call, workspace, now } = await started();
      await call('settings.write', { workspace, values: { tokenLimit: 100 } });
      const value = 'has a garden with old apple trees and a small shed behind it';
      const operations = [{ op: 'add' as const, category: 'fact' as const, key: null, value }];
      const { archived } = await call('context.change', { workspace, operations, assistant });
      expect(archived.map(({ key, value }) => key ?? value)).toEqual([
        'sleep_effect',
        'Best workouts on Wednesday evenings',
      ]);
      expect(now()).toContain(value);
    });

    test('is refused what would not fit even after archiving everything possible, and nothing is archived', async () => {
      const { call, workspace, now, ref } = await started();
      await call('settings.write', { workspace, values: { tokenLimit: 100 } });
      const value = 'word '.repeat(80).trim();
      const tooLong = { code: 'over_limit', details: { limit: 100 } };
      const change = (operation: Operation) =>
        call('context.change', { workspace, operations: [operation], assistant });
      await expect(change({ op: 'add', category: 'insight', key: null, value })).rejects.toMatchObject(tooLong);
      await expect(change({ op: 'edit', entry: await ref('sleep_effect'), value })).rejects.toMatchObject(tooLong);
      const updatesOf = (category: 'insight' | 'fact') => [
        { category, key: 'life', value, confidence: 'likely' as const, source: assistant },
      ];
      const apply = (category: 'insight' | 'fact') =>
        call('context.apply', { workspace, updates: updatesOf(category), assistant });
      await expect(apply('insight')).rejects.toMatchObject(tooLong);
      expect(now()).toBe(context);
      // A fact may never be archived: it is added at any cost.
      expect((await apply('fact')).archived.length).toBeGreaterThan(0);
    });

    test('gets an error when the entry has changed meanwhile', async () => {
      const { world, call, workspace, ref } = await started();
      const entry = await ref('language');
      world.outside.replace(world.contextPath, context.replace('language: English', 'language: Dutch'));
      await expect(
        call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'French' }], assistant }),
      ).rejects.toMatchObject({ code: 'entry_changed', details: { entry: { value: 'Dutch' } } });
    });
  });

  test.each<[string, string, { key?: string; value: string }]>([
    ['prose, of which nothing is left', 'Best workouts on Wednesday evenings', { value: 'Rows at dawn' }],
    ['an entry’s name', 'usual_time_of_day', { key: 'best_hours', value: 'dawn' }],
  ])('%s, changed in another process, stays the same entry, and can be undone', async (_, name, said) => {
    const { world, call, workspace, find } = await started();
    const beside = world.another({ personLooks: false, personApproves: false });
    const other = await openIn(beside);
    const { id } = await other.find(name);
    await other.call('workspaces.attend', { workspace, visible: true });
    const { id: own } = await find(name);
    const { category, key, raw, ordinal } = await find(name);
    const entry = { category, key, raw, ordinal };
    await call('context.change', { workspace, operations: [{ op: 'edit', entry, ...said }] });
    const now = said.key ?? said.value;
    expect((await find(now)).id).toBe(own);
    await world.until(async () => expect(await other.find(now)).toMatchObject({ id, value: said.value }));
    await call('context.undo', { workspace });
    expect((await find(name)).id).toBe(own);
    await world.until(async () => expect((await other.find(name)).id).toBe(id));
    await beside.engine().close();
  });

  test('changes of another process’s assistant are shown under its name, and those of foreign programs are not', async () => {
    const { world, call, workspace, of } = await started();
    const beside = world.another({ personLooks: false, personApproves: false });
    const other = await openIn(beside);
    const learn = (value: string, name: string) =>
      other.call('context.change', {
        workspace,
        assistant: name,
        operations: [{ op: 'add', category: 'insight', key: null, value, confidence: 'likely' }],
      });
    const writers = () => of('context.changed').flatMap(({ by }) => (by.who === 'outside' ? by.writers : []));
    await call('workspaces.attend', { workspace, visible: true });
    await learn('Naps on Sundays', assistant);
    await world.until(() => expect(writers()).toEqual([{ who: 'assistant', name: assistant }]));
    world.outside.replace(world.contextPath, `${world.text(world.contextPath)}- Naps on Mondays\n`);
    await world.until(() => expect(writers().at(-1)).toEqual({ who: 'outside', name: null }));
    await call('workspaces.attend', { workspace, visible: false });
    await beside.engine().close();
  });

  test('changes that another process has written but not noted yet are shown under the assistant’s name too', async () => {
    const { world, call, workspace, of } = await started();
    // With earlier writes of ours, the lock shows if one of our processes is writing.
    world.outside.write(`${world.root}/.contexture/lock`, '');
    const beside = world.another({ personLooks: false, personApproves: false });
    const other = await openIn(beside);
    await call('workspaces.attend', { workspace, visible: true });
    const files = world.files as { replace: World['files']['replace'] };
    const lock = world.ports.lock as { hold: Lock['hold'] };
    const [{ replace }, { hold }] = [files, lock];
    files.replace = async (path, bytes) => {
      files.replace = replace;
      let asked = false;
      // From before the exchange on: a watcher may see it before it returns.
      lock.hold = (file, work) => {
        asked ||= world.text(path)?.includes('Naps on Sundays') === true;
        return hold(file, work);
      };
      const superseded = await replace(path, bytes);
      // The other side waits until it is seen here.
      await world.until(() => expect(asked).toBe(true));
      lock.hold = hold;
      return superseded;
    };
    await other.call('context.change', {
      workspace,
      assistant,
      operations: [{ op: 'add', category: 'insight', key: null, value: 'Naps on Sundays' }],
    });
    await world.until(() =>
      expect(of('context.changed').at(-1)?.by).toMatchObject({ writers: [{ who: 'assistant', name: assistant }] }),
    );
    await call('workspaces.attend', { workspace, visible: false });
    await beside.engine().close();
  });

  test('a process that serves an assistant does not note what the person has seen', async () => {
    const { world, call, workspace, ref } = await started();
    const beside = world.another({ personLooks: false, personApproves: false });
    const { find: findBeside } = await openIn(beside);
    const operations = [{ op: 'edit' as const, entry: await ref('language'), value: 'German' }];
    await call('context.change', { workspace, operations });
    await world.until(async () => expect((await findBeside('language')).value).toBe('German'));
    await world.engine().close();
    await beside.engine().close();
    await world.restart();
    const again = await openIn(world);
    // The person's own typing is not marked as new for them.
    expect(await again.find('language')).toMatchObject({ value: 'German', mark: null });
  });

  test.each([
    { op: 'confidence', confidence: 'tentative' },
    { op: 'move', category: 'fact' },
    { op: 'pin', pinned: false },
    { op: 'archive' },
  ] as const)('an assistant may not set on an entry: $op', async (said) => {
    const { call, workspace, now, ref } = await started();
    const operations = [{ ...said, entry: await ref('unit_preference') }];
    await expect(call('context.change', { workspace, operations, assistant })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(now()).toBe(context);
  });

  test('a cancelled request that waits for the lock writes nothing', async () => {
    const { world, workspace, now, call } = await started();
    await call('context.apply', { workspace, assistant, updates: [update('coffee', 'no')] });
    const before = now();
    let cancelled = false;
    const done = await world.ports.lock.hold(`${world.root}/.contexture/lock`, async () => {
      const context = { caller: 'test', progress: () => undefined, cancelled: () => cancelled };
      const asked = world
        .engine()
        .call('context.apply', { workspace, assistant, updates: [update('tea', 'no')] }, context)
        .catch((error: unknown) => error);
      cancelled = true;
      return { asked };
    });
    expect(await done.asked).toMatchObject({ code: 'cancelled' });
    expect(now()).toBe(before);
  });

  describe('an assistant that would overwrite a correction', () => {
    const value = 'imperial';

    test('leaves a decision to the person', async () => {
      const { call, workspace, now, ref } = await started();
      const operations = [{ op: 'edit' as const, entry: await ref('unit_preference'), value }];
      const result = await call('context.change', { workspace, operations, assistant });
      expect(result).toMatchObject({
        change: null,
        held: [{ key: 'unit_preference', value, confidence: 'likely', source: assistant }],
      });
      expect(now()).toBe(context);
      const { cards } = await call('cards.list', { workspace });
      expect(cards).toMatchObject([{ kind: 'held', name: assistant, theirs: { value } }]);
    });

    test('leaves no decision when the text is the same', async () => {
      const { call, workspace, now, ref } = await started();
      const operations = [{ op: 'edit' as const, entry: await ref('unit_preference'), value: ' metric ' }];
      expect(await call('context.change', { workspace, operations, assistant })).toMatchObject({
        change: null,
        held: [],
      });
      expect(now()).toBe(context);
    });

    test.each([
      ['its name', { key: 'units', value }],
      ['its name, making prose of it', { key: null, value }],
    ])('is refused when it changes %s, which can’t wait for a decision', async (_, edit) => {
      const { call, workspace, now, ref } = await started();
      const operations = [{ op: 'edit' as const, entry: await ref('unit_preference'), ...edit }];
      await expect(call('context.change', { workspace, operations, assistant })).rejects.toMatchObject({
        code: 'correction_stands',
      });
      expect(now()).toBe(context);
    });

    test('may do so when the person does not hold updates back', async () => {
      const open = await started();
      await open.call('settings.write', { workspace: open.workspace, values: { holdAgainstCorrections: false } });
      await open.call('context.change', {
        workspace: open.workspace,
        assistant,
        operations: [{ op: 'edit', entry: await open.ref('unit_preference'), value }],
      });
      expect(open.now()).toContain(`[2026-01-16|certain|${assistant}] unit_preference: ${value}\n`);
    });
  });
}
