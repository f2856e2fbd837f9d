import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openIn, type World } from '../engine-world.ts';
import { listedVersions, objectPath, rewriteLines, startHistory } from './kept-history.ts';
import { type CreateWorld, context, update } from './starting.ts';

/** Removal of old versions by age and size. */
export function historyLimitTests(createWorld: CreateWorld): void {
  const started = startHistory(createWorld);

  describe('versions past the limits', () => {
    const settings = (world: World, text: string): void =>
      world.outside.write(`${world.root}/.contexture/settings.yaml`, text);

    test('are removed by age, but never the newest, nor one with the last copy of an entry', async () => {
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
      const gone = (await listedVersions({ call, workspace })).filter(({ position }) => [1, 2, 4].includes(position));
      await rewriteLines(world, ({ at, ...line }) => ({ ...line, at: Number(at) - 91 * 24 * 60 * 60 * 1000 }));
      await world.restart();
      const again = await openIn(world);
      await world.until(async () =>
        expect((await listedVersions(again)).map(({ position, lastCopyOf }) => [position, lastCopyOf])).toEqual([
          [5, null],
          [3, ['tea']],
        ]),
      );
      for (const { version } of gone) {
        await world.until(async () => expect(await world.files.info(objectPath(world, version))).toBeNull());
      }
      expect((await again.call('history.list', { workspace })).beyondLimit).toEqual([3]);
      expect(await again.call('history.letGo', { workspace, positions: [3, 5] })).toEqual({ letGo: 1 });
      expect((await listedVersions(again)).map(({ position }) => position)).toEqual([5]);
      expect(world.text(world.contextPath)).not.toContain('tea');
    });

    test('are never taken for older than their predecessors, whatever the clock said', async () => {
      const { world, call, workspace, ref } = await started();
      for (const pinned of [true, false, true]) {
        await call('context.change', { workspace, operations: [{ op: 'pin', entry: await ref('records'), pinned }] });
      }
      // The first was stored by a clock years ahead, the fourth by one at its beginning.
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
      // Ending waits for pending deletions.
      await world.restart();
      const lines = (await listedVersions(await openIn(world))).filter(({ kind }) => kind === 'context');
      expect(lines.map(({ position }) => position)).toEqual([6, 4, 3, 1]);
    });

    test('are kept longer if the person wants that', async () => {
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
      expect((await listedVersions(again)).filter(({ kind }) => kind === 'context')).toHaveLength(2);
      await again.call('settings.write', { workspace, values: { historyDays: 80 } });
      await world.until(async () =>
        expect((await listedVersions(again)).filter(({ kind }) => kind === 'context')).toHaveLength(1),
      );
    });

    test('are removed by size, the oldest first', async () => {
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

/** Half a megabyte that hardly compresses. */
function largeValue(round: number): string {
  const words = Array.from({ length: 12_000 }, (_, index) =>
    createHash('sha256').update(`${round} ${index}`).digest('base64'),
  );
  return words.join(' ').replace(/[^\w ]/g, 'x');
}

const large = (round: number): string => `${context}\n## Facts\n- blob: ${largeValue(round)}\n`;
