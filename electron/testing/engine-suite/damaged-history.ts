import { describe, expect, test } from 'vitest';
import { openIn } from '../engine-world.ts';
import { historyFolder, listedVersions, objectPath, startHistory } from './kept-history.ts';
import { type CreateWorld, context, uncounted } from './starting.ts';

/** A history that is damaged, missing or read-only. */
export function damagedHistoryTests(createWorld: CreateWorld): void {
  const started = startHistory(createWorld);

  describe('a damaged newest version in the history', () => {
    test.each([
      ['empty', new Uint8Array()],
      ['different text', new TextEncoder().encode('nonsense')],
    ])('is stored again as soon as the same text is read: %s', async (_, damaged) => {
      const { world, call, workspace, versions, ref } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      const [latest] = await versions();
      await world.files.store(objectPath(world, latest?.version ?? ''), damaged);
      await world.restart();
      const again = await openIn(world);
      expect((await listedVersions(again)).map(({ available }) => available)).toEqual([true, true]);
      world.outside.replace(world.contextPath, (world.text(world.contextPath) ?? '').replace(/^- language.*\n/m, ''));
      await world.until(async () => {
        const { cards } = await again.call('cards.list', { workspace });
        expect(cards).toMatchObject([{ items: [{ what: 'dropped', yours: { key: 'language' } }] }]);
      });
    });

    test('is stored again before the file is overwritten while Contexture runs', async () => {
      const { world, call, workspace, versions, ref } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      const [latest] = await versions();
      await world.files.store(objectPath(world, latest?.version ?? ''), new Uint8Array());
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
      expect((await versions()).map(({ available }) => available)).toEqual([true, true, true]);
    });

    test('is reported once as impossible to compare after another program’s write', async () => {
      const { world, call, workspace, versions, ref } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      const [latest] = await versions();
      await world.restart();
      await world.files.store(objectPath(world, latest?.version ?? ''), new Uint8Array());
      world.outside.replace(world.contextPath, (world.text(world.contextPath) ?? '').replace(/^- language.*\n/m, ''));
      const again = await openIn(world);
      const said = expect.stringContaining('so Contexture can’t say what was left out');
      expect(again.of('notice')).toMatchObject([{ workspace, severity: 'warning', message: said }]);
      await world.restart();
      const third = await openIn(world);
      const { lines } = await third.call('history.list', { workspace });
      expect(lines.filter(({ type }) => type === 'note')).toMatchObject([{ label: said }]);
      expect(third.of('notice')).toEqual([]);
    });
  });

  describe('the history’s folder', () => {
    test('starts over with the current files when it is emptied while the app runs', async () => {
      const { world, call, workspace, versions, ref } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      for (const { version } of await versions()) {
        await world.files.discard(objectPath(world, version));
      }
      await world.files.discard(`${historyFolder(world)}/versions.jsonl`);
      expect(await versions()).toEqual([]);
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
      const now = await versions();
      expect(now.map(({ label, available }) => [label, available])).toEqual([
        ['Deleted “language”', true],
        ['First version', true],
      ]);
    });

    test.each(['emptied', 'deleted'])(
      'has its list rebuilt from the texts when that was %s while Contexture was closed',
      async (how) => {
        const { world, call, workspace, ref, entries } = await started();
        await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
        await call('settings.write', { workspace, values: { tokenLimit: 1234 } });
        await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('sleep_effect') }] });
        const before = (await listedVersions({ call, workspace })).map(({ file, version }) => `${file} ${version}`);
        const now = await entries();
        await world.restart();
        const list = `${historyFolder(world)}/versions.jsonl`;
        await (how === 'emptied' ? world.files.store(list, new Uint8Array()) : world.files.discard(list));
        const again = await openIn(world);
        const made = await listedVersions(again);
        expect(made.map(({ file, version }) => `${file} ${version}`).sort()).toEqual(before.sort());
        expect(made.every(({ available }) => available)).toBe(true);
        const { lines } = await again.call('history.list', { workspace });
        expect(lines.filter(({ type }) => type === 'note').map(({ label }) => label)).toEqual([
          'The list of versions was emptied by another app; it was made again from the texts that were kept.',
        ]);
        expect((await again.entries()).map(({ raw }) => raw)).toEqual(now.map(({ raw }) => raw));
        expect((await again.call('cards.list', { workspace })).cards).toEqual([]);
        const first = made.findLast(({ kind }) => kind === 'context');
        await again.call('history.restore', { workspace, position: first?.position ?? 0 });
        expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
      },
    );

    test.each([
      ['emptied', ''],
      ['filled with zeros', '\0'.repeat(200)],
    ])('has its list restored with the next version when that is %s while Contexture runs', async (_, left) => {
      const { world, call, workspace, versions, ref } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      const before = await versions();
      const list = `${historyFolder(world)}/versions.jsonl`;
      await world.files.store(list, world.ports.encodeText(left));
      expect(await versions()).toEqual(before);
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
      expect((await versions()).slice(1)).toEqual(before);
      expect(world.text(list)).toContain('it was put back as it was');
      await world.restart();
      expect((await listedVersions(await openIn(world))).slice(1).map(({ version }) => version)).toEqual(
        before.map(({ version }) => version),
      );
    });

    test('stays readable when it becomes read-only, and nothing is changed', async () => {
      const { world, call, workspace, versions, ref } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      const before = [await versions(), world.text(world.contextPath)];
      world.files.forbid(world.ports.dataFolder);
      await expect(call('history.restore', { workspace, position: 1 })).rejects.toMatchObject({
        code: 'not_recorded',
      });
      expect((await call('history.changes', { workspace, position: 2 })).removed).toHaveLength(1);
      expect([await versions(), world.text(world.contextPath)]).toEqual(before);
      world.files.forbid(null);
      await call('history.restore', { workspace, position: 1 });
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
    });
  });
}
