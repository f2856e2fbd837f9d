import { describe, expect, test } from 'vitest';
import { openIn, type World } from '../engine-world.ts';
import type { CreateWorld } from './starting.ts';

const user = '# User\n\n- **Name**: Maren\n- likes tea\n';
const memory = '# Memory\n\n- ships on Fridays\n- tests first\n- writes Go\n';

/** Memories that are one file, several of which may share a folder. */
export function fileMemoryTests(createWorld: CreateWorld): void {
  async function started() {
    const world = await createWorld();
    const [userPath, memoryPath] = [`${world.root}/USER.md`, `${world.root}/MEMORY.md`];
    world.outside.write(userPath, user);
    world.outside.write(memoryPath, memory);
    return { world, userPath, memoryPath };
  }
  const openFile = (world: World, path: string) => openIn({ root: path, engine: world.engine });
  const none = { new: 0, changed: 0, superseded: 0, removed: 0 };

  describe('a memory that is one file', () => {
    test('has its own marks and history, whatever else is in its folder', async () => {
      const { world, userPath, memoryPath } = await started();
      for (const path of [userPath, memoryPath, userPath]) {
        const { summary, call, workspace } = await openFile(world, path);
        expect((await summary()).marks).toEqual(none);
        const { lines, total } = await call('history.list', { workspace });
        expect(lines.map((line) => line.type === 'version' && line.file)).toEqual([path.slice(world.root.length + 1)]);
        expect(total).toBe(1);
        await world.restart();
      }
      world.outside.write(memoryPath, `${memory}- reads Rust\n`);
      expect((await (await openFile(world, userPath)).summary()).marks).toEqual(none);
      expect((await (await openFile(world, memoryPath)).summary()).marks).toEqual({ ...none, new: 1 });
    });

    test('is listed with problems in its text, which is searched all the same', async () => {
      const { world, userPath, memoryPath } = await started();
      const open = '- likes tea\n\n```\n- **Action:** what\n\n- **Action:** Ann moved to Oslo\n';
      world.outside.write(userPath, open);
      world.outside.replaceBytes(memoryPath, Uint8Array.from([...world.ports.encodeText('- Likes green tea'), 0xe3]));
      await openFile(world, userPath);
      const { call } = await openFile(world, memoryPath);
      const { memories } = await call('memories.list', { limit: 200 });
      const listed = (path: string) => memories.find((each) => each.path === path);
      expect(listed(userPath)).toMatchObject({ needs: ['unclosed'], problem: null, entries: 1 });
      const problem = expect.stringContaining('is not UTF-8 text in line 1,');
      expect(listed(memoryPath)).toMatchObject({ needs: ['unreadable'], problem, entries: 1 });
      expect((await call('memories.search', { text: 'green' })).found).toMatchObject([{ file: memoryPath, index: 0 }]);
      expect((await call('memories.search', { text: 'ann OSLO' })).found).toMatchObject([
        { file: userPath, topic: null, index: null, key: null, value: '- **Action:** Ann moved to Oslo' },
      ]);
    });

    test('and the workspace of its folder are independent', async () => {
      const { world, userPath } = await started();
      world.outside.write(world.contextPath, '## Facts (certain)\n- a: b\n');
      const first = await openIn(world);
      const operations = [{ op: 'add' as const, category: 'fact' as const, key: 'c', value: 'd' }];
      await first.call('context.change', { workspace: first.workspace, operations });
      await world.restart();
      expect((await (await openFile(world, userPath)).summary()).marks).toEqual(none);
      await world.restart();
      const again = await openIn(world);
      expect((await again.summary()).marks).toEqual(none);
      expect(await again.entries()).toHaveLength(2);
    });

    test('opens with its folder, also if it was opened that way before', async () => {
      const { world, memoryPath } = await started();
      for (let time = 0; time < 2; time++) {
        const { summary } = await openIn(world);
        expect(await summary()).toMatchObject({ status: 'present', path: memoryPath, entryCount: 3 });
        await world.restart();
      }
    });

    test('keeps the versions stored under its folder', async () => {
      const { world, userPath, memoryPath } = await started();
      const { ports, root } = world;
      const before = ports.encodeText(memory.replace('Go', 'Perl'));
      const hash = ports.hash(before);
      const shared = `${ports.dataFolder}/workspaces/path-${ports.hash(ports.encodeText(root)).slice(0, 24)}`;
      const line = (position: number, file: string) => ({
        ...{ position, at: 1, file, who: 'outside', name: null, action: 'read', hash, before: null, counts: null },
      });
      const lines = [line(1, 'USER.md'), line(2, 'MEMORY.md')].map((each) => `${JSON.stringify(each)}\n`).join('');
      await world.files.store(`${shared}/history/versions.jsonl`, ports.encodeText(lines));
      const object = `${shared}/history/objects/${hash.slice(0, 2)}/${hash}.gz`;
      await world.files.store(object, await ports.compress(before));
      for (const path of [userPath, memoryPath]) {
        const { call, workspace } = await openFile(world, path);
        const kept = (await call('history.list', { workspace })).lines;
        expect(kept).toMatchObject([{ available: true }, { available: true, file: path.slice(root.length + 1) }]);
      }
      expect((await openFile(world, memoryPath)).workspace).not.toBe((await openFile(world, userPath)).workspace);
    });
  });
}
