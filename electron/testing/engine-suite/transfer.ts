import { describe, expect, test } from 'vitest';
import { ContextureError } from '#shared/contract/errors.ts';
import { openIn } from '../engine-world.ts';
import { type CreateWorld, context, startOn, uncounted } from './starting.ts';

const hermes = ['Name: Maren', 'works on a boat'].join('\n§\n');

/** Moving between memories, and text in several of them. */
export function transferTests(createWorld: CreateWorld): void {
  async function started() {
    const opened = await startOn(createWorld);
    const { world } = opened;
    const path = `${world.root}/.hermes/memories/MEMORY.md`;
    world.outside.write(path, hermes);
    const other = await openIn({ root: path, engine: world.engine });
    return { ...opened, path, other };
  }

  describe('entries of one memory', () => {
    test('are copied to another in its form after a preview of what is lost, and undone there', async () => {
      const { world, call, workspace, ref, path, other } = await started();
      const asked = { workspace, entries: [await ref('language')], to: path };
      const preview = await call('transfer.preview', asked);
      expect(preview).toMatchObject({
        losses: expect.arrayContaining(['confidence', 'section']),
        same: 0,
        differs: [],
      });
      expect(preview.impact?.tokensAfter).toBeGreaterThan(preview.impact?.tokensBefore ?? 0);
      const { added, removed } = await call('transfer.carryOut', asked);
      expect([added?.change?.label, removed]).toEqual([expect.stringMatching(/^Added “language” from .+/), null]);
      expect(world.text(path)).toBe(`${hermes}\n§\nlanguage: English`);
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
      expect(await call('transfer.preview', asked)).toMatchObject({ same: 1, impact: null });
      await call('context.undo', { workspace: other.workspace });
      expect(world.text(path)).toBe(hermes);
    });

    test('are moved: added there before they are removed here, and each memory undoes its own step', async () => {
      const { world, call, workspace, path, other } = await started();
      const [entry] = await other.entries();
      const asked = {
        workspace: other.workspace,
        entries: [{ category: null, key: 'Name', raw: entry?.raw ?? '', ordinal: 0 }],
      };
      await call('transfer.carryOut', { ...asked, to: world.contextPath, category: 'fact', remove: true });
      expect(world.text(path)).toBe('works on a boat');
      expect(world.text(world.contextPath)).toContain('] Name: Maren');
      await call('context.undo', { workspace: other.workspace });
      await call('context.undo', { workspace });
      expect(world.text(path)).toBe(hermes);
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
    });

    test('are put back in both memories by one undo, here before they leave there', async () => {
      const { world, call, workspace, ref, path } = await started();
      const asked = { workspace, entries: [await ref('language')], to: path };
      const moved = await call('transfer.carryOut', { ...asked, remove: true });
      const changes = { added: moved.added?.change?.id ?? null, removed: moved.removed?.change?.id ?? null };
      expect(uncounted(world.text(world.contextPath))).not.toContain('language');
      expect(moved.removed?.change?.label).toBe(`Moved “language” to ${moved.name}`);
      await call('transfer.undo', { workspace, to: path, ...changes });
      expect(world.text(path)).toBe(hermes);
      expect(uncounted(world.text(world.contextPath))).toBe(uncounted(context));
      const copied = await call('transfer.carryOut', asked);
      await call('transfer.undo', { workspace, to: path, added: copied.added?.change?.id ?? null, removed: null });
      expect(world.text(path)).toBe(hermes);
    });

    test('are reported to be in both if the other memory can’t give them back', async () => {
      const { world, call, workspace, ref, path } = await started();
      const asked = { workspace, entries: [await ref('language')], to: path, remove: true };
      const moved = await call('transfer.carryOut', asked);
      const changes = { added: moved.added?.change?.id ?? null, removed: moved.removed?.change?.id ?? null };
      const { replace } = world.files;
      (world.files as { replace: typeof replace }).replace = async (at, ...rest) => {
        if (at === path) {
          throw new ContextureError('no_permission', 'It is set read-only.');
        }
        return replace(at, ...rest);
      };
      await expect(call('transfer.undo', { workspace, to: path, ...changes })).rejects.toMatchObject({
        code: 'no_permission',
        message: expect.stringMatching(/^It is set read-only\..*here again.*as well\.$/),
      });
      expect(world.text(world.contextPath)).toContain('language');
    });

    test('stay if the other memory is the same one, under any name', async () => {
      const { world, call, workspace, ref } = await startOn(createWorld);
      for (const to of [world.contextPath, world.root]) {
        const asked = { workspace, entries: [await ref('language')], to, remove: true };
        await expect(call('transfer.carryOut', asked)).rejects.toMatchObject({
          code: 'value_invalid',
          message: expect.stringContaining('the same memory'),
        });
      }
      expect(world.text(world.contextPath)).toBe(context);
    });

    test('are reported to be in both memories if they can’t be removed from one', async () => {
      const { world, call, path, other } = await started();
      const [entry] = await other.entries();
      const { replace } = world.files;
      (world.files as { replace: typeof replace }).replace = async (at, ...rest) => {
        if (at === path) {
          throw new ContextureError('no_permission', 'It is set read-only.');
        }
        return replace(at, ...rest);
      };
      const asked = {
        workspace: other.workspace,
        entries: [{ category: null, key: 'Name', raw: entry?.raw ?? '', ordinal: 0 }],
      };
      const moved = call('transfer.carryOut', { ...asked, to: world.contextPath, remove: true });
      await expect(moved).rejects.toMatchObject({
        code: 'no_permission',
        message: expect.stringMatching(/^It is set read-only\..* as well\.$/),
      });
      expect(world.text(world.contextPath)).toContain('Name: Maren');
      expect(world.text(path)).toBe(hermes);
    });

    test('move with their topic files, and stay if such a file can’t be read', async () => {
      const { world, path } = await started();
      const folder = `${world.root}/.claude/projects/-home-maren-boat/memory`;
      const index = '- [Tea](tea.md) — likes Assam\n- [Boat](boat.md) — sails it\n';
      const topic = '---\nname: Tea\ndescription: likes Assam\ntype: user\n---\n\nIn the morning.\n';
      world.outside.write(`${folder}/MEMORY.md`, index);
      world.outside.write(`${folder}/tea.md`, topic);
      world.outside.write(`${folder}/boat.md`, 'none yet');
      world.outside.replaceBytes(`${folder}/boat.md`, Uint8Array.of(0xff, 0x00, 0xd8));
      const { call, workspace, ref } = await openIn({ root: `${folder}/MEMORY.md`, engine: world.engine });
      for (const remove of [true, false]) {
        const asked = { workspace, entries: [await ref('Boat'), await ref('Tea')], to: path, remove };
        await expect(call('transfer.carryOut', asked)).rejects.toMatchObject({
          code: 'unavailable',
          message: expect.stringContaining('boat.md can’t be read'),
          details: { file: 'boat.md' },
        });
      }
      expect([world.text(path), world.text(`${folder}/MEMORY.md`)]).toEqual([hermes, index]);
      await call('transfer.carryOut', { workspace, entries: [await ref('Tea')], to: path, remove: true });
      expect(world.text(path)).toBe(`${hermes}\n§\nTea: likes Assam\nIn the morning.`);
      expect([world.text(`${folder}/MEMORY.md`), world.text(`${folder}/tea.md`)]).toEqual([
        `${index.split('\n')[1]}\n`,
        null,
      ]);
      await call('context.undo', { workspace });
      expect([world.text(`${folder}/MEMORY.md`), world.text(`${folder}/tea.md`)]).toEqual([index, topic]);
    });

    test('are found in other memories with the same text, and corrected in all of them, with a result for each', async () => {
      const { world, call, workspace, ref, path } = await started();
      await call('transfer.carryOut', { workspace, entries: [await ref('language')], to: path });
      const entry = await ref('language');
      const { alike } = await call('transfer.alike', { workspace, entry });
      expect(alike).toMatchObject([{ path, text: 'language: English', writable: true }]);
      const gone = `${world.root}/nowhere.md`;
      const { results } = await call('transfer.correctAlike', {
        workspace,
        entry,
        value: 'German',
        paths: [path, gone],
      });
      expect(results.map(({ change, problem }) => [change?.change?.label ?? null, problem === null])).toEqual([
        ['Corrected “language”', true],
        ['Corrected “language”', true],
        [null, false],
      ]);
      expect(world.text(path)).toContain('language: German');
      expect(world.text(world.contextPath)).toContain('] language: German');
    });
  });
}
