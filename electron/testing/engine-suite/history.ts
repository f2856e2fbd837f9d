import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createHistory } from '#engine/history/history.ts';
import type { HistoryLine, HistoryVersion } from '#shared/contract/features/history.ts';
import { type EntryRef, refOf } from '#shared/entries/entry.ts';
import { openIn, today, type World } from '../engine-world.ts';
import { type CreateWorld, context, startOn, uncounted, update } from './starting.ts';

type Opened = Pick<Awaited<ReturnType<typeof startOn>>, 'call' | 'workspace'>;

/** What is kept of every file, and how it comes back. */
export function historyTests(createWorld: CreateWorld): void {
  const started = async (text?: string | null) => {
    const opened = await startOn(createWorld, text);
    await opened.call('workspaces.attend', { workspace: opened.workspace, visible: true });
    return { ...opened, versions: () => listed(opened) };
  };

  describe('the history', () => {
    test('says of each version who made it, what they did and how many entries it added, changed and removed', async () => {
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
        ['outside', null, 'Changed by another program', 'context', { added: 0, changed: 0, removed: 1 }],
        ['assistant', 'Hermes', 'Learned “coffee”', 'context', { added: 1, changed: 0, removed: 0 }],
        ['person', null, 'Corrected “language”', 'context', { added: 0, changed: 1, removed: 0 }],
        ['outside', null, 'As it was when Contexture first read it', 'context', { added: 7, changed: 0, removed: 0 }],
      ]);
      expect(all.every(({ available }) => available)).toBe(true);
      const ofContext = all.filter(({ kind }) => kind === 'context');
      expect(ofContext.map(({ before }) => before)).toEqual([
        ...ofContext.slice(1).map(({ version }) => version),
        null,
      ]);
    });

    test('is told of to whoever shows it', async () => {
      const { call, workspace, ref, of } = await started();
      const before = of('history.changed').length;
      await call('context.change', {
        workspace,
        operations: [{ op: 'pin', entry: await ref('language'), pinned: true }],
      });
      expect(of('history.changed').length).toBeGreaterThan(before);
    });

    test('tells of what another process kept, and who made it there', async () => {
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

    test('says who made a version even where another process saw it before that was noted', async () => {
      const { world, call, workspace, ref, versions } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      const { replace } = world.files;
      const files = world.files as { replace: World['files']['replace'] };
      files.replace = async (path, bytes) => {
        files.replace = replace;
        const displaced = await replace(path, bytes);
        const elsewhere = createHistory(world.ports, () => historyFolder(world), {
          read: () => null,
          onChange: () => undefined,
        });
        const [file, hash] = ['logs/context/global.md', world.ports.hash(bytes)];
        await elsewhere.keep({ at: 1, file, who: 'outside', action: 'read', hash, bytes });
        return displaced;
      };
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
      expect((await versions()).map(({ position, who, label }) => [position, who, label])).toEqual([
        [3, 'person', 'Deleted “language”'],
        [2, 'person', 'Deleted “tea”'],
        [1, 'outside', 'As it was when Contexture first read it'],
      ]);
    });

    test('gains nothing by opening the same file again', async () => {
      const { world, versions } = await started();
      const before = await versions();
      await world.restart();
      expect(await listed(await openIn(world))).toEqual(before);
      expect(before).toHaveLength(1);
    });

    test('comes in pages that stay as they are while new versions come', async () => {
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

    test('keeps the settings as well, and brings them back', async () => {
      const { world, call, workspace, versions } = await started();
      const path = `${world.root}/.contexture/settings.yaml`;
      await call('settings.write', { workspace, values: { tokenLimit: 1500 } });
      await call('settings.write', { workspace, values: { tokenLimit: 1800 } });
      const [latest, first] = (await versions()).filter(({ kind }) => kind === 'settings');
      expect([latest?.label, latest?.who, latest?.counts]).toEqual(['Changed the settings', 'person', null]);
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

    test('keeps an archive as it was read, and brings it back where another program changes or deletes it', async () => {
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
        expect(await latest()).toMatchObject({ label: 'Changed by another program', counts: { removed: 1 } }),
      );
      world.outside.remove(path);
      await world.until(async () =>
        expect(await latest()).toMatchObject({ label: 'Deleted by another program', counts: { removed: 1 } }),
      );
      const first = (await versions()).findLast(({ kind }) => kind === 'archive');
      await call('history.restore', { workspace, position: first?.position ?? 0 });
      expect(world.text(path)).toBe(archive);
    });

    test('says at the next start that an archive was deleted meanwhile', async () => {
      const { world, call, workspace, ref, versions } = await started();
      await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('sleep_effect') }] });
      await call('archive.files', { workspace });
      expect((await versions()).map(({ label }) => label)).not.toContain('Deleted by another program');
      await world.restart();
      world.outside.remove(world.archivePath(today));
      const again = await openIn(world);
      await again.call('archive.files', { workspace });
      const labels = async () => (await listed(again)).map(({ label }) => label);
      await world.until(async () => expect(await labels()).toContain('Deleted by another program'));
    });

    test('of an earlier Contexture is read on', async () => {
      const { world, call, workspace, ref } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
      await rewriteLines(world, (line) => {
        const { position, counts, size, name, ...old } = line;
        return old;
      });
      await world.restart();
      const again = await openIn(world);
      expect((await listed(again)).map(({ position, label, counts }) => [position, label, counts])).toEqual([
        [2, 'Deleted “language”', null],
        [1, 'As it was when Contexture first read it', null],
      ]);
    });
  });

  describe('a version of the history', () => {
    test('shows what changed in it entry by entry, with both texts', async () => {
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

    test('comes back whole as one more step, counted, that can be undone', async () => {
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

    test('moves entries between memory and archive as one step that says of each where it goes', async () => {
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

    test('is told from the next one where both were made by steps of the same name', async () => {
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

    test('puts back into the archive what has replaced an entry since', async () => {
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

    test('that the file reads like already is not restored', async () => {
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

    test('that was restored is undone by entry where others wrote since', async () => {
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

    test('whose text is damaged or missing says so, and the others stand', async () => {
      const { world, call, workspace, versions, ref } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
      const [, middle, first] = await versions();
      await world.files.store(objectPath(world, middle?.version ?? ''), world.ports.encodeText('nonsense'));
      await world.files.discard(objectPath(world, first?.version ?? ''));
      await world.restart();
      const again = await openIn(world);
      expect((await listed(again)).map(({ available }) => available)).toEqual([true, false, false]);
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
      expect((await listed(again))[0]?.available).toBe(true);
    });
  });

  describe('the newest version of a file, damaged where it is kept,', () => {
    test.each([
      ['empty', new Uint8Array()],
      ['not what was kept', new TextEncoder().encode('nonsense')],
    ])('is kept again as soon as the same text is read: %s', async (_, damaged) => {
      const { world, call, workspace, versions, ref } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      const [latest] = await versions();
      await world.files.store(objectPath(world, latest?.version ?? ''), damaged);
      await world.restart();
      const again = await openIn(world);
      expect((await listed(again)).map(({ available }) => available)).toEqual([true, true]);
      world.outside.replace(world.contextPath, (world.text(world.contextPath) ?? '').replace(/^- language.*\n/m, ''));
      await world.until(async () => {
        const { cards } = await again.call('cards.list', { workspace });
        expect(cards).toMatchObject([{ items: [{ what: 'dropped', yours: { key: 'language' } }] }]);
      });
    });

    test('while Contexture runs, is kept again before it is written over', async () => {
      const { world, call, workspace, versions, ref } = await started();
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      const [latest] = await versions();
      await world.files.store(objectPath(world, latest?.version ?? ''), new Uint8Array());
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('language') }] });
      expect((await versions()).map(({ available }) => available)).toEqual([true, true, true]);
    });

    test('and written over by another program: that nobody can say what was left out is said once', async () => {
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

  describe('the history’s own folder', () => {
    test('that was emptied while running starts over with what is there', async () => {
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
        ['As it was when Contexture first read it', true],
      ]);
    });

    test.each(['emptied', 'deleted'])(
      'whose list was %s while Contexture was closed is made again from the texts',
      async (how) => {
        const { world, call, workspace, ref, entries } = await started();
        await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
        await call('settings.write', { workspace, values: { tokenLimit: 1234 } });
        await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('sleep_effect') }] });
        const before = (await listed({ call, workspace })).map(({ file, version }) => `${file} ${version}`);
        const now = await entries();
        await world.restart();
        const list = `${historyFolder(world)}/versions.jsonl`;
        await (how === 'emptied' ? world.files.store(list, new Uint8Array()) : world.files.discard(list));
        const again = await openIn(world);
        const made = await listed(again);
        expect(made.map(({ file, version }) => `${file} ${version}`).sort()).toEqual(before.sort());
        expect(made.every(({ available }) => available)).toBe(true);
        const { lines } = await again.call('history.list', { workspace });
        expect(lines.filter(({ type }) => type === 'note').map(({ label }) => label)).toEqual([
          'The list of versions was emptied by another program; it was made again from the texts that were kept.',
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
    ])('whose list was %s while Contexture runs is put back as it was with the next version', async (_, left) => {
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
      expect((await listed(await openIn(world))).slice(1).map(({ version }) => version)).toEqual(
        before.map(({ version }) => version),
      );
    });

    test('that can’t be written any more can still be read, and nothing is changed', async () => {
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

    test('comes back to its place', async () => {
      const opened = await started();
      const { world, call, workspace, ref } = opened;
      const entry = await ref('Best workouts on Wednesday evenings');
      await call('context.change', { workspace, operations: [{ op: 'delete', entry }] });
      await call('context.apply', { workspace, updates: [update('coffee', 'no')] });
      const { change } = await restoreEntry(opened, 2, 'Best workouts on Wednesday evenings')();
      expect(change?.label).toBe('Brought back “Best workouts on Wednesday evenings”');
      expect(world.text(world.contextPath)).toMatch(
        /sleep_effect.*\n- Best workouts.*\n- .*tea: calms\n- .*coffee: no/,
      );
      await call('context.undo', { workspace, change: change?.id ?? '' });
      expect(world.text(world.contextPath)).not.toContain('Best workouts');
    });

    test('is changed back where it reads as it came to read', async () => {
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
    ] as const)('asks where its key lives again, and can %s', async (onDuplicate, wanted, unwanted) => {
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

    test('that is there already is left alone', async () => {
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

    test('that was deleted from an archive comes back to it', async () => {
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

  describe('versions past the limits', () => {
    const settings = (world: World, text: string): void =>
      world.outside.write(`${world.root}/.contexture/settings.yaml`, text);

    test('of age go, but never the newest, nor one with the last copy of an entry', async () => {
      const { world, call, workspace, ref } = await started();
      const { change } = await call('context.change', {
        workspace,
        operations: [{ op: 'delete', entry: await ref('language') }],
      });
      await call('context.undo', { workspace, change: change?.id ?? '' });
      await call('context.change', { workspace, operations: [{ op: 'delete', entry: await ref('tea') }] });
      await call('context.change', {
        workspace,
        operations: [{ op: 'pin', entry: await ref('records'), pinned: true }],
      });
      const gone = (await listed({ call, workspace })).filter(({ position }) => [1, 2, 4].includes(position));
      await rewriteLines(world, ({ at, ...line }) => ({ ...line, at: Number(at) - 91 * 24 * 60 * 60 * 1000 }));
      await world.restart();
      const again = await openIn(world);
      await world.until(async () =>
        expect((await listed(again)).map(({ position, lastCopyOf }) => [position, lastCopyOf])).toEqual([
          [5, null],
          [3, ['tea']],
        ]),
      );
      for (const { version } of gone) {
        await world.until(async () => expect(await world.files.info(objectPath(world, version))).toBeNull());
      }
      expect((await again.call('history.list', { workspace })).beyondLimit).toEqual([3]);
      expect(await again.call('history.letGo', { workspace, positions: [3, 5] })).toEqual({ letGo: 1 });
      expect((await listed(again)).map(({ position }) => position)).toEqual([5]);
      expect(world.text(world.contextPath)).not.toContain('tea');
    });

    test('are not taken for older than those before them, whatever the clock said when they were kept', async () => {
      const { world, call, workspace, ref } = await started();
      for (const pinned of [true, false, true]) {
        await call('context.change', { workspace, operations: [{ op: 'pin', entry: await ref('records'), pinned }] });
      }
      // The first was kept by a clock that was years ahead, the fourth by one that stood at its beginning.
      const days: Record<number, number> = { 1: 3000, 2: -40, 4: -18_000 };
      await rewriteLines(world, ({ at, ...line }) => ({
        ...line,
        at: Number(at) + (days[Number(line['position'])] ?? 0) * 24 * 60 * 60 * 1000,
      }));
      await world.restart();
      const again = await openIn(world);
      await again.call('settings.write', { workspace, values: { historyDays: 30 } });
      await again.call('context.change', {
        workspace,
        operations: [{ op: 'pin', entry: await again.ref('records'), pinned: false }],
      });
      // An end waits for what is being deleted.
      await world.restart();
      const lines = (await listed(await openIn(world))).filter(({ kind }) => kind === 'context');
      expect(lines.map(({ position }) => position)).toEqual([6, 4, 3, 1]);
    });

    test('are kept where the person wants them longer', async () => {
      const { world, call, workspace, ref } = await started();
      await call('context.change', {
        workspace,
        operations: [{ op: 'pin', entry: await ref('records'), pinned: true }],
      });
      settings(world, 'history_days: 1000\n');
      await rewriteLines(world, ({ at, ...line }) => ({ ...line, at: Number(at) - 91 * 24 * 60 * 60 * 1000 }));
      await world.restart();
      const again = await openIn(world);
      await again.call('settings.write', { workspace, values: { tokenLimit: 2100 } });
      expect((await listed(again)).filter(({ kind }) => kind === 'context')).toHaveLength(2);
      await again.call('settings.write', { workspace, values: { historyDays: 80 } });
      await world.until(async () =>
        expect((await listed(again)).filter(({ kind }) => kind === 'context')).toHaveLength(1),
      );
    });

    test('of size go, the oldest first', async () => {
      const { world, workspace } = await started(large(1));
      settings(world, 'history_megabytes: 1\n');
      await world.restart();
      const again = await openIn(world);
      for (const round of [2, 3, 4]) {
        await again.call('context.apply', { workspace, updates: [update('blob', largeValue(round), 'fact')] });
      }
      await world.until(async () => {
        const { bytes, lines } = await again.call('history.list', { workspace });
        expect(bytes).toBeLessThan(1_000_000);
        const positions = lines.map(({ position }) => position);
        expect(positions).toEqual([...positions].sort((a, b) => b - a));
        expect(lines.length).toBeLessThan(5);
        expect(lines.length).toBeGreaterThan(1);
      });
    });
  });
}

async function listed({ call, workspace }: Opened): Promise<HistoryVersion[]> {
  const { lines } = await call('history.list', { workspace, limit: 500 });
  return lines.filter((line: HistoryLine): line is HistoryVersion => line.type === 'version');
}

function refOnly(entry: EntryRef | undefined): EntryRef {
  if (!entry) {
    throw new Error('There is no such entry in the version');
  }
  return refOf(entry);
}

function historyFolder(world: World): string {
  return `${world.ports.dataFolder}/workspaces/${world.text(`${world.root}/.contexture/id`)?.trim()}/history`;
}

function objectPath(world: World, hash: string): string {
  return `${historyFolder(world)}/objects/${hash.slice(0, 2)}/${hash}.gz`;
}

type Written = Readonly<Record<string, unknown>>;

/** Makes the lines of the history read otherwise, as time or an earlier Contexture would have left them. */
async function rewriteLines(world: World, rewrite: (line: Written) => Written): Promise<void> {
  const path = `${historyFolder(world)}/versions.jsonl`;
  const lines = (world.text(path) ?? '').trimEnd().split('\n');
  const rewritten = lines.map((line) => JSON.stringify(rewrite(JSON.parse(line) as Written)));
  await world.files.store(path, world.ports.encodeText(`${rewritten.join('\n')}\n`));
}

/** Half a megabyte that hardly compresses. */
function largeValue(round: number): string {
  const words = Array.from({ length: 12_000 }, (_, index) =>
    createHash('sha256').update(`${round} ${index}`).digest('base64'),
  );
  return words.join(' ').replace(/[^\w ]/g, 'x');
}

const large = (round: number): string => `${context}\n## Facts\n- blob: ${largeValue(round)}\n`;
