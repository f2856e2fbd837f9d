import { describe, expect, test } from 'vitest';
import { createHistory } from '#engine/history/history.ts';
import { openIn, today, type World } from '../engine-world.ts';
import { historyFolder, listedVersions, refOnly, rewriteLines, startHistory } from './kept-history.ts';
import { type CreateWorld, update } from './starting.ts';

/** Versions of every file. */
export function historyTests(createWorld: CreateWorld): void {
  const started = startHistory(createWorld);

  describe('the history', () => {
    test('shows for each version its author, action and numbers of added, changed and removed entries', async () => {
      const { world, call, workspace, ref, versions } = await started();
      await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
      });
      await call('context.apply', { workspace, updates: [update('coffee', 'no')], assistant: 'Hermes' });
      world.outside.replace(world.contextPath, (world.text(world.contextPath) ?? '').replace(/^- records.*\n/m, ''));
      await world.until(async () => expect(await versions()).toHaveLength(4));
      await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('sleep_effect') }] });
      const all = await versions();
      expect(all.map(({ who, name, label, kind, counts }) => [who, name, label, kind, counts])).toEqual([
        ['person', null, 'Archived “sleep_effect”', 'context', { added: 0, changed: 0, removed: 1 }],
        ['person', null, 'Archived “sleep_effect”', 'archive', { added: 1, changed: 0, removed: 0 }],
        ['outside', null, 'Changed by another app', 'context', { added: 0, changed: 0, removed: 1 }],
        ['assistant', 'Hermes', 'Learned “coffee”', 'context', { added: 1, changed: 0, removed: 0 }],
        ['person', null, 'Corrected “language”', 'context', { added: 0, changed: 1, removed: 0 }],
        ['outside', null, 'First version', 'context', { added: 7, changed: 0, removed: 0 }],
      ]);
      expect(all.every(({ available }) => available)).toBe(true);
      const ofContext = all.filter(({ kind }) => kind === 'context');
      expect(ofContext.map(({ before }) => before)).toEqual([
        ...ofContext.slice(1).map(({ version }) => version),
        null,
      ]);
    });

    test('marks an undone change as undone until it is redone', async () => {
      const { call, workspace, ref, versions } = await started();
      const { change } = await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
      });
      const wayOf = async (label: string) => (await versions()).find((each) => each.label === label)?.undo;
      const correction = 'Corrected “language”';
      expect(await wayOf(correction)).toEqual({ change: change?.id });
      await call('context.undo', { workspace, change: change?.id ?? '' });
      expect(await wayOf(correction)).toBe('undone');
      await call('context.redo', { workspace });
      expect(await wayOf(correction)).toBe('version');
    });

    test('announces new versions to viewers', async () => {
      const { call, workspace, ref, of } = await started();
      const before = of('history.changed').length;
      await call('context.change', {
        workspace,
        operations: [{ op: 'pin', entry: await ref('language'), pinned: true }],
      });
      expect(of('history.changed').length).toBeGreaterThan(before);
    });

    test('shows versions of another process with their author there', async () => {
      const { world, call, workspace, versions, of } = await started();
      const other = await openIn(world.another());
      await other.call('context.apply', {
        workspace: other.workspace,
        updates: [update('coffee', 'no')],
        assistant: 'Hermes',
      });
      await world.until(async () => {
        expect(of('context.changed').length).toBeGreaterThan(0);
        const [latest] = await versions();
        expect([latest?.who, latest?.name, latest?.label]).toEqual(['assistant', 'Hermes', 'Learned “coffee”']);
      });
      await call('history.bringBack', {
        workspace,
        position: 1,
        from: 'version',
        entry: refOnly((await call('history.changes', { workspace, position: 1 })).added[0]),
      });
      expect(await versions()).toHaveLength(2);
      expect(of('history.changed').length).toBeGreaterThan(0);
    });

    test('shows the author of a version even if another process saw it before it was noted', async () => {
      const { world, call, workspace, ref, versions } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      const { replace } = world.files;
      const files = world.files as { replace: World['files']['replace'] };
      files.replace = async (path, bytes) => {
        files.replace = replace;
        const superseded = await replace(path, bytes);
        const elsewhere = createHistory(world.ports, () => historyFolder(world), {
          read: () => null,
          onChange: () => undefined,
        });
        const [file, hash] = ['logs/context/global.md', world.ports.hash(bytes)];
        await elsewhere.keep({ at: 1, file, who: 'outside', action: 'read', hash, bytes });
        return superseded;
      };
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
      expect((await versions()).map(({ position, who, label }) => [position, who, label])).toEqual([
        [3, 'person', 'Deleted “language”'],
        [2, 'person', 'Deleted “tea”'],
        [1, 'outside', 'First version'],
      ]);
    });

    test('does not grow when the same file is opened again', async () => {
      const { world, versions } = await started();
      const before = await versions();
      await world.restart();
      expect(await listedVersions(await openIn(world))).toEqual(before);
      expect(before).toHaveLength(1);
    });

    test('comes in pages that stay the same while new versions arrive', async () => {
      const { call, workspace, ref } = await started();
      for (const value of ['1', '2', '3', '4', '5']) {
        await call('context.change', { workspace, operations: [{ op: 'edit', entry: await ref('language'), value }] });
      }
      const first = await call('history.list', { workspace, limit: 3 });
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
      const second = await call('history.list', { workspace, limit: 3, before: first.next ?? 0 });
      const positions = [...first.lines, ...second.lines].map(({ position }) => position);
      expect(positions).toEqual([6, 5, 4, 3, 2, 1]);
      expect([first.total, second.total, second.next]).toEqual([6, 7, null]);
      const removed = await call('history.list', { workspace, only: 'removed' });
      expect(removed.lines.map(({ label }) => label)).toEqual(['Deleted “language”']);
    });

    test('lists what left the memory as removals, with the destination, and nothing that came back', async () => {
      const { call, workspace, ref } = await started();
      const removals = async () =>
        (await call('history.list', { workspace, only: 'removed' })).lines.flatMap((line) =>
          line.type === 'version' ? [[line.label, line.kind]] : [],
        );
      const archive = async (...names: readonly string[]) => {
        const operations = names.map(async (name) => ({ op: 'archive' as const, entry: await ref(name) }));
        return call('context.change', { workspace, operations: await Promise.all(operations) });
      };
      const archived = async (name: string) => {
        const { entries } = await call('archive.entries', { workspace });
        const { file = '', raw = '', ordinal = 0 } = entries.find(({ key }) => key === name) ?? {};
        return { file, raw, ordinal };
      };
      const { change } = await archive('language', 'tea', 'sleep_effect');
      await call('archive.restore', {
        workspace,
        items: [{ entry: await archived('tea') }, { entry: await archived('language') }],
      });
      const archival = [
        ['Archived 3 entries', 'context'],
        ['Archived 3 entries', 'archive'],
      ];
      expect(await removals()).toEqual(archival);
      await call('context.undo', { workspace });
      const undone = [
        ['Undone: Restored 2 entries', 'context'],
        ['Undone: Restored 2 entries', 'archive'],
      ];
      expect((await removals()).toSorted()).toEqual([...archival, ...undone].toSorted());
      await call('context.undo', { workspace, change: change?.id ?? '' });
      expect((await removals()).toSorted()).toEqual([...archival, ...undone].toSorted());
      await archive('tea');
      await call('archive.delete', { workspace, entries: [await archived('tea')] });
      expect((await removals())[0]).toEqual(['Deleted “tea” from the archive', 'archive']);
    });

    test('shows a renamed entry as changed', async () => {
      const { call, workspace, ref, versions } = await started();
      const operations = [{ op: 'edit' as const, entry: await ref('sleep_effect'), key: 'nights' }];
      await call('context.change', { workspace, operations });
      const [latest] = await versions();
      expect(latest?.counts).toEqual({ added: 0, changed: 1, removed: 0 });
      const { changed } = await call('history.changes', { workspace, position: latest?.position ?? 0 });
      expect(changed.map(({ before, after }) => [before.key, after.key])).toEqual([['sleep_effect', 'nights']]);
      expect((await call('history.list', { workspace, only: 'removed' })).lines).toEqual([]);
    });

    test('includes the settings, and restores them', async () => {
      const { world, call, workspace, versions } = await started();
      const path = `${world.root}/.contexture/settings.yaml`;
      await call('settings.write', { workspace, values: { tokenLimit: 1500 } });
      await call('settings.write', { workspace, values: { tokenLimit: 1800 } });
      const [latest, first] = (await versions()).filter(({ kind }) => kind === 'settings');
      expect([latest?.label, latest?.who, latest?.counts]).toEqual([
        'Changed the limit from 1,500 to 1,800',
        'person',
        null,
      ]);
      expect(first?.label).toBe('Changed the limit from 2,000 to 1,500');
      expect(await call('history.previewRestore', { workspace, position: first?.position ?? 0 })).toEqual({
        counts: null,
        same: false,
        ...{ added: [], changed: [], removed: [] },
        tokens: null,
      });
      await call('history.restore', { workspace, position: first?.position ?? 0 });
      expect(world.text(path)).toBe('token_limit: 1500\n');
      expect((await call('settings.read', { workspace })).settings.tokenLimit).toBe(1500);
    });

    test('stores an archive as it was read, and restores it after another program changes or deletes it', async () => {
      const { world, call, workspace, versions } = await started();
      const path = world.archivePath('2026-05-03');
      const archive = '# Archived Context (2026-05-03)\n\n## Archived Insights\n- [2024-01-01] naps: help\n- oats\n';
      world.outside.write(path, archive);
      const bytes = async () => (await call('history.list', { workspace })).bytes;
      const before = await bytes();
      await call('archive.files', { workspace });
      await world.until(async () => expect(await bytes()).toBeGreaterThan(before));
      expect((await versions()).filter(({ kind }) => kind === 'archive')).toEqual([]);
      world.outside.replace(path, archive.replace('- oats\n', ''));
      const latest = async () => (await versions()).find(({ kind }) => kind === 'archive');
      await world.until(async () =>
        expect(await latest()).toMatchObject({ label: 'Changed by another app', counts: { removed: 1 } }),
      );
      world.outside.remove(path);
      await world.until(async () =>
        expect(await latest()).toMatchObject({ label: 'Deleted by another app', counts: { removed: 1 } }),
      );
      const first = (await versions()).findLast(({ kind }) => kind === 'archive');
      await call('history.restore', { workspace, position: first?.position ?? 0 });
      expect(world.text(path)).toBe(archive);
    });

    test('reports a deleted archive at the next start', async () => {
      const { world, call, workspace, ref, versions } = await started();
      await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('sleep_effect') }] });
      await call('archive.files', { workspace });
      expect((await versions()).map(({ label }) => label)).not.toContain('Deleted by another app');
      await world.restart();
      world.outside.remove(world.archivePath(today));
      const again = await openIn(world);
      await again.call('archive.files', { workspace });
      const labels = async () => (await listedVersions(again)).map(({ label }) => label);
      await world.until(async () => expect(await labels()).toContain('Deleted by another app'));
    });

    test('stays readable from an earlier Contexture', async () => {
      const { world, call, workspace, ref } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
      await rewriteLines(world, (line) => {
        const { position, counts, size, name, ...old } = line;
        return old;
      });
      await world.restart();
      const again = await openIn(world);
      expect((await listedVersions(again)).map(({ position, label, counts }) => [position, label, counts])).toEqual([
        [2, 'Deleted “language”', null],
        [1, 'First version', null],
      ]);
    });
  });
}
