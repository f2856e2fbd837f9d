import { expect, test } from 'vitest';
import { startOn, update } from '#testing/engine-suite/starting.ts';
import { createMemoryWorld, openIn, today } from '#testing/engine-world.ts';
import type { ManualClock } from '#testing/manual-clock.ts';

/** A clock that is set back, by a person, a dead battery or a time server: what came later still comes later. */

const weekBefore = '2026-11-14';

async function started() {
  const opened = await startOn(createMemoryWorld);
  const clock = opened.world.ports.clock as ManualClock;
  expect(clock.today()).toBe(today);
  return { ...opened, setBack: () => clock.setDay(weekBefore) };
}

const learn = (opened: Pick<Awaited<ReturnType<typeof started>>, 'call' | 'workspace'>, key: string) =>
  opened.call('context.apply', { workspace: opened.workspace, updates: [update(key, 'x')] });

test('the history stays in the order in which versions were kept', async () => {
  const opened = await started();
  await learn(opened, 'first');
  opened.setBack();
  await learn(opened, 'second');
  await opened.world.restart();
  const again = await openIn(opened.world);
  await learn(again, 'third');
  const { lines } = await again.call('history.list', { workspace: opened.workspace });
  expect(lines.map(({ label }) => label)).toEqual([
    'Learned “third”',
    'Learned “second”',
    'Learned “first”',
    'As it was when Contexture first read it',
  ]);
});

test('what is undone is what was done last', async () => {
  const { world, call, workspace, setBack } = await started();
  const add = (key: string) =>
    call('context.change', { workspace, operations: [{ op: 'add', category: 'fact', key, value: 'x' }] });
  await add('first');
  setBack();
  await add('second');
  await world.restart();
  const again = await openIn(world);
  await again.call('context.undo', { workspace });
  const keys = (await again.entries()).map(({ key }) => key);
  expect([keys.includes('first'), keys.includes('second')]).toEqual([true, false]);
});

test('what others changed since is marked, and only that', async () => {
  const opened = await started();
  await learn(opened, 'before');
  await opened.call('context.markSeen', { workspace: opened.workspace });
  await opened.world.restart();
  opened.setBack();
  opened.world.outside.write(opened.world.contextPath, `${opened.world.text(opened.world.contextPath)}- cat: Minka\n`);
  const again = await openIn(opened.world);
  expect((await again.entries()).filter(({ mark }) => mark !== null).map(({ key }) => key)).toEqual(['cat']);
});

test('the draft that was typed last is the one that is offered', async () => {
  const { world, call, workspace, setBack } = await started();
  const draft = (owner: string, insert: string) =>
    call('text.keepDraft', { workspace, owner, version: null, edits: [{ from: 0, to: 0, insert }] });
  await draft('window-one', 'typed first');
  setBack();
  await draft('window-two', 'typed last');
  await world.restart();
  const again = await openIn(world);
  expect((await again.call('text.claimDraft', { workspace, owner: 'window-new' })).draft?.text).toBe('typed last');
});

test('no version is let go for being old', async () => {
  const opened = await started();
  await opened.call('settings.write', { workspace: opened.workspace, values: { historyDays: 1 } });
  await learn(opened, 'first');
  opened.setBack();
  await learn(opened, 'second');
  await opened.world.restart();
  const again = await openIn(opened.world);
  const { lines } = await again.call('history.list', { workspace: opened.workspace });
  expect(lines.filter(({ type }) => type === 'version')).toHaveLength(4);
});
