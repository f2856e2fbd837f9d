import { expect, test } from 'vitest';
import { createMemoryWorld, openIn } from '#testing/engine-world.ts';
import type { ManualClock } from '#testing/manual-clock.ts';

const context = `## Preferences (certain)
- language: English
- units: metric

## Insights (tentative)
- [2026-11-20|tentative|observer] sleep: needs eight hours
- [2026-11-21|tentative|observer] tea: calms
`;

/** A workspace with one change before the clock went back by a year, and one after. */
async function started() {
  const world = await createMemoryWorld();
  world.outside.write(world.contextPath, context);
  const opened = await openIn(world);
  const { call, workspace, ref } = opened;
  const edit = async (key: string, value: string) =>
    call('context.change', { workspace, operations: [{ op: 'edit', entry: await ref(key), value }] });
  return { world, ...opened, edit, setBack: () => (world.ports.clock as ManualClock).setDay('2025-11-21') };
}

test('after the clock went back, the history keeps the order of events', async () => {
  const { workspace, call, edit, setBack } = await started();
  await edit('language', 'German');
  setBack();
  await edit('units', 'imperial');
  const { lines } = await call('history.list', { workspace });
  expect(lines.map(({ label }) => label)).toEqual(['Corrected “units”', 'Corrected “language”', expect.any(String)]);
  expect(lines[0]?.at).toBeLessThan(lines[1]?.at ?? 0);
});

test('after the clock went back, the latest change is undone first, also after a restart', async () => {
  const { world, workspace, edit, setBack } = await started();
  await edit('language', 'German');
  setBack();
  await edit('units', 'imperial');
  await world.restart();
  const again = await openIn(world);
  await again.call('context.undo', { workspace });
  expect(await again.find('units')).toMatchObject({ value: 'metric' });
  await again.call('context.undo', { workspace });
  expect(await again.find('language')).toMatchObject({ value: 'English' });
});

test('after the clock went back, changes by others are marked, and seen ones are not', async () => {
  const { world, workspace, call, find, summary, setBack } = await started();
  world.outside.replace(world.contextPath, context.replace('English', 'French'));
  await world.until(async () => expect(await find('language')).toMatchObject({ mark: 'changed' }));
  await call('context.markSeen', { workspace });
  setBack();
  world.outside.replace(world.contextPath, context.replace('English', 'French').replace('metric', 'imperial'));
  await world.until(async () => expect(await find('units')).toMatchObject({ mark: 'changed' }));
  expect((await summary()).marks).toMatchObject({ changed: 1, new: 0 });
  await world.restart();
  expect(await (await openIn(world)).find('units')).toMatchObject({ mark: 'changed' });
});

test('after the clock went back, the draft typed last comes first among those of closed windows', async () => {
  const { world, workspace, call, summary, setBack } = await started();
  const { version } = await summary();
  const typed = (owner: string, insert: string) =>
    call('text.keepDraft', { workspace, owner, version, edits: [{ from: 0, to: 0, insert }] });
  await typed('first-window', 'first');
  setBack();
  await world.restart();
  const second = await openIn(world, { caller: 'second' });
  await second.call('text.keepDraft', {
    workspace,
    owner: 'second-window',
    version,
    edits: [{ from: 0, to: 0, insert: 'second' }],
  });
  await world.restart();
  const third = await openIn(world, { caller: 'third' });
  const { draft } = await third.call('text.claimDraft', { workspace, owner: 'third-window' });
  expect(draft?.text.slice(0, 6)).toBe('second');
});

test('after the clock went back, protected entries stay protected, and the oldest still leaves first', async () => {
  const { workspace, call, edit, summary, setBack } = await started();
  setBack();
  await edit('language', 'German');
  expect((await summary()).today).toBe('2025-11-21');
  const { wouldLeave } = await call('context.preview', {
    workspace,
    operations: [{ op: 'add', category: 'fact', key: 'long', value: 'word '.repeat(1600).trim() }],
  });
  expect(wouldLeave.map(({ key }) => key)).toEqual(['sleep', 'tea']);
});
