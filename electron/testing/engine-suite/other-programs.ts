import { describe, expect, test } from 'vitest';
import { openIn, today } from '../engine-world.ts';
import { type CreateWorld, context, interfere, startOn } from './starting.ts';

/** Other programs write the same files at the same time. */
export function otherProgramTests(createWorld: CreateWorld): void {
  const started = (text?: string | null) => startOn(createWorld, text);

  describe('another program', () => {
    test('is followed entry by entry, and its changes are marked until they were seen', async () => {
      const { world, of, entries, workspace, find } = await started();
      const ids = new Map((await entries()).map((entry) => [entry.key ?? entry.value, entry.id]));
      world.outside.replace(
        world.contextPath,
        context
          .replace('English', 'French')
          .replace('- Best workouts on Wednesday', '- dog: Otto\n- Best workouts on Thursday'),
      );
      await world.until(() =>
        expect(of('context.changed').at(-1)?.by).toMatchObject({ who: 'outside', added: 1, changed: 2, removed: 0 }),
      );
      expect(await find('language')).toMatchObject({ id: ids.get('language'), mark: 'changed', value: 'French' });
      expect(await find('Best workouts on Thursday evenings')).toMatchObject({
        id: ids.get('Best workouts on Wednesday evenings'),
      });
      expect(await find('dog')).toMatchObject({ mark: 'new' });
      await world.restart();
      const again = await openIn(world);
      expect((await again.summary()).marks).toEqual({ new: 1, changed: 2, superseded: 0, removed: 0 });
      await again.call('context.markSeen', { workspace });
      expect((await again.summary()).marks).toEqual({ new: 0, changed: 0, superseded: 0, removed: 0 });
    });

    test('is noticed after a restart', async () => {
      const { world } = await started();
      await world.restart();
      world.outside.write(world.contextPath, `${context}- cat: Minka\n`);
      const again = await openIn(world);
      expect(await again.find('cat')).toMatchObject({ mark: 'new' });
      expect((await again.summary()).marks).toEqual({ new: 1, changed: 0, superseded: 0, removed: 0 });
    });

    test('and the person change different entries: both stay', async () => {
      const { world, call, workspace, ref, find } = await started();
      const entry = await ref('language');
      world.outside.replace(world.contextPath, context.replace('calms', 'soothes'));
      await call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'German' }] });
      expect(await find('language')).toMatchObject({ value: 'German' });
      expect(await find('tea')).toMatchObject({ value: 'soothes' });
    });

    test('has its lines merged when it still writes into the superseded file', async () => {
      const { world, call, workspace, ref, find } = await started();
      world.outside.write(world.contextPath, context);
      const entry = await ref('language');
      await call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'German' }] });
      world.outside.growSuperseded(world.contextPath, `${context}- late: but not lost\n`);
      await world.until(async () => expect(await find('late')).toMatchObject({ value: 'but not lost' }));
      expect(await find('language')).toMatchObject({ value: 'German' });
    });

    test.each([
      ['began with our text', (now: string) => `${now}- second: 2\n`],
      ['began with its own text', () => `${context}- first: 1\n- second: 2\n`],
    ])('loses nothing by writing again and again while we write, when it %s', async (_, secondWrite) => {
      const { world, call, workspace, ref } = await started();
      const entry = await ref('language');
      interfere(world, () => {
        world.outside.replace(world.contextPath, `${context}- first: 1\n`);
        interfere(world, () =>
          world.outside.replace(world.contextPath, secondWrite(world.text(world.contextPath) ?? '')),
        );
      });
      await call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'German' }] });
      const saved = world.text(world.contextPath);
      for (const line of ['- first: 1\n', '- second: 2\n', 'language: German\n', 'tea: calms\n']) {
        expect(saved?.split(line)).toHaveLength(2);
      }
    });

    test('and the person change the same entry: nothing is done, and the error has the current text', async () => {
      const { world, call, workspace, ref } = await started();
      const entry = await ref('language');
      const theirs = context.replace('English', 'French');
      world.outside.replace(world.contextPath, theirs);
      await expect(
        call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'German' }] }),
      ).rejects.toMatchObject({ code: 'entry_changed', details: { entry: { value: 'French' } } });
      expect(world.text(world.contextPath)).toBe(theirs);
    });

    test('and the person reword the same prose: it is reported as changed, not as gone', async () => {
      const { world, call, workspace, ref } = await started();
      const entry = await ref('Best workouts on Wednesday evenings');
      world.outside.replace(world.contextPath, context.replace('on Wednesday evenings', 'on Thursday evenings'));
      await expect(
        call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'Best workouts on Friday' }] }),
      ).rejects.toMatchObject({
        code: 'entry_changed',
        details: { entry: { value: 'Best workouts on Thursday evenings' } },
      });
    });

    test('is merged, not overwritten, when it writes between our reading and our writing', async () => {
      const { world, call, workspace, ref, find } = await started();
      const entry = await ref('language');
      interfere(world, () => world.outside.replace(world.contextPath, context.replace('calms', 'soothes')));
      await call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'German' }] });
      expect(world.text(world.contextPath)).toMatch(/language: German[\s\S]*tea: soothes/);
      expect(await find('tea')).toMatchObject({ value: 'soothes', mark: 'changed' });
    });

    test('keeps its text when it changes the same entry at that moment, and the person is notified', async () => {
      const { world, call, workspace, ref } = await started();
      const entry = await ref('language');
      const theirs = context.replace('English', 'French');
      interfere(world, () => world.outside.replace(world.contextPath, theirs));
      await expect(
        call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'German' }] }),
      ).rejects.toMatchObject({ code: 'entry_changed' });
      expect(world.text(world.contextPath)).toBe(theirs);
    });

    test('deletes the file: its entries can be viewed and restored', async () => {
      const { world, of, call, workspace, entries } = await started();
      world.outside.remove(world.contextPath);
      await world.until(() => expect(of('context.changed').at(-1)?.summary.status).toBe('deleted'));
      expect(await entries()).toHaveLength(7);
      await expect(
        call('context.change', { workspace, operations: [{ op: 'add', category: 'fact', key: null, value: 'new' }] }),
      ).rejects.toMatchObject({ code: 'not_found' });
      expect(world.text(world.contextPath)).toBeNull();
      await call('context.putBack', { workspace });
      expect(world.text(world.contextPath)).toBe(context);
      expect(of('context.changed').at(-1)?.summary.status).toBe('present');
    });

    test('deletes its folder while Contexture is closed: the last version can be restored', async () => {
      const { world, call, workspace, ref } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      const before = world.text(world.contextPath);
      await world.restart();
      world.outside.remove(`${world.root}/logs`);
      const again = await openIn(world);
      expect(await again.summary()).toMatchObject({ status: 'missing', entryCount: 0, keptAt: expect.any(Number) });
      await again.call('context.putBack', { workspace });
      expect(world.text(world.contextPath)).toBe(before);
      expect(await again.summary()).toMatchObject({ status: 'present', keptAt: null });
    });

    test('is distinguished by removing the whole folder or emptying it', async () => {
      const { world, call, workspace, ref, of } = await started();
      const entry = await ref('language');
      world.outside.remove(world.root);
      await expect(call('context.change', { workspace, operations: [{ op: 'delete', entry }] })).rejects.toMatchObject({
        code: 'workspace_gone',
      });
      expect(world.text(world.contextPath)).toBeNull();
      await call('workspaces.attend', { workspace, visible: true });
      await world.until(() => expect(of('workspace.reachable').at(-1)?.reachable).toBe(false));
      world.outside.write(world.contextPath, context);
      await world.until(() => expect(of('workspace.reachable').at(-1)?.reachable).toBe(true));
      await call('workspaces.attend', { workspace, visible: false });
    });

    test('is read at once after the computer slept', async () => {
      const { world, find } = await started();
      world.outside.replace(world.contextPath, context.replace('English', 'Dutch'));
      await world.engine().lookAgain();
      expect(await find('language')).toMatchObject({ value: 'Dutch' });
    });

    test('over the limit triggers archiving only once the person has allowed it', async () => {
      const { world, call, workspace, of, summary } = await started();
      await call('settings.write', { workspace, values: { tokenLimit: 100 } });
      const long = context.replace('calms', 'calms '.repeat(30).trim());
      world.outside.replace(world.contextPath, long);
      await world.until(() => expect(of('context.changed').at(-1)?.by.who).toBe('outside'));
      expect((await summary()).entryCount).toBe(7);
      await call('settings.write', { workspace, values: { overLimit: 'always' } });
      world.outside.replace(world.contextPath, `${long}- one: more\n`);
      await world.until(async () => expect((await summary()).entryCount).toBe(4));
      expect(world.text(world.archivePath(today))).toContain('Best workouts');
    });
  });

  test('puts back and records what another program writes meanwhile, even if it is not text', async () => {
    const { world, call, workspace, ref } = await started();
    const entry = await ref('language');
    interfere(world, () => world.outside.replaceBytes(world.contextPath, Uint8Array.of(0xff, 0xfe, 0x00)));
    await expect(
      call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'German' }] }),
    ).rejects.toMatchObject({ code: 'not_text' });
    const read = await world.files.read(world.contextPath, { maxBytes: 1000 });
    expect(read.state === 'present' && [...read.bytes]).toEqual([0xff, 0xfe, 0x00]);
  });
}
