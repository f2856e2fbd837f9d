import { describe, expect, test } from 'vitest';
import { readContext } from '#shared/formats/context/read-document.ts';
import { openIn, today } from '../engine-world.ts';
import { type CreateWorld, context, uncounted, update } from './starting.ts';

/** Restoring from the archive. */
export function restoreTests(createWorld: CreateWorld): void {
  describe('restoring', () => {
    const archive = `---\narchived_from: global.md\narchived_date: 2026-05-03\nreason: size_management\n---\n\n# Archived Context (2026-05-03)\n\n## Archived Insights\n- [2025-08-01|likely|weekly] naps: help on Sundays\n- [2025-09-01] tea: keeps awake\n- [2025-07-01] Sings in the shower\n`;
    const archived = async (text = context) => {
      const world = await createWorld();
      world.outside.write(world.contextPath, text);
      world.outside.write(world.archivePath('2026-05-03'), archive);
      const opened = await openIn(world);
      const { entries } = await opened.call('archive.entries', { workspace: opened.workspace });
      const item = (key: string) => {
        const found = entries.find((entry) => entry.key === key || entry.value === key);
        return { entry: { file: 'global-2026-05-03.md', raw: found?.raw ?? '', ordinal: found?.ordinal ?? 0 } };
      };
      return { world, item, ...opened };
    };

    test('brings back date, confidence, source and section, protected', async () => {
      const { world, call, workspace, item } = await archived();
      await call('archive.restore', { workspace, items: [item('naps')] });
      expect(world.text(world.contextPath)).toContain(
        'tea: calms\n- [2025-08-01|likely|weekly|until=2026-12-21] naps: help on Sundays\n',
      );
      expect(world.text(world.archivePath('2026-05-03'))).toBe(
        archive.replace('- [2025-08-01|likely|weekly] naps: help on Sundays\n', ''),
      );
      await call('settings.write', { workspace, values: { tokenLimit: 100 } });
      const swept = await call('context.apply', {
        workspace,
        updates: [update('many', 'words '.repeat(40).trim(), 'fact')],
      });
      expect(swept.archived.map(({ key }) => key)).not.toContain('naps');
    });

    test('restores an entry named twice once', async () => {
      const { world, call, workspace, item } = await archived();
      await call('archive.restore', { workspace, items: [item('naps'), item('naps')] });
      expect(world.text(world.contextPath)?.match(/naps:/g)).toHaveLength(1);
    });

    test('asks about a live duplicate', async () => {
      const { world, call, workspace, item } = await archived();
      const preview = await call('archive.previewRestore', { workspace, items: [item('tea')] });
      expect(preview.items[0]).toMatchObject({ entry: { categoryGuessed: true }, twin: { value: 'calms' } });
      await expect(call('archive.restore', { workspace, items: [item('tea')] })).rejects.toMatchObject({
        code: 'key_exists',
      });
      expect(world.text(world.contextPath)).toBe(context);
      await call('archive.restore', { workspace, items: [{ ...item('tea'), onDuplicate: 'replace' }] });
      const text = world.text(world.contextPath) ?? '';
      expect(text).toContain('tea: keeps awake');
      expect(text).not.toContain('tea: calms');
    });

    test('lets the person choose the section of an older line', async () => {
      const { call, workspace, item, find } = await archived();
      await call('archive.restore', { workspace, items: [{ ...item('Sings in the shower'), category: 'pattern' }] });
      expect(await find('Sings in the shower')).toMatchObject({
        category: 'pattern',
        confidence: 'likely',
        date: '2025-07-01',
        flags: { until: '2026-12-21' },
      });
    });

    test('over the limit is refused, or makes room as the preview said', async () => {
      const { world, call, workspace, item } = await archived();
      await call('settings.write', { workspace, values: { tokenLimit: 101 } });
      await expect(call('archive.restore', { workspace, items: [item('naps')] })).rejects.toMatchObject({
        code: 'over_limit',
      });
      expect(world.text(world.contextPath)).toBe(context);
      const { impact } = await call('archive.previewRestore', { workspace, items: [item('naps')] });
      const { archived: left } = await call('archive.restore', { workspace, items: [item('naps')], makeRoom: true });
      expect(left).toEqual(impact.wouldLeave);
      expect(left.map(({ key }) => key)).toEqual(['sleep_effect']);
      expect(world.text(world.contextPath)).toContain('naps: help');
      expect(world.text(world.archivePath(today))).toContain('sleep_effect');
    });

    test('restores a whole sweep at once, and undoes it', async () => {
      const { world, call, workspace } = await archived();
      const { items } = await call('archive.previewRestore', { workspace, file: 'global-2026-05-03.md' });
      const chosen = items.map(({ entry: { file, raw, ordinal }, twin }) => ({
        entry: { file, raw, ordinal },
        ...(twin ? { onDuplicate: 'keep_both' as const } : {}),
      }));
      const { change } = await call('archive.restore', { workspace, items: chosen });
      expect(readContext(world.text(world.contextPath) ?? '').entries).toHaveLength(10);
      expect((await call('archive.entries', { workspace })).total).toBe(0);
      await call('context.undo', { workspace, change: change?.id ?? '' });
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
      expect(world.text(world.archivePath('2026-05-03'))).toBe(archive);
    });

    test('undoes deletions from the archive', async () => {
      const { world, call, workspace, item } = await archived();
      const { change } = await call('archive.delete', {
        workspace,
        entries: [item('tea').entry, item('naps').entry],
      });
      expect((await call('archive.entries', { workspace })).total).toBe(1);
      expect(world.text(world.contextPath)).toBe(context);
      await call('context.undo', { workspace, change: change?.id ?? '' });
      expect(world.text(world.archivePath('2026-05-03'))).toBe(archive);
    });

    test('searches all words in all archives, by category and page', async () => {
      const { call, workspace } = await archived();
      expect(
        (await call('archive.entries', { workspace, query: 'SUNDAYS naps' })).entries.map(({ key }) => key),
      ).toEqual(['naps']);
      expect((await call('archive.entries', { workspace, offset: 1, limit: 1 })).entries.map(({ key }) => key)).toEqual(
        ['tea'],
      );
      expect((await call('archive.entries', { workspace, categories: ['fact'] })).total).toBe(0);
    });

    test('gives further pages of the first one’s revision, and refuses them once the archive has changed', async () => {
      const { world, call, workspace } = await archived();
      const { revision, total } = await call('archive.entries', { workspace, limit: 1 });
      const further = { workspace, revision, offset: 1, limit: 1 };
      expect((await call('archive.entries', further)).total).toBe(total);
      expect(await call('archive.files', { workspace, revision })).toMatchObject({ revision, total: 1 });
      world.outside.write(world.archivePath('2026-06-04'), '# Archived Context\n\n## Archived Patterns\n- a: b\n');
      await world.until(() =>
        expect(call('archive.entries', further)).rejects.toMatchObject({ code: 'revision_gone' }),
      );
      await expect(call('archive.files', { workspace, revision })).rejects.toMatchObject({ code: 'revision_gone' });
    });

    test('counts matches for each section, whichever are requested', async () => {
      const { world, call, workspace } = await archived();
      world.outside.write(
        world.archivePath('2026-06-04'),
        '# Archived Context\n\n## Archived Patterns\n- [2025-01-01|likely|weekly] naps: on trains\n',
      );
      const perCategory = async (params: { query?: string; categories?: ['fact'] }) =>
        (await call('archive.entries', { workspace, ...params, limit: 1 })).perCategory;
      const all = { preference: 0, pattern: 1, fact: 0, insight: 3, unsorted: 0 };
      await world.until(async () => expect(await perCategory({})).toEqual(all));
      expect(await perCategory({ categories: ['fact'] })).toEqual(all);
      expect(await perCategory({ query: 'sundays' })).toEqual({ ...all, pattern: 0, insight: 1 });
    });

    test('provides the data of list and chart, the files of a page, and a single period', async () => {
      const { world, call, workspace } = await archived();
      world.outside.write(
        world.archivePath('2026-06-04'),
        '# Archived Context\n\n## Archived Patterns\n- [2025-01-01|likely|weekly] naps: on trains\n',
      );
      const none = { preference: 0, pattern: 0, fact: 0, insight: 0, unsorted: 0 };
      const asked = { workspace, offset: 1, limit: 1, read: 'on', layout: true } as const;
      await world.until(async () => expect((await call('archive.entries', asked)).total).toBe(4));
      expect(await call('archive.entries', asked)).toMatchObject({
        reading: null,
        entries: [{ key: 'naps', archivedDate: '2026-05-03' }],
        files: [{ name: 'global-2026-05-03.md', reason: 'size_management', entries: 3 }],
        layout: {
          perFile: [1, 3],
          perMonth: [
            { ...none, month: '2026-06', pattern: 1 },
            { ...none, month: '2026-05', insight: 3 },
          ],
        },
      });
      const may = await call('archive.entries', { ...asked, period: '2026-05', layout: false });
      expect([may.total, may.perCategory, may.layout]).toEqual([3, { ...none, insight: 3 }, null]);
    });

    test('names unusable files alone, and counts the entries of all', async () => {
      const { world, call, workspace } = await archived();
      world.outside.write(world.archivePath('2026-06-04'), 'nothing of the kind\n');
      const unusable = () => call('archive.files', { workspace, only: 'unusable' });
      await world.until(async () => expect((await unusable()).total).toBe(1));
      expect(await unusable()).toMatchObject({ entries: 3, files: [{ name: 'global-2026-06-04.md', entries: 0 }] });
    });

    test('never leaves the archive folder', async () => {
      const { call, workspace } = await archived();
      for (const file of ['../global.md', '..%2fglobal.md', '/etc/passwd', '.hidden.md', 'a\\b.md', '..']) {
        await expect(
          call('archive.delete', { workspace, entries: [{ file, raw: '- tea: calms', ordinal: 0 }] }),
        ).rejects.toMatchObject({ code: expect.stringMatching(/outside_workspace|entry_gone/) });
      }
    });
  });
}
