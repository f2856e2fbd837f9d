import { describe, expect, test } from 'vitest';
import { ContextureError } from '#shared/contract/errors.ts';
import { readContext } from '#shared/formats/context/read-document.ts';
import { openIn, today, type World } from './engine-world.ts';

/** A small context in several forms, over nothing. */
const context = `---
last_updated: 2026-01-16
version: 15
# kept by hand
token_estimate: 450
---

# Global Context

## Preferences (certain)
- [2026-01-16|certain|user_correction: changed lbs to kg] unit_preference: metric
- language: English

## Patterns (likely)
- [2026-01-10] usual_time_of_day: morning

## Facts (certain)
- records: {bench_press: 185x5, squat: 225x5, deadlift: 315x3, run: 10 km in 52 minutes}

## Insights (tentative)
- [2025-12-01|tentative|post_query] sleep_effect: performance drops below 7 hours
- Best workouts on Wednesday evenings
- [2025-11-01|tentative|post_query|pinned] tea: calms
`;

/** The text without the three values that every change counts. */
function uncounted(text: string | null): string | undefined {
  return text?.replace(/^(last_updated|version|token_estimate): .*$/gm, '$1');
}

const update = (key: string, value: string, category = 'insight') => ({
  ...{ category, key, value, confidence: category === 'insight' ? 'tentative' : 'certain', source: 'post_query' },
});

/** What the engine does on every kind of ports. */
export function engineSuite(name: string, createWorld: () => Promise<World>): void {
  const started = async (text: string | null = context) => {
    const world = await createWorld();
    if (text !== null) {
      world.outside.write(world.contextPath, text);
    }
    return { world, ...(await openIn(world)) };
  };

  describe(`the engine on ${name}`, () => {
    test('looking writes nothing, not even its own folder', async () => {
      const { world, summary } = await started();
      expect((await summary()).entryCount).toBe(7);
      expect(world.text(world.contextPath)).toBe(context);
      expect(
        world.files.calls.filter((call) => call.includes(world.root) && /^(replace|store|remove)/.test(call)),
      ).toEqual([]);
    });

    test('a correction changes its line and the three values, and no other byte', async () => {
      const { world, call, workspace, ref } = await started();
      const result = await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
      });
      expect(result.change?.label).toBe('Corrected “language”');
      const wanted = context
        .replace('- language: English', '- [2026-01-16|certain|user_correction] language: German')
        .replace('last_updated: 2026-01-16', `last_updated: ${today}`)
        .replace('version: 15', 'version: 16');
      const words = readContext(wanted).words;
      expect(world.text(world.contextPath)).toBe(
        wanted.replace('token_estimate: 450', `token_estimate: ${Math.trunc(words * 1.3)}`),
      );
    });

    test('a change that changes nothing is not written', async () => {
      const { world, call, workspace, ref } = await started();
      const result = await call('context.change', {
        workspace,
        operations: [{ op: 'confidence', entry: await ref('language'), confidence: 'certain' }],
      });
      expect(result.change).toBeNull();
      expect(world.text(world.contextPath)).toBe(context);
    });

    test.each([
      ['the first one first', [0, 1]],
      ['the last one first', [1, 0]],
    ])('two deletions are undone, %s', async (_, order) => {
      const { world, call, workspace, ref } = await started();
      const changes: string[] = [];
      for (const key of ['sleep_effect', 'Best workouts on Wednesday evenings']) {
        const { change } = await call('context.change', {
          workspace,
          operations: [{ op: 'delete', entry: await ref(key) }],
        });
        changes.push(change?.id ?? '');
      }
      expect(world.text(world.contextPath)).not.toContain('Wednesday');
      for (const index of order) {
        await call('context.undo', { workspace, change: changes[index] ?? '' });
      }
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
      expect(world.text(world.contextPath)).toContain('version: 19');
    });

    test('confirms, pins and moves, each in its own line', async () => {
      const { world, call, workspace, ref } = await started();
      const change = async (operation: object) =>
        call('context.change', { workspace, operations: [operation as never] });
      await change({ op: 'confidence', entry: await ref('sleep_effect'), confidence: 'likely' });
      await change({ op: 'pin', entry: await ref('Best workouts on Wednesday evenings'), pinned: true });
      await change({ op: 'move', entry: await ref('usual_time_of_day'), category: 'fact' });
      await change({ op: 'edit', entry: await ref('records'), key: 'best_lifts' });
      const text = world.text(world.contextPath) ?? '';
      expect(text).toContain('- [2025-12-01|likely|post_query] sleep_effect: performance');
      expect(text).toContain(`- [${today}|tentative|parsed_from_file|pinned] Best workouts`);
      expect(text).toMatch(
        /## Facts \(certain\)\n- \[.*\|user_correction\] best_lifts: .*\n- \[2026-01-10\|likely\|parsed_from_file\] usual_time_of_day/,
      );
    });

    test('archives by hand where it can be found and restored', async () => {
      const { world, call, workspace, ref } = await started();
      const entries = [await ref('language'), await ref('sleep_effect')];
      const { change } = await call('context.change', {
        workspace,
        operations: entries.map((entry) => ({ op: 'archive' as const, entry })),
      });
      expect(world.text(world.archivePath(today))).toBe(
        `---\narchived_from: global.md\narchived_date: ${today}\nreason: user_request\n---\n\n# Archived Context (${today})\n\n` +
          '## Archived Preferences\n- [2026-01-16|certain|parsed_from_file|by_hand] language: English\n\n' +
          '## Archived Insights\n- [2025-12-01|tentative|post_query|by_hand] sleep_effect: performance drops below 7 hours\n',
      );
      await call('context.undo', { workspace, change: change?.id ?? '' });
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
      expect((await call('archive.entries', { workspace })).total).toBe(0);
    });

    describe('updates', () => {
      test('supersede in place with first date and flags, or are added to their section, as one step', async () => {
        const { world, call, workspace } = await started();
        await call('context.apply', {
          workspace,
          updates: [
            update('tea', 'wakes'),
            update('unit_preference', 'imperial', 'preference'),
            update('x', '1', 'fact'),
            update('x', '2', 'fact'),
          ],
        });
        const text = world.text(world.contextPath) ?? '';
        expect(text).toContain('- [2025-11-01|tentative|post_query|pinned] tea: wakes');
        expect(text).toContain('- [2026-01-16|certain|post_query] unit_preference: imperial');
        expect(text).toContain(`- [${today}|certain|post_query] x: 2\n`);
        expect(text).not.toContain('x: 1');
        expect(text).toContain('version: 16');
      });

      test('that repeat what is known write nothing', async () => {
        const { world, call, workspace } = await started();
        await call('context.apply', { workspace, updates: [update('new', 'thing')] });
        const before = world.text(world.contextPath);
        const again = await call('context.apply', { workspace, updates: [update('new', 'thing')] });
        expect(again.change).toBeNull();
        expect(world.text(world.contextPath)).toBe(before);
      });

      test('are refused whole for one bad item', async () => {
        const { world, call, workspace } = await started();
        const bad = [
          update('good', 'one'),
          update('a\nb', 'x'),
          { ...update('c', 'd'), confidence: 'sure' },
          update('e', ' '),
        ];
        await expect(call('context.apply', { workspace, updates: bad })).rejects.toMatchObject({
          code: 'updates_invalid',
          details: { items: [{ index: 1 }, { index: 2 }, { index: 3 }] },
        });
        expect(world.text(world.contextPath)).toBe(context);
      });

      test('over the limit archive what the preview named, in its order, never what is protected', async () => {
        const { world, call, workspace } = await started();
        await call('settings.write', { workspace, values: { tokenLimit: 100 } });
        const preview = await call('context.preview', {
          workspace,
          operations: [
            {
              op: 'add',
              category: 'fact',
              key: 'house',
              value: 'has a garden with old apple trees and a small shed behind it',
            },
          ],
        });
        expect(preview.wouldLeave.map(({ key, value }) => key ?? value)).toEqual([
          'sleep_effect',
          'Best workouts on Wednesday evenings',
        ]);
        const result = await call('context.apply', {
          workspace,
          updates: [update('house', 'has a garden with old apple trees and a small shed behind it', 'fact')],
        });
        expect(result.archived.map(({ key, value }) => key ?? value)).toEqual([
          'sleep_effect',
          'Best workouts on Wednesday evenings',
        ]);
        const text = world.text(world.contextPath) ?? '';
        expect(readContext(text).entries.map(({ key }) => key)).toEqual([
          'unit_preference',
          'language',
          'usual_time_of_day',
          'records',
          'house',
          'tea',
        ]);
        expect(text).toContain('version: 16');
        expect(world.text(world.archivePath(today))).toContain('reason: size_management');
      });

      test('the same key elsewhere is added and reported', async () => {
        const { call, workspace } = await started();
        const result = await call('context.apply', { workspace, updates: [update('tea', 'Earl Grey', 'preference')] });
        expect(result.notes).toEqual(['“tea” is also known under Insights; both were kept.']);
      });

      test('begin a file where there is none', async () => {
        const { world, call, workspace, summary } = await started('');
        expect(await summary()).toMatchObject({
          ...{ status: 'present', tokens: { total: 0 } },
          frontmatter: { lastUpdated: today, version: 1, storedEstimate: 0 },
        });
        await call('context.apply', { workspace, updates: [update('b', '2', 'fact'), update('a', '1')] });
        expect(world.text(world.contextPath)).toBe(
          `---\nlast_updated: ${today}\nversion: 2\ntoken_estimate: ${Math.trunc(25 * 1.3)}\n---\n\n# Global Context\n\n` +
            `## Facts (certain)\n- [${today}|certain|post_query] b: 2\n\n## Insights (tentative)\n- [${today}|tentative|post_query] a: 1\n`,
        );
      });
    });

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

      test('asks about a live twin', async () => {
        const { world, call, workspace, item } = await archived();
        const preview = await call('archive.previewRestore', { workspace, items: [item('tea')] });
        expect(preview.items[0]).toMatchObject({ entry: { categoryGuessed: true }, twin: { value: 'calms' } });
        await expect(call('archive.restore', { workspace, items: [item('tea')] })).rejects.toMatchObject({
          code: 'key_exists',
        });
        expect(world.text(world.contextPath)).toBe(context);
        await call('archive.restore', { workspace, items: [{ ...item('tea'), onTwin: 'replace' }] });
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

      test('over the limit is refused, or makes room with what the preview named', async () => {
        const { world, call, workspace, item } = await archived();
        await call('settings.write', { workspace, values: { tokenLimit: 101 } });
        await expect(call('archive.restore', { workspace, items: [item('naps')] })).rejects.toMatchObject({
          code: 'over_limit',
        });
        expect(world.text(world.contextPath)).toBe(context);
        const { whatIf } = await call('archive.previewRestore', { workspace, items: [item('naps')] });
        const { archived: left } = await call('archive.restore', { workspace, items: [item('naps')], makeRoom: true });
        expect(left).toEqual(whatIf.wouldLeave);
        expect(left.map(({ key }) => key)).toEqual(['sleep_effect']);
        expect(world.text(world.contextPath)).toContain('naps: help');
        expect(world.text(world.archivePath(today))).toContain('sleep_effect');
      });

      test('brings a whole sweep back at once, and undoes it', async () => {
        const { world, call, workspace } = await archived();
        const { items } = await call('archive.previewRestore', { workspace, file: 'global-2026-05-03.md' });
        const chosen = items.map(({ entry: { file, raw, ordinal }, twin }) => ({
          entry: { file, raw, ordinal },
          ...(twin ? { onTwin: 'keep_both' as const } : {}),
        }));
        const { change } = await call('archive.restore', { workspace, items: chosen });
        expect(readContext(world.text(world.contextPath) ?? '').entries).toHaveLength(10);
        expect((await call('archive.entries', { workspace })).total).toBe(0);
        await call('context.undo', { workspace, change: change?.id ?? '' });
        expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
        expect(world.text(world.archivePath('2026-05-03'))).toBe(archive);
      });

      test('deleting from the archive can be undone', async () => {
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
        expect(
          (await call('archive.entries', { workspace, offset: 1, limit: 1 })).entries.map(({ key }) => key),
        ).toEqual(['tea']);
        expect((await call('archive.entries', { workspace, categories: ['fact'] })).total).toBe(0);
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

    describe('another program', () => {
      test('is followed entry by entry, and what it did is marked until it was seen', async () => {
        const { world, of, entries, call, workspace, find, until } = {
          ...(await started()),
          until: (check: () => void) => world.until(check),
        } as never as Awaited<ReturnType<typeof started>> & { until: (check: () => void) => Promise<void> };
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
        void until;
        await world.restart();
        const again = await openIn(world);
        expect((await again.summary()).marks).toEqual({ new: 1, changed: 2, removed: 0 });
        await again.call('context.markSeen', { workspace });
        expect((await again.summary()).marks).toEqual({ new: 0, changed: 0, removed: 0 });
        void call;
      });

      test('is noticed across a restart', async () => {
        const { world } = await started();
        await world.restart();
        world.outside.write(world.contextPath, `${context}- cat: Minka\n`);
        const again = await openIn(world);
        expect(await again.find('cat')).toMatchObject({ mark: 'new' });
        expect((await again.summary()).marks).toEqual({ new: 1, changed: 0, removed: 0 });
      });

      test('and the person change different entries: both stay', async () => {
        const { world, call, workspace, ref, find } = await started();
        const entry = await ref('language');
        world.outside.replace(world.contextPath, context.replace('calms', 'soothes'));
        await call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'German' }] });
        expect(await find('language')).toMatchObject({ value: 'German' });
        expect(await find('tea')).toMatchObject({ value: 'soothes' });
      });

      test('and the person change the same entry: nothing is done, and the error holds the text of now', async () => {
        const { world, call, workspace, ref } = await started();
        const entry = await ref('language');
        const theirs = context.replace('English', 'French');
        world.outside.replace(world.contextPath, theirs);
        await expect(
          call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'German' }] }),
        ).rejects.toMatchObject({ code: 'entry_changed', details: { entry: { value: 'French' } } });
        expect(world.text(world.contextPath)).toBe(theirs);
      });

      test('and the person reword the same prose: it is told as changed, not as gone', async () => {
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

      test('that writes between our reading and our writing is merged, not overwritten', async () => {
        const { world, call, workspace, ref, find } = await started();
        const entry = await ref('language');
        interfere(world, () => world.outside.replace(world.contextPath, context.replace('calms', 'soothes')));
        await call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'German' }] });
        expect(world.text(world.contextPath)).toMatch(/language: German[\s\S]*tea: soothes/);
        expect(await find('tea')).toMatchObject({ value: 'soothes', mark: 'changed' });
      });

      test('that changes the same entry in that moment keeps its text, and the person is told', async () => {
        const { world, call, workspace, ref } = await started();
        const entry = await ref('language');
        const theirs = context.replace('English', 'French');
        interfere(world, () => world.outside.replace(world.contextPath, theirs));
        await expect(
          call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'German' }] }),
        ).rejects.toMatchObject({ code: 'entry_changed' });
        expect(world.text(world.contextPath)).toBe(theirs);
      });

      test('that deletes the file leaves its entries to be looked at and put back', async () => {
        const { world, of, call, workspace, entries } = await started();
        world.outside.remove(world.contextPath);
        await world.until(() => expect(of('context.changed').at(-1)?.summary.status).toBe('deleted'));
        expect(await entries()).toHaveLength(7);
        await call('context.putBack', { workspace });
        expect(world.text(world.contextPath)).toBe(context);
        expect(of('context.changed').at(-1)?.summary.status).toBe('present');
      });

      test('that takes the whole folder away is told apart from one that empties it', async () => {
        const { world, call, workspace, ref, of } = await started();
        const entry = await ref('language');
        world.outside.remove(world.root);
        await expect(
          call('context.change', { workspace, operations: [{ op: 'delete', entry }] }),
        ).rejects.toMatchObject({ code: 'workspace_gone' });
        expect(world.text(world.contextPath)).toBeNull();
        await call('workspaces.attend', { workspace, visible: true });
        await world.until(() => expect(of('workspace.reachable').at(-1)?.reachable).toBe(false));
        world.outside.write(world.contextPath, context);
        await world.until(() => expect(of('workspace.reachable').at(-1)?.reachable).toBe(true));
        await call('workspaces.attend', { workspace, visible: false });
      });

      test('over the limit is archived by itself only where the person said so, once', async () => {
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

    test('an undo asks where the key has been learned again', async () => {
      const { world, call, workspace, ref } = await started();
      const { change } = await call('context.change', {
        workspace,
        operations: [{ op: 'delete', entry: await ref('language') }],
      });
      await call('context.apply', { workspace, updates: [update('language', 'Welsh', 'preference')] });
      await expect(call('context.undo', { workspace, change: change?.id ?? '' })).rejects.toMatchObject({
        code: 'key_exists',
      });
      await call('context.undo', { workspace, change: change?.id ?? '', onTwin: 'keep_both' });
      expect(world.text(world.contextPath)).toMatch(/language: English[\s\S]*language: Welsh/);
    });

    test('an undo of a correction that was corrected again says so and does nothing', async () => {
      const { world, call, workspace, ref } = await started();
      const { change } = await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
      });
      await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'Welsh' }],
      });
      const before = world.text(world.contextPath);
      await expect(call('context.undo', { workspace, change: change?.id ?? '' })).rejects.toMatchObject({
        code: 'change_superseded',
      });
      expect(world.text(world.contextPath)).toBe(before);
    });

    describe('bad input', () => {
      test.each([
        ['a key with a line break', { key: 'a\nb' }, 'key_invalid'],
        ['a key that would not read back', { key: '[2026-01-01]' }, 'key_invalid'],
        ['an empty key', { key: ' ' }, 'key_invalid'],
        ['a key that is too long', { key: 'k'.repeat(65) }, 'key_invalid'],
        ['an empty value', { value: ' \n ' }, 'value_invalid'],
        ['a source with a bar', { source: 'a|b' }, 'source_invalid'],
      ])('%s is refused and nothing is written', async (_, part, code) => {
        const { world, call, workspace, ref } = await started();
        await expect(
          call('context.change', { workspace, operations: [{ op: 'edit', entry: await ref('language'), ...part }] }),
        ).rejects.toMatchObject({ code });
        expect(world.text(world.contextPath)).toBe(context);
      });

      test('a directory in the file’s place is said, and the file is not written', async () => {
        const world = await createWorld();
        world.outside.write(`${world.contextPath}/inside.txt`, 'x');
        const { summary, call, workspace } = await openIn(world);
        expect(await summary()).toMatchObject({ status: 'unreadable', problem: { code: 'not_a_file' } });
        await expect(call('context.apply', { workspace, updates: [update('a', 'b')] })).rejects.toBeInstanceOf(
          ContextureError,
        );
      });

      test('broken frontmatter is kept, offered for repair, and repaired without losing a line', async () => {
        const broken = context.replace('version: 15', 'version: [15');
        const { world, call, workspace, summary, ref } = await started(broken);
        expect((await summary()).diagnostics[0]).toMatchObject({ code: 'frontmatter_broken', repair: 'frontmatter' });
        await call('context.change', {
          workspace,
          operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
        });
        expect(world.text(world.contextPath)).toContain('version: [15');
        await call('context.repair', { workspace, repair: 'frontmatter' });
        expect(world.text(world.contextPath)).toContain('# version: [15');
        expect((await summary()).diagnostics).toEqual([]);
      });

      test('an archive file that is none is named, left alone, and does not hide the others', async () => {
        const { world, call, workspace } = await started();
        world.outside.write(world.archivePath('2026-02-02'), 'shopping list');
        world.outside.write(world.archivePath('2026-03-03'), '# Archived Context\n\n## Archived Insights\n- a: b\n');
        const { files } = await call('archive.files', { workspace });
        expect(files.map(({ name, entries, problem }) => [name, entries, problem !== null])).toEqual([
          ['global-2026-03-03.md', 1, false],
          ['global-2026-02-02.md', 0, true],
        ]);
      });

      test.each(['disk_full', 'no_permission', 'io_failed'] as const)(
        '%s while writing the context leaves both files as they were',
        async (code) => {
          const { world, call, workspace, ref } = await started();
          await call('settings.write', { workspace, values: { tokenLimit: 2100 } });
          const entry = await ref('sleep_effect');
          world.files.setFault({
            call: 2,
            method: 'replace',
            error: new ContextureError(code, 'It failed.'),
            when: 'before',
          });
          await expect(
            call('context.change', { workspace, operations: [{ op: 'archive', entry }] }),
          ).rejects.toMatchObject({ code });
          world.files.setFault(null);
          expect(world.text(world.contextPath)).toBe(context);
          expect(world.text(world.archivePath(today))).toBeNull();
          await call('context.change', { workspace, operations: [{ op: 'archive', entry }] });
          expect(world.text(world.archivePath(today))).toContain('sleep_effect');
        },
      );
    });

    test('settings keep their comments, and bad ones are said', async () => {
      const { world, call, workspace, of } = await started();
      const path = `${world.root}/.contexture/settings.yaml`;
      world.outside.write(path, '# mine\ntoken_limit: 1500 # small\nother: [1, 2]\n');
      await world.until(() => expect(of('settings.changed').at(-1)?.settings.tokenLimit).toBe(1500));
      await call('settings.write', { workspace, values: { tokenLimit: 1800, overLimit: 'always' } });
      expect(world.text(path)).toBe('# mine\ntoken_limit: 1800 # small\nother: [1, 2]\nover_limit: always\n');
      world.outside.write(path, 'token_limit: lots\n');
      await world.until(async () => expect((await call('settings.read', { workspace })).problems).toHaveLength(1));
      expect((await call('settings.read', { workspace })).settings.tokenLimit).toBe(2000);
    });

    test('a crash between the two files of an archival is finished at the next start', async () => {
      const { world, call, workspace, ref } = await started();
      const entry = await ref('sleep_effect');
      crashAtContext(world);
      await expect(call('context.change', { workspace, operations: [{ op: 'archive', entry }] })).rejects.toThrow();
      world.files.setFault(null);
      expect(world.text(world.contextPath)).toBe(context);
      expect(world.text(world.archivePath(today))).toContain('sleep_effect');
      await world.restart();
      const again = await openIn(world);
      expect((await again.entries()).map(({ key }) => key)).not.toContain('sleep_effect');
      expect((await again.call('archive.entries', { workspace })).entries.map(({ key }) => key)).toEqual([
        'sleep_effect',
      ]);
    });

    test('every version it read or displaced is in the history', async () => {
      const { world, call, workspace, ref } = await started();
      await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
      });
      const first = world.text(world.contextPath) ?? '';
      const theirs = first.replace('calms', 'soothes');
      const entry = await ref('records');
      interfere(world, () => world.outside.replace(world.contextPath, theirs));
      await call('context.change', { workspace, operations: [{ op: 'delete', entry }] });
      const id = world.text(`${world.root}/.contexture/id`)?.trim();
      for (const text of [context, first, theirs, world.text(world.contextPath) ?? '']) {
        const hash = world.ports.hash(world.ports.encodeText(text));
        const read = await world.files.read(
          `${world.ports.dataFolder}/workspaces/${id}/history/objects/${hash.slice(0, 2)}/${hash}.gz`,
          { maxBytes: 1e6 },
        );
        expect(read.state === 'present' && world.ports.decodeText(await world.ports.decompress(read.bytes))).toBe(text);
      }
    });

    test('what another program writes meanwhile is put back and kept, even where it is not text', async () => {
      const { world, call, workspace, ref } = await started();
      const entry = await ref('language');
      interfere(world, () => world.outside.replaceBytes(world.contextPath, Uint8Array.of(0xff, 0xfe, 0x00)));
      await expect(
        call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'German' }] }),
      ).rejects.toMatchObject({ code: 'not_text' });
      const read = await world.files.read(world.contextPath, { maxBytes: 1000 });
      expect(read.state === 'present' && [...read.bytes]).toEqual([0xff, 0xfe, 0x00]);
    });

    test('a copied workspace gets an id of its own', async () => {
      const { world, call, workspace, ref } = await started();
      await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
      });
      const id = world.text(`${world.root}/.contexture/id`) ?? '';
      const copy = `${world.root}-copy`;
      world.outside.write(`${copy}/logs/context/global.md`, world.text(world.contextPath) ?? '');
      world.outside.write(`${copy}/.contexture/id`, id);
      const { id: second } = await call('workspaces.open', { path: copy });
      await call('context.apply', { workspace: second, updates: [update('a', 'b')] });
      expect(world.text(`${copy}/.contexture/id`)).not.toBe(id);
      expect(world.text(`${world.root}/.contexture/id`)).toBe(id);
    });

    test('another assistant’s memory opens read-only', async () => {
      const world = await createWorld();
      const path = `${world.root}/MEMORY.md`;
      world.outside.write(path, '# Notes\n\n- **Name**: Maren\n- likes tea\n\nFree text.\n');
      world.outside.write(world.contextPath, context);
      const { call } = await openIn(world);
      const opened = await call('workspaces.open', { path });
      expect(opened).toMatchObject({ writable: false, readOnlyReason: expect.stringContaining('format') });
      const { entries } = await call('context.read', { workspace: opened.id });
      expect(entries.map(({ key, value }) => [key, value])).toEqual([
        ['Name', 'Maren'],
        [null, 'likes tea'],
      ]);
      await expect(call('context.apply', { workspace: opened.id, updates: [update('a', 'b')] })).rejects.toMatchObject({
        code: 'read_only',
      });
    });
  });
}

/** Lets another program write just before our next exchange of a file. */
function interfere(world: World, write: () => void): void {
  const { replace } = world.files;
  const files = world.files as { replace: World['files']['replace'] };
  files.replace = async (path, bytes) => {
    files.replace = replace;
    write();
    return replace(path, bytes);
  };
}

/** Fails as a process does that is killed: the archive is written, and nothing after it. */
function crashAtContext(world: World): void {
  const { replace, remove, discard } = world.files;
  const files = world.files as { -readonly [K in keyof World['files']]: World['files'][K] };
  const dead = async (): Promise<never> => {
    throw new Error('The process was killed.');
  };
  files.replace = async (path, bytes) => {
    files.replace = dead;
    files.remove = dead;
    files.discard = dead;
    return replace(path, bytes);
  };
  files.setFault = () => {
    Object.assign(files, { replace, remove, discard });
  };
}
