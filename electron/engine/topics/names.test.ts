import { expect, onTestFinished, test } from 'vitest';
import { refOf } from '#shared/entries/entry.ts';
import { createMemoryWorld, openIn } from '#testing/engine-world.ts';

const [composed, apart] = ['café.md', 'café.md'].map((name, at) => name.normalize(at === 0 ? 'NFC' : 'NFD'));

/** An index that names a file in another Unicode normal form than the file's own name. */
async function started(inIndex: string, onDisk: string, index = `- [Coffee](${inIndex}) — drinks espresso\n`) {
  const world = await createMemoryWorld();
  onTestFinished(() => world.engine().close());
  const folder = `${world.ports.homeFolder}/.claude/projects/-home-maren-boat/memory`;
  const at = (name: string): string => `${folder}/${name}`;
  world.outside.write(at('MEMORY.md'), index);
  world.outside.write(at(onDisk), '---\nname: Coffee\ntype: project\n---\n\nAt the harbour. See [tea](tea.md).\n');
  world.outside.write(at('tea.md'), `Like [coffee](${inIndex}) and [[${inIndex.replace('.md', '')}]].\n`);
  const opened = await openIn({ root: at('MEMORY.md'), engine: world.engine });
  const { call, workspace, entries } = opened;
  const problems = async () =>
    (await call('topics.list', { workspace })).problems.filter(({ file }) => file !== 'tea.md' || inIndex === 'tea.md');
  const entry = async () => (await entries()).find(({ key }) => key === 'Coffee');
  const change = async (op: 'delete' | 'archive') => {
    const found = await entry();
    return found && call('context.change', { workspace, operations: [{ op, entry: refOf(found) }] });
  };
  return { ...opened, world, at, problems, entry, change };
}

const both = [
  [composed ?? '', apart ?? ''],
  [apart ?? '', composed ?? ''],
] as const;

test.each(both)('a line leads to its topic in any Unicode normal form of its name', async (inIndex, onDisk) => {
  const { call, workspace, world, at, problems, entry } = await started(inIndex, onDisk);
  expect(await problems()).toEqual([]);
  expect(await entry()).toMatchObject({ topic: onDisk, flags: { about: { kind: 'project' } } });
  expect((await call('memories.list', {})).memories.map(({ needs }) => needs.includes('topics'))).toEqual([true]);
  await call('topics.mention', { workspace, file: 'tea.md' });
  const [{ needs } = { needs: [] }] = (await call('memories.list', {})).memories;
  expect(needs).not.toContain('topics');
  const [found] = (await call('memories.search', { text: 'harbour' })).found;
  expect(found?.topic).toBe(onDisk);
  await expect(call('topics.delete', { workspace, file: onDisk })).rejects.toMatchObject({ code: 'entry_unclear' });
  await call('topics.rename', { workspace, file: onDisk, to: 'bar.md' });
  expect(world.text(at('MEMORY.md'))).toContain('[Coffee](bar.md)');
  expect(world.text(at('tea.md'))).toBe('Like [coffee](bar.md) and [[bar]].\n');
});

test.each(both)('removes the topic with its line, and restores it from the archive', async (inIndex, onDisk) => {
  const { call, workspace, world, at, change } = await started(inIndex, onDisk);
  const before = world.text(at(onDisk));
  await change('archive');
  expect([world.text(at(onDisk)), world.text(at(inIndex))]).toEqual([null, null]);
  const [archived] = (await call('archive.entries', { workspace })).entries;
  const entry = { file: archived?.file ?? '', raw: archived?.raw ?? '', ordinal: 0 };
  await call('archive.restore', { workspace, items: [{ entry }] });
  expect(world.text(at(inIndex))).toBe(before);
});

test.each(both)('restores a missing topic from the history', async (inIndex, onDisk) => {
  const { call, workspace, world, at, problems } = await started(inIndex, onDisk);
  const before = world.text(at(onDisk));
  world.outside.remove(at(onDisk));
  await world.until(async () =>
    expect(await problems()).toMatchObject([{ kind: 'missing', file: inIndex, kept: true }]),
  );
  await call('topics.putBack', { workspace, file: inIndex });
  expect(world.text(at(inIndex))).toBe(before);
});

test('a line leads to the file of its exact name among equivalent names', async () => {
  const [inIndex, other] = both[0];
  const { world, at, problems, entry } = await started(inIndex, other);
  world.outside.write(at(inIndex), 'Another.\n');
  await world.until(async () => expect(await entry()).toMatchObject({ topic: inIndex }));
  expect(await problems()).toMatchObject([{ kind: 'unlisted', file: other }]);
});

test('reports a topic that is not UTF-8, and leaves it alone when its line changes', async () => {
  const { world, at, problems, change } = await started('coffee.md', 'coffee.md');
  const broken = Uint8Array.from([0x62, 0x61, 0x64, 0xff, 0x0a]);
  world.outside.replaceBytes(at('coffee.md'), broken);
  await world.until(async () =>
    expect(await problems()).toMatchObject([
      { kind: 'unread', file: 'coffee.md', why: expect.stringContaining('not UTF-8') },
    ]),
  );
  await change('delete').catch(() => undefined);
  const { bytes } = (await world.ports.files.read(at('coffee.md'), { maxBytes: 100 })) as { bytes: Uint8Array };
  expect([...bytes]).toEqual([...broken]);
});
