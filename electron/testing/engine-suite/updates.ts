import { describe, expect, test } from 'vitest';
import { readContext } from '#shared/formats/context/read-document.ts';
import { today } from '../engine-world.ts';
import { type CreateWorld, context, startOn, update } from './starting.ts';

/** An update as an assistant sends it. */
export function updateTests(createWorld: CreateWorld): void {
  const started = (text?: string | null) => startOn(createWorld, text);

  describe('updates', () => {
    test('supersede in place with first date and flags, or are added to their section, as one step', async () => {
      const { world, call, workspace } = await started();
      await call('context.apply', {
        workspace,
        updates: [
          update('sleep_effect', 'little'),
          update('language', 'Welsh', 'preference'),
          update('x', '1', 'fact'),
          update('x', '2', 'fact'),
        ],
      });
      const text = world.text(world.contextPath) ?? '';
      expect(text).toContain('- [2025-12-01|tentative|post_query] sleep_effect: little');
      expect(text).toContain('- [2026-01-16|certain|post_query|undated] language: Welsh');
      expect(text).toContain(`- [${today}|certain|post_query] x: 2\n`);
      expect(text).not.toContain('x: 1');
      expect(text).toContain('version: 16');
    });

    test('with known text write nothing', async () => {
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

    test('over the limit archive what the preview named, in its order, never protected entries', async () => {
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

    test('with very many entries to archive preview the first, and their number', async () => {
      const many = Array.from(
        { length: 250 },
        (_, index) => `- [2025-01-01|tentative|post_query] note_${index}: seen\n`,
      );
      const { call, workspace } = await started(`# Global Context\n\n## Insights (tentative)\n${many.join('')}`);
      await call('settings.write', { workspace, values: { tokenLimit: 100 } });
      const { wouldLeave, wouldLeaveCount } = await call('context.preview', {
        workspace,
        operations: [{ op: 'add', category: 'fact', key: 'house', value: 'has a garden' }],
      });
      expect(wouldLeave[0]?.key).toBe('note_0');
      expect(wouldLeave.length).toBe(100);
      expect(wouldLeaveCount).toBeGreaterThan(200);
    });

    test('with the same key elsewhere are added and reported', async () => {
      const { call, workspace } = await started();
      const result = await call('context.apply', { workspace, updates: [update('tea', 'Earl Grey', 'preference')] });
      expect(result.notes).toEqual(['“tea” is also known under Insights; both were kept.']);
    });

    test('begin a missing file', async () => {
      const { world, call, workspace, summary } = await started('');
      expect(await summary()).toMatchObject({
        status: 'present',
        tokens: { total: 0 },
        frontmatter: { lastUpdated: today, version: 1, storedEstimate: 0 },
      });
      await call('context.apply', { workspace, updates: [update('b', '2', 'fact'), update('a', '1')] });
      expect(world.text(world.contextPath)).toBe(
        `---\nlast_updated: ${today}\nversion: 2\ntoken_estimate: ${Math.trunc(25 * 1.3)}\n---\n\n# Global Context\n\n` +
          `## Facts (certain)\n- [${today}|certain|post_query] b: 2\n\n## Insights (tentative)\n- [${today}|tentative|post_query] a: 1\n`,
      );
    });
  });
}
