import { describe, expect, test } from 'vitest';
import type { Params } from '#shared/contract/contract.ts';
import { decoy } from '#shared/scan/testing/decoys.ts';
import { addDays, dayOfMoment } from '#shared/text/dates.ts';
import { openIn, today, type World } from '../engine-world.ts';
import { erase } from './erasing.ts';
import { type CreateWorld, context, startOn, update } from './starting.ts';

/** Tests of the digest of some days. */
export function digestTests(createWorld: CreateWorld): void {
  type Start = Awaited<ReturnType<typeof startOn>>;
  /** Digest of a week around now, whatever the clock of these ports. */
  const weekOf = async ({ world, call }: Pick<Start, 'world' | 'call'>, more: Partial<Params<'digest.read'>> = {}) => {
    const day = dayOfMoment(world.ports.clock.now());
    return call('digest.read', { from: addDays(day, -3), before: addDays(day, 4), ...more });
  };
  const told = async (start: Pick<Start, 'world' | 'call'>) =>
    (await weekOf(start)).items.map(
      ({ kind, who, entry, before }) =>
        `${kind} by ${who}: ${entry.key === null ? '' : `${entry.key}: `}${entry.value}${before ? ` (was ${before.value})` : ''}`,
    );
  const rewrite = async (world: World, start: Pick<Start, 'entries'>, after: string, has: string) => {
    world.outside.replace(world.contextPath, after);
    await world.until(async () => expect((await start.entries()).some(({ value }) => value === has)).toBe(true));
  };

  describe('a digest', () => {
    test('counts each kind of change, by whoever made it', async () => {
      const start = await startOn(createWorld);
      const { call, workspace, world, ref } = start;
      await call('context.change', {
        workspace,
        operations: [{ op: 'edit', entry: await ref('language'), value: 'German' }],
      });
      await call('context.change', { workspace, operations: [{ op: 'archive', entry: await ref('sleep_effect') }] });
      const updates = [
        update('cup', 'blue'),
        { ...update('language', 'Dutch', 'preference'), confidence: 'likely' as const },
      ];
      await call('context.apply', { workspace, updates, assistant: 'Quill' });
      const text = world.text(world.contextPath) ?? '';
      await rewrite(world, start, text.replace('German', 'Swedish'), 'Swedish');
      const { entries: archived } = await call('archive.entries', { workspace });
      const [entry] = archived.map(({ file, raw, ordinal }) => ({ file, raw, ordinal }));
      await call('archive.restore', { workspace, items: entry ? [{ entry }] : [] });
      expect((await told(start)).sort()).toEqual(
        [
          'learned by assistant: cup: blue',
          'corrected by person: language: German (was English)',
          'contradicted by assistant: language: Dutch',
          'contradicted by outside: language: Swedish (was German)',
          'archived by person: sleep_effect: performance drops below 7 hours',
          'returned by person: sleep_effect: performance drops below 7 hours',
        ].sort(),
      );
      const { counts, days, memories } = await weekOf(start);
      expect(counts).toEqual({ learned: 1, corrected: 1, contradicted: 2, archived: 1, returned: 1 });
      expect(days.find(({ day }) => day === dayOfMoment(world.ports.clock.now()))?.counts).toEqual(counts);
      expect(memories).toMatchObject([{ path: world.root, counts, isWhole: true, problem: null }]);
    });

    test('counts what was learned before Contexture was there by its date', async () => {
      const dated = context.replace('- [2026-01-10] usual', `- [${today}] usual`);
      const { call } = await startOn(createWorld, dated);
      const of = async (from: string, before: string) =>
        (await call('digest.read', { from, before })).items.map(({ kind, day, entry }) => [kind, day, entry.key]);
      expect(await of(today, addDays(today, 1))).toEqual([['learned', today, 'usual_time_of_day']]);
      expect(await of(addDays(today, -3), today)).toEqual([]);
      expect(await of(addDays(today, 1), addDays(today, 2))).toEqual([]);
    });

    test('reads memories opened before without opening them, with what changed since', async () => {
      const start = await startOn(createWorld);
      const { world } = start;
      await start.call('context.apply', { workspace: start.workspace, updates: [update('cup', 'blue')] });
      await world.restart();
      const elsewhere = `${world.ports.homeFolder}/elsewhere.md`;
      world.outside.write(elsewhere, '- something\n');
      world.outside.write(`${world.ports.homeFolder}/.claude/CLAUDE.md`, '- never opened\n');
      const { call } = await openIn({ root: elsewhere, engine: world.engine });
      const text = world.text(world.contextPath) ?? '';
      world.outside.write(world.contextPath, text.replace('cup: blue', 'cup: red'));
      const files = world.everyFile().map(({ path }) => path);
      const { memories, items } = await weekOf({ world, call });
      expect(memories.map(({ path }) => path).sort()).toEqual([elsewhere, world.root].sort());
      expect(items.map(({ memory, entry, before }) => [memory, entry.value, before?.value])).toEqual([
        [world.root, 'red', 'blue'],
        [world.root, 'blue', undefined],
      ]);
      expect(world.everyFile().map(({ path }) => path)).toEqual(files);
      const only = await weekOf({ world, call }, { memory: elsewhere });
      expect(only.memories.map(({ path }) => path)).toEqual([elsewhere]);
      expect(only.items).toEqual([]);
      const also = `${world.ports.homeFolder}/.claude/CLAUDE.md`;
      const more = await weekOf({ world, call }, { also });
      expect(more.memories.map(({ path }) => path).sort()).toEqual([also, elsewhere, world.root].sort());
    });

    test('says which memory could not be read, and counts the others', async () => {
      const start = await startOn(createWorld);
      const { world, call } = start;
      const elsewhere = `${world.ports.homeFolder}/elsewhere.md`;
      world.outside.write(elsewhere, '- something\n');
      await call('workspaces.open', { path: elsewhere });
      world.outside.remove(elsewhere);
      const { memories } = await weekOf(start);
      expect(memories.filter(({ problem }) => problem !== null)).toMatchObject([
        { path: elsewhere, problem: expect.stringContaining('nothing') },
      ]);
      expect(memories).toHaveLength(2);
    });

    test('masks secrets, and forgets what was erased', async () => {
      const start = await startOn(createWorld);
      const { call, workspace } = start;
      await call('context.apply', {
        workspace,
        updates: [update('deploy', decoy), update('cup', 'a blue enamel cup')],
      });
      const { items } = await weekOf(start);
      expect(items).toHaveLength(2);
      expect(JSON.stringify(items)).not.toContain(decoy);
      await erase(start, { text: 'a blue enamel cup' });
      expect(JSON.stringify(await weekOf(start))).not.toContain('enamel');
      await call('context.apply', { workspace, updates: [update('cup', 'a blue enamel cup')], assistant: 'Quill' });
      expect(await told(start)).toContain('returned by assistant: A text you erased');
    });

    test('is refused for a period that is none', async () => {
      const { call } = await startOn(createWorld);
      for (const [from, before] of [
        ['2026-11-21', '2026-11-21'],
        ['2026-02-30', '2026-03-05'],
        ['2024-01-01', '2026-01-01'],
      ] as const) {
        await expect(call('digest.read', { from, before })).rejects.toMatchObject({ code: 'invalid_request' });
      }
    });
  });
}
