import { describe, expect, test } from 'vitest';
import { openIn, today } from '../engine-world.ts';
import { listedVersions, objectPath, refOnly, startHistory } from './kept-history.ts';
import { type CreateWorld, context, uncounted, update } from './starting.ts';

type Opened = Pick<Awaited<ReturnType<ReturnType<typeof startHistory>>>, 'call' | 'workspace'>;

/** Restoring versions of the history and single entries of them. */
export function earlierVersionTests(createWorld: CreateWorld): void {
  const started = startHistory(createWorld);

  describe('a version of the history', () => {
    test('shows its changes entry by entry, with both texts', async () => {
      const { call, workspace, versions, ref } = await started();
      await call('context.change', {
        workspace,
        operations: [
          { op: 'edit', entry: await ref('language'), value: 'German' },
          { op: 'delete', entry: await ref('tea') },
          { op: 'add', category: 'fact', key: 'cat', value: 'Minka' },
        ],
      });
      const [latest] = await versions();
      const changes = await call('history.changes', { workspace, position: latest?.position ?? 0 });
      expect(changes.counts).toEqual({ added: 1, changed: 1, removed: 1 });
      expect(changes.added.map(({ key, value }) => [key, value])).toEqual([['cat', 'Minka']]);
      expect(changes.changed.map(({ before, after }) => [before.value, after.value])).toEqual([['English', 'German']]);
      expect(changes.removed.map(({ key, standsIn }) => [key, standsIn])).toEqual([['tea', null]]);
      expect(changes.comparedWith).toBe(latest?.before);
    });

    test('says that a removed entry exists again only if that has the same text', async () => {
      const { call, workspace, versions, ref } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      const [latest] = await versions();
      const standsIn = async () => {
        const changes = await call('history.changes', { workspace, position: latest?.position ?? 0 });
        return changes.removed.map((entry) => entry.standsIn);
      };
      await call('context.apply', { workspace, updates: [update('tea', 'keeps awake', 'fact')] });
      expect(await standsIn()).toEqual([null]);
      await call('context.apply', { workspace, updates: [update('tea', 'calms')] });
      expect(await standsIn()).toEqual(['']);
    });

    test('is restored whole as one more counted step, which can be undone', async () => {
      const { world, call, workspace, versions, ref } = await started();
      const first = (await versions())[0];
      await call('context.change', {
        workspace,
        operations: [
          { op: 'edit', entry: await ref('language'), value: 'German' },
          { op: 'delete', entry: await ref('tea') },
        ],
      });
      await call('context.apply', { workspace, updates: [update('coffee', 'no')] });
      const before = world.text(world.contextPath);
      expect(await call('history.previewRestore', { workspace, position: first?.position ?? 0 })).toMatchObject({
        counts: { added: 1, changed: 1, removed: 1 },
        same: false,
        tokens: { limit: 2000 },
      });
      const { change } = await call('history.restore', { workspace, position: first?.position ?? 0 });
      expect(change?.label).toMatch(/^Restored the version of \d+ \w+ \d+, \d+:\d\d$/);
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
      expect(world.text(world.contextPath)).toContain('version: 18');
      await call('context.undo', { workspace, change: change?.id ?? '' });
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(before));
      expect(world.text(world.contextPath)).toContain('version: 19');
      expect((await versions()).map(({ position }) => position)).toEqual([5, 4, 3, 2, 1]);
    });

    test('moves entries between memory and archive as one step, and names where each goes', async () => {
      const { world, call, workspace, versions, ref, find } = await started();
      const now = () => [world.text(world.contextPath), world.text(world.archivePath(today))].map(uncounted);
      const has = (): (boolean | undefined)[] => now().map((text) => text?.includes('sleep_effect'));
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
      await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('sleep_effect') }] });
      const positions = (kind: string) =>
        versions().then((all) => all.filter((each) => each.kind === kind).map(({ position }) => position));
      const [without = 0, , first = 0] = await positions('context');
      const [swept = 0] = await positions('archive');
      const archivedState = now();

      const back = await call('history.previewRestore', { workspace, position: first });
      expect(back.added.map(({ key, from }) => [key, from])).toEqual([
        ['language', null],
        ['sleep_effect', `global-${today}.md`],
      ]);
      await call('history.restore', { workspace, position: first });
      expect(now()[0]).toBe(uncounted(context));
      expect(has()).toEqual([true, false]);
      await call('context.undo', { workspace });
      expect(now()).toEqual(archivedState);

      const [entry] = (await call('archive.entries', { workspace })).entries;
      const archived = { file: `global-${today}.md`, raw: entry?.raw ?? '', ordinal: 0 };
      await call('archive.restore', { workspace, items: [{ entry: archived }] });
      expect(has()).toEqual([true, false]);
      const away = await call('history.previewRestore', { workspace, position: without });
      expect(away.removed.map(({ key, to }) => [key, to])).toEqual([['sleep_effect', `global-${today}.md`]]);
      await call('history.restore', { workspace, position: without });
      expect(has()).toEqual([false, true]);
      await call('context.undo', { workspace });
      expect(has()).toEqual([true, false]);

      await call('history.restore', { workspace, position: swept });
      expect(has()).toEqual([false, true]);
      await call('context.undo', { workspace });
      expect(has()).toEqual([true, false]);
      expect(await find('sleep_effect')).toMatchObject({ value: 'performance drops below 7 hours' });
    });

    test('is distinct from the next one when both were made by steps of the same name', async () => {
      const { world, call, workspace, versions, ref } = await started();
      const clock = () => world.ports.clock.now();
      const archiveBoth = async (...names: readonly string[]) => {
        const before = clock();
        await world.until(() => expect(clock()).toBeGreaterThan(before));
        const operations = names.map(async (name) => ({ op: 'archive' as const, entry: await ref(name) }));
        await call('context.change', { workspace, operations: await Promise.all(operations) });
      };
      await archiveBoth('language', 'tea');
      const between = (await versions()).find(({ kind }) => kind === 'context');
      await archiveBoth('sleep_effect', 'records');
      await call('history.restore', { workspace, position: between?.position ?? 0 });
      const texts = [world.text(world.contextPath), world.text(world.archivePath(today))];
      const holding = (name: string) => texts.map((text) => text?.includes(`${name}:`));
      expect(holding('sleep_effect')).toEqual([true, false]);
      expect(holding('records')).toEqual([true, false]);
      expect(holding('language')).toEqual([false, true]);
    });

    test('puts the current text of a replaced entry back into the archive', async () => {
      const { world, call, workspace, versions, ref } = await started();
      const learned = { op: 'add' as const, category: 'insight' as const, key: 'sleep_effect', value: 'none at all' };
      await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('sleep_effect') }] });
      await call('context.change', { workspace, operations: [learned] });
      const [latest] = await versions();
      const now = () => [world.text(world.contextPath), world.text(world.archivePath(today))].map(uncounted);
      const before = now();
      const [archived] = (await call('archive.entries', { workspace })).entries;
      const entry = { file: `global-${today}.md`, raw: archived?.raw ?? '', ordinal: 0 };
      await call('archive.restore', { workspace, items: [{ entry, onDuplicate: 'replace' }] });
      const preview = await call('history.previewRestore', { workspace, position: latest?.position ?? 0 });
      expect(preview).toMatchObject({
        counts: { added: 1, changed: 0, removed: 1 },
        added: [{ value: 'none at all', from: null }],
        removed: [{ value: 'performance drops below 7 hours', to: `global-${today}.md` }],
      });
      await call('history.restore', { workspace, position: latest?.position ?? 0 });
      expect(now()).toEqual(before);
    });

    test('is not restored if the file has its text already', async () => {
      const { world, call, workspace, versions, ref } = await started();
      const { change } = await call('context.change', {
        workspace,
        operations: [{ op: 'delete', entry: await ref('tea') }],
      });
      await call('context.undo', { workspace, change: change?.id ?? '' });
      const before = world.text(world.contextPath);
      const first = (await versions()).at(-1);
      expect(await call('history.previewRestore', { workspace, position: first?.position ?? 0 })).toMatchObject({
        same: true,
      });
      expect((await call('history.restore', { workspace, position: first?.position ?? 0 })).change).toBeNull();
      expect(world.text(world.contextPath)).toBe(before);
    });

    test('is undone by entry after its restoring if others wrote since', async () => {
      const { world, call, workspace, versions, ref } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      const { change } = await call('history.restore', {
        workspace,
        position: (await versions()).at(-1)?.position ?? 0,
      });
      await call('context.apply', { workspace, updates: [update('coffee', 'no')] });
      await call('context.undo', { workspace, change: change?.id ?? '' });
      expect(world.text(world.contextPath)).toContain('coffee: no');
      expect(world.text(world.contextPath)).not.toContain('tea: calms');
    });

    test('says if its text is damaged or missing, and the others stay readable', async () => {
      const { world, call, workspace, versions, ref } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
      const [, middle, first] = await versions();
      await world.files.store(objectPath(world, middle?.version ?? ''), world.ports.encodeText('nonsense'));
      await world.files.discard(objectPath(world, first?.version ?? ''));
      await world.restart();
      const again = await openIn(world);
      expect((await listedVersions(again)).map(({ available }) => available)).toEqual([true, false, false]);
      for (const position of [1, 2]) {
        await expect(again.call('history.changes', { workspace, position })).rejects.toMatchObject({
          code: 'version_unknown',
        });
        await expect(again.call('history.restore', { workspace, position })).rejects.toMatchObject({
          code: 'version_unknown',
        });
      }
      expect((await again.call('history.changes', { workspace, position: 3 })).comparedWith).toBeNull();
      await again.call('context.change', {
        workspace,
        operations: [{ op: 'delete', entry: await again.ref('records') }],
      });
      expect((await listedVersions(again))[0]?.available).toBe(true);
    });
  });

  describe('one entry of a version', () => {
    const restoreEntry =
      (opened: Opened, position: number, key: string, rest: object = {}) =>
      async (from: 'before' | 'version' = 'before') => {
        const { call, workspace } = opened;
        const changes = await call('history.changes', { workspace, position });
        const all = [...changes.removed, ...changes.changed.map(({ before }) => before), ...changes.added];
        const entry = all.find((each) => each.key === key || each.value === key);
        return call('history.bringBack', { workspace, position, from, entry: refOnly(entry), ...rest });
      };

    test('is restored to its place', async () => {
      const opened = await started();
      const { world, call, workspace, ref } = opened;
      const entry = await ref('Best workouts on Wednesday evenings');
      await call('context.change', { workspace, operations: [{ op: 'delete', entry }] });
      await call('context.apply', { workspace, updates: [update('coffee', 'no')] });
      const { change } = await restoreEntry(opened, 2, 'Best workouts on Wednesday evenings')();
      expect(change?.label).toBe('Restored “Best workouts on Wednesday evenings”');
      expect(world.text(world.contextPath)).toMatch(
        /sleep_effect.*\n- Best workouts.*\n- .*tea: calms\n- .*coffee: no/,
      );
      await call('context.undo', { workspace, change: change?.id ?? '' });
      expect(world.text(world.contextPath)).not.toContain('Best workouts');
    });

    test('is changed back if it still has the later text', async () => {
      const opened = await started();
      const { world, call, workspace, ref } = opened;
      await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
      });
      await restoreEntry(opened, 2, 'language')();
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
    });

    test.each([
      ['replace', /- language: English\n/, /Welsh/],
      ['keep_both', /- language: English\n[\s\S]*language: Welsh/, /German/],
    ] as const)('asks when its key exists again, and can %s', async (onDuplicate, wanted, unwanted) => {
      const opened = await started();
      const { world, call, workspace, ref } = opened;
      await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
      });
      await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'Welsh' }],
      });
      await expect(restoreEntry(opened, 2, 'language')()).rejects.toMatchObject({ code: 'key_exists' });
      await restoreEntry(opened, 2, 'language', { onDuplicate })();
      expect(world.text(world.contextPath)).toMatch(wanted);
      expect(world.text(world.contextPath)).not.toMatch(unwanted);
    });

    test('is left alone if it exists already', async () => {
      const opened = await started();
      const { world, call, workspace, ref } = opened;
      await call('context.change', {
        workspace,
        operations: [{ op: 'add', category: 'fact', key: 'cat', value: 'Minka' }],
      });
      const before = world.text(world.contextPath);
      expect((await restoreEntry(opened, 2, 'cat')('version')).change).toBeNull();
      expect(world.text(world.contextPath)).toBe(before);
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('cat') }] });
      await restoreEntry(opened, 2, 'cat')('version');
      expect(world.text(world.contextPath)).toContain('cat: Minka');
    });

    test('leaves the archive it went to', async () => {
      const opened = await started();
      const { world, call, workspace, ref, versions } = opened;
      await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('sleep_effect') }] });
      const position = (await versions()).find(
        ({ kind, counts }) => kind === 'context' && counts?.removed === 1,
      )?.position;
      const changes = await call('history.changes', { workspace, position: position ?? 0 });
      expect(changes.removed.map(({ standsIn }) => standsIn)).toEqual([`global-${today}.md`]);
      const { change } = await restoreEntry(opened, position ?? 0, 'sleep_effect')();
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
      expect((await call('archive.entries', { workspace })).total).toBe(0);
      await call('context.undo', { workspace, change: change?.id ?? '' });
      expect((await call('archive.entries', { workspace })).total).toBe(1);
      expect(world.text(world.contextPath)).not.toContain('sleep_effect');
    });

    test('is restored to the archive it was deleted from', async () => {
      const opened = await started();
      const { world, call, workspace, ref, versions } = opened;
      await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('sleep_effect') }] });
      const before = world.text(world.archivePath(today));
      const [entry] = (await call('archive.entries', { workspace })).entries;
      await call('archive.delete', {
        workspace,
        entries: [{ file: entry?.file ?? '', raw: entry?.raw ?? '', ordinal: 0 }],
      });
      await restoreEntry(opened, (await versions())[0]?.position ?? 0, 'sleep_effect')();
      expect(world.text(world.archivePath(today))).toBe(before);
    });
  });
}
