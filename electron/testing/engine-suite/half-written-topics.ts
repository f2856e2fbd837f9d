import { describe, expect, test } from 'vitest';
import { openIn } from '../engine-world.ts';
import type { CreateWorld } from './starting.ts';

const index = '# Memory\n\n- [Tea](tea.md) — likes Assam\n- **Editor**: vim\n';
const tea = '---\nname: Tea\ndescription: likes Assam\ntype: user\n---\n\nIn the morning.\n\nWith milk.\n';
const stray = '---\nname: Sailing\ndescription: sails at weekends\ntype: user\n---\n\nOff Lisbon.\n';

/** A program that empties a topic file, or writes its beginning, and writes the rest later. */
export function halfWrittenTopicTests(createWorld: CreateWorld): void {
  async function started() {
    const world = await createWorld();
    const at = (name: string): string => `${world.root}/.claude/projects/-home-maren-boat/memory/${name}`;
    for (const [name, text] of Object.entries({ 'MEMORY.md': index, 'tea.md': tea, 'stray.md': stray })) {
      world.outside.write(at(name), text);
    }
    const root = at('MEMORY.md');
    const opened = await openIn({ root, engine: world.engine });
    const { call, workspace, ref } = opened;
    const change = async (op: 'archive' | 'delete' | 'edit', others: object = {}) =>
      call('context.change', { workspace, operations: [{ op, entry: await ref('Tea'), ...others } as never] });
    return {
      ...opened,
      world,
      at,
      root,
      change,
      archived: async () => (await call('archive.entries', { workspace, query: 'milk' })).total,
      kept: async () => (await call('history.list', { workspace })).total,
      /** Lets time pass until a change is made. */
      made: async (changing: Promise<unknown>) => {
        let isMade = false;
        void changing.then(() => {
          isMade = true;
        });
        await world.until(() => expect(isMade).toBe(true));
      },
    };
  }
  const beginnings = [
    ['empties it first', ''],
    ['writes its beginning first', tea.slice(0, tea.indexOf('morning'))],
  ] as const;
  const finished = `${tea}\nNo sugar.\n`;

  describe('another program that writes a topic file slowly', () => {
    test.each(beginnings)('delays archiving when it %s, so that all of the text is archived', async (_, first) => {
      const { world, at, change, made, archived } = await started();
      world.outside.write(at('tea.md'), first);
      const changing = change('archive');
      await new Promise((resolve) => setImmediate(resolve));
      world.outside.write(at('tea.md'), finished);
      await made(changing);
      expect(world.text(at('tea.md'))).toBeNull();
      expect(await archived()).toBe(1);
    });

    test.each(beginnings)('delays an edit when it %s, and both texts stay', async (_, first) => {
      const { world, at, change, made } = await started();
      world.outside.write(at('tea.md'), first);
      const changing = change('edit', { value: 'likes Darjeeling' });
      await new Promise((resolve) => setImmediate(resolve));
      world.outside.write(at('tea.md'), finished);
      await made(changing);
      expect(world.text(at('tea.md'))).toBe(finished.replace('Assam', 'Darjeeling'));
    });

    test.each(beginnings)(
      'is awaited when it %s during archiving, and all of the text is archived',
      async (_, first) => {
        const { world, at, change, made, archived } = await started();
        const { files } = world;
        const { remove } = files;
        let isBegun = false;
        (files as { remove: typeof remove }).remove = async (path) => {
          if (!isBegun) {
            world.outside.write(at('tea.md'), first);
            isBegun = true;
          }
          return remove(path);
        };
        const changing = change('archive');
        await world.until(() => {
          expect(isBegun).toBe(true);
          world.outside.growSuperseded(at('tea.md'), finished);
        });
        await made(changing);
        expect(world.text(at('tea.md'))).toBeNull();
        expect(await archived()).toBe(1);
      },
    );

    test('is awaited when it creates a topic while another returns from the archive, and its own stays whole', async () => {
      const { world, at, call, workspace, change } = await started();
      await change('archive');
      const [archived] = (await call('archive.entries', { workspace, query: 'milk' })).entries;
      const entry = { file: archived?.file ?? '', raw: archived?.raw ?? '', ordinal: 0 };
      const { replace } = world.files;
      let isBegun = false;
      (world.files as { replace: typeof replace }).replace = async (path, ...rest) => {
        if (path === at('tea.md') && !isBegun) {
          world.outside.write(at('tea.md'), '');
          isBegun = true;
        }
        return replace(path, ...rest);
      };
      const restoring = Promise.allSettled([call('archive.restore', { workspace, items: [{ entry }] })]);
      await world.until(() => {
        expect(isBegun).toBe(true);
        world.outside.growSuperseded(at('tea.md'), finished);
      });
      let result: readonly PromiseSettledResult<unknown>[] = [];
      void restoring.then((settled) => {
        result = settled;
      });
      await world.until(() => expect(result).toMatchObject([{ reason: { code: 'text_conflict' } }]));
      expect(world.text(at('tea.md'))).toBe(finished);
    });

    test.each(beginnings)('changes nothing shown or stored when it %s, until it is done', async (_, first) => {
      const { world, at, call, workspace, kept } = await started();
      const before = await kept();
      const read = async () => (await call('topics.read', { workspace, file: 'tea.md' })).text;
      const look = async () => {
        await call('workspaces.attend', { workspace, visible: true });
        await call('archive.files', { workspace });
        await call('workspaces.attend', { workspace, visible: false });
      };
      world.outside.write(at('tea.md'), first);
      await look();
      expect(await read()).toContain('With milk.');
      world.outside.write(at('tea.md'), finished);
      await world.until(async () => expect(await read()).toContain('No sugar.'));
      expect(await kept()).toBe(before + 1);
    });

    test('is believed in the end when it really empties the file', async () => {
      const { world, at, call, workspace } = await started();
      world.outside.write(at('tea.md'), '');
      await world.until(async () => expect((await call('topics.read', { workspace, file: 'tea.md' })).text).toBe(''));
    });

    test('is awaited by an engine that has just started, too', async () => {
      const { world, at, root } = await started();
      await world.restart();
      world.outside.write(at('tea.md'), '');
      const { call, workspace, ref } = await openIn({ root, engine: world.engine });
      const entry = await ref('Tea');
      const changing = call('context.change', { workspace, operations: [{ op: 'archive', entry }] });
      await new Promise((resolve) => setImmediate(resolve));
      world.outside.write(at('tea.md'), finished);
      let isMade = false;
      void changing.then(() => {
        isMade = true;
      });
      await world.until(() => expect(isMade).toBe(true));
      expect((await call('archive.entries', { workspace, query: 'milk' })).total).toBe(1);
    });
  });

  test('does not delay a topic that the person made shorter', async () => {
    const { call, workspace } = await started();
    const { version } = await call('topics.read', { workspace, file: 'tea.md' });
    await call('topics.change', { workspace, file: 'tea.md', version, body: 'In' });
    expect((await call('topics.read', { workspace, file: 'tea.md' })).text).toBe('In');
  });
}
