import { describe, expect, test } from 'vitest';
import { refOf } from '#shared/entries/entry.ts';
import { openIn } from '../engine-world.ts';
import type { CreateWorld } from './starting.ts';

const memory = [
  '---\nname: team\n---\n\n# Team\n\nWe ship on Tuesdays,\nnever later than noon.\n',
  '| Who | Role |\n|-----|------|\n| **Ann** | lead |\n| Bob | ops |\n',
  '1. Deploy\n   - tag it\n2. Rest\n\n**Rules:**\n\n- [ ] ask first',
].join('\n');

/** Memories in free markdown, changed through the whole engine. */
export function freeMarkdownTests(createWorld: CreateWorld): void {
  async function started() {
    const world = await createWorld();
    const path = `${world.root}/notes/AGENTS.md`;
    world.outside.write(path, memory);
    const { call, workspace, entries } = await openIn({ root: path, engine: world.engine });
    const change = async (name: string, operation: object) => {
      const found = (await entries()).find(({ key, value }) => (key ?? value) === name);
      const operations = [{ ...(found && { entry: refOf(found) }), ...operation } as never];
      return call('context.change', { workspace, operations });
    };
    return { world, path, call, workspace, entries, change };
  }

  describe('a memory in free markdown', () => {
    test('is corrected in its form, and undone to the byte', async () => {
      const { world, path, call, workspace, entries, change } = await started();
      expect((await entries()).map(({ section, key, value }) => [section, key ?? value])).toEqual([
        ['Team', 'We ship on Tuesdays,\nnever later than noon.'],
        ['Team', 'Ann'],
        ['Team', 'Bob'],
        ['Team › Deploy', 'tag it'],
        ['Team', 'Rest'],
        ['Team › Rules', 'ask first'],
      ]);
      await change('Ann', { op: 'edit', value: 'founder' });
      expect(world.text(path)).toBe(memory.replace('lead', 'founder'));
      await change('tag it', { op: 'delete' });
      await change('', { op: 'add', category: null, section: 'Team › Rules', key: null, value: 'test first' });
      await change('Rest', { op: 'move', category: null, section: 'Team › Rules' });
      const after = memory.replace('lead', 'founder').replace('   - tag it\n2. Rest\n', '');
      expect(world.text(path)).toBe(`${after}\n- [ ] test first\n- [ ] Rest`);
      for (let time = 0; time < 4; time++) {
        await call('context.undo', { workspace });
      }
      expect(world.text(path)).toBe(memory);
    });

    test('has an archive in the app’s data, from which entries return to their lines', async () => {
      const { world, path, call, workspace, change } = await started();
      await change('Bob', { op: 'archive' });
      await change('tag it', { op: 'archive' });
      expect(world.text(path)).toBe(memory.replace('| Bob | ops |\n', '').replace('   - tag it\n', ''));
      expect((await world.files.list(`${world.root}/notes`)).map(({ name }) => name)).toEqual(['AGENTS.md']);
      const { entries: archived } = await call('archive.entries', { workspace });
      expect(new Map(archived.map(({ section, raw }) => [raw, section]))).toEqual(
        new Map([
          ['| Bob | ops |', 'Team'],
          ['   - tag it', 'Team › Deploy'],
        ]),
      );
      for (const raw of ['   - tag it', '| Bob | ops |']) {
        const [found] = archived.filter((entry) => entry.raw === raw);
        const items = found ? [{ entry: { file: found.file, raw, ordinal: found.ordinal } }] : [];
        await call('archive.restore', { workspace, items, makeRoom: false, allowOver: false });
      }
      expect(world.text(path)).toBe(memory);
    });
  });
}
