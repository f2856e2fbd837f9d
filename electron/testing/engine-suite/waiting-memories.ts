import { describe, expect, test } from 'vitest';
import { refOf } from '#shared/entries/entry.ts';
import { openIn, type World } from '../engine-world.ts';
import { type CreateWorld, context, update } from './starting.ts';

const nothing = { overwritten: 0, held: 0, work: 0, damaged: 0 };

/** Pending decisions in memories that were opened before and are closed now. */
export function waitingMemoriesTests(createWorld: CreateWorld): void {
  /** The workspace, corrected once and closed again, while another file is open. */
  async function closed(beforeClosing: (opened: Awaited<ReturnType<typeof openIn>>) => Promise<unknown>) {
    const world = await createWorld();
    world.outside.write(world.contextPath, context);
    await beforeClosing(await openIn(world));
    await world.restart();
    const elsewhere = `${world.ports.homeFolder}/elsewhere.md`;
    world.outside.write(elsewhere, '- something\n');
    const { call } = await openIn({ root: elsewhere, engine: world.engine });
    const memory = async () =>
      (await call('memories.list', { limit: 200 })).memories.find(({ path }) => path === world.root);
    return { world, call, memory };
  }

  const correct = async ({ call, workspace, find }: Awaited<ReturnType<typeof openIn>>) => {
    const entry = refOf(await find('language'));
    await call('context.change', { workspace, operations: [{ op: 'edit', entry, value: 'German' }] });
  };

  const rewritten = (world: World, after: (text: string) => string): void =>
    world.outside.write(world.contextPath, after(world.text(world.contextPath) ?? ''));

  describe('a closed memory', () => {
    test('shows that it changed since the person looked, if they ever did', async () => {
      const world = await createWorld();
      const home = world.ports.homeFolder;
      world.outside.write(world.contextPath, context);
      const name = '.claude/CLAUDE.md';
      world.outside.write(`${home}/${name}`, '# Rules\n\n- answer in short sentences\n');
      const { call } = await openIn(world);
      const { id: workspace } = await call('workspaces.open', { path: `${home}/${name}` });
      await call('context.read', { workspace });
      await world.restart();
      const again = await openIn(world);
      const now = async () =>
        (await again.call('memories.list', { limit: 200 })).memories.find(({ path }) => path === `${home}/${name}`);
      expect(await now()).toMatchObject({ needs: [] });
      world.outside.write(`${home}/${name}`, '# Rules\n\n- answer at length\n');
      expect(await now()).toMatchObject({ needs: ['news'] });
    });

    test('shows how many corrections were overwritten since', async () => {
      const { world, memory } = await closed(correct);
      expect(await memory()).toMatchObject({ waiting: nothing });
      rewritten(world, (text) => text.replace('German', 'Dutch').replace(/^.*usual_time_of_day.*\n/m, ''));
      expect(await memory()).toMatchObject({ waiting: { ...nothing, overwritten: 1 } });
      expect((await memory())?.needs).toContain('overwritten');
      rewritten(world, (text) => text.replace('Dutch', 'German'));
      expect(await memory()).toMatchObject({ waiting: nothing });
    });

    test('shows which of the reported ones still wait for an answer', async () => {
      const { world, call, memory } = await closed(async (opened) => {
        await correct(opened);
      });
      const before = world.text(world.contextPath) ?? '';
      const { id: workspace } = await call('workspaces.open', { path: world.root });
      rewritten(world, () => before.replace('German', 'Dutch'));
      await world.until(async () =>
        expect((await call('cards.list', { workspace })).cards).toMatchObject([{ kind: 'losses' }]),
      );
      expect(await memory()).toMatchObject({ waiting: { overwritten: 1 } });
      const [card] = (await call('cards.list', { workspace })).cards;
      await call('cards.settle', { workspace, card: card?.id ?? '', choice: 'leave' });
      expect(await memory()).toMatchObject({ waiting: nothing });
    });

    test('shows a pending update of an assistant against a correction', async () => {
      const { memory } = await closed(async (opened) => {
        const { call, workspace } = opened;
        await correct(opened);
        const updates = [{ ...update('language', 'Dutch', 'preference'), confidence: 'certain' as const }];
        await call('context.apply', { workspace, updates, assistant: 'Quill' });
      });
      expect(await memory()).toMatchObject({ waiting: { ...nothing, held: 1 }, needs: ['held'] });
    });

    test('shows what its agents need from the person, and what they can’t read any more', async () => {
      const { world, memory } = await closed(async () => undefined);
      world.outside.write(`${world.root}/logs/storages/state_cook_ann.json`, '{"kit');
      world.outside.write(`${world.root}/logs/storages/state_cook_bea.json`, '{}');
      world.outside.write(`${world.root}/.aifriday/contexts/active/broken/context.json`, '{"meta": ');
      world.outside.write(`${world.root}/.aifriday/contexts/completed/old/context.json`, '{"meta": ');
      expect(await memory()).toMatchObject({
        waiting: { ...nothing, work: 1, damaged: 1 },
        needs: ['work', 'damaged'],
      });
    });

    test('is listed with other formerly opened ones alone, if only those are requested', async () => {
      const { world, call } = await closed(correct);
      world.outside.write(`${world.ports.homeFolder}/.claude/CLAUDE.md`, '- answer briefly\n');
      const { total, memories } = await call('memories.list', { recent: true, limit: 200 });
      expect(memories.map(({ path }) => path)).toContain(world.root);
      expect(memories.every(({ recent }) => recent)).toBe(true);
      expect(total).toBe(memories.length);
    });
  });
}
