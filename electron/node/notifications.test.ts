import { describe, expect, test } from 'vitest';
import { startOn } from '#testing/engine-suite/starting.ts';
import { createNodeWorld, openIn } from '#testing/engine-world.ts';

const corrected = `## Preferences (certain)
- [2026-01-16|certain|user_correction: I moved] language: German
- [2026-01-16|certain|user_correction: I asked] drink: tea
`;

const learned = (key: string, value: string) =>
  ({ category: 'preference', key, value, confidence: 'likely', source: 'observer' }) as const;

const usual = { off: [], showText: false, pausedUntil: null };
const assistantsEngine = { personLooks: false, personApproves: false };

/** A host that shows notifications, and an assistant whose engine is another process. */
const watched = async () => {
  const start = await startOn(createNodeWorld, corrected);
  const { call, world, of } = start;
  const assistant = await openIn(world.another(assistantsEngine), { caller: 'assistant' });
  // Findings are news once everything was scanned.
  await call('scan.list', { workspace: start.workspace, wait: true });
  await call('notifications.watch', { on: true, shows: true });
  return {
    ...start,
    arrived: () => of('notifications.arrived'),
    titles: () => of('notifications.arrived').map(({ title }) => title),
    contradict: (...keys: string[]) =>
      assistant.call('context.apply', {
        workspace: assistant.workspace,
        assistant: 'Claude',
        updates: keys.map((key) => learned(key, 'a secret wish')),
      }),
    untilCounted: (count: number) =>
      world.until(async () => expect(await call('notifications.waiting', {})).toMatchObject({ count })),
  };
};

describe('notifications', () => {
  test('tell of a decision by another process while nobody looks, without its text', async () => {
    const { world, arrived, contradict, call, workspace } = await watched();
    await contradict('language');
    await world.until(() => expect(arrived()).toHaveLength(1));
    const [card] = (await call('cards.list', { workspace })).cards;
    expect(arrived()).toMatchObject([
      {
        title: 'A decision waits for you',
        body: 'By Claude, in notes',
        target: { path: world.root, kind: 'decision', item: card?.id },
      },
    ]);
    const memories = [{ path: world.root, name: 'notes', count: 1, changed: false }];
    await world.until(async () => expect(await call('notifications.waiting', {})).toEqual({ count: 1, memories }));
  });

  test('have the text if the person chose that', async () => {
    const { world, arrived, contradict, call } = await watched();
    await call('preferences.write', { values: { notifications: { ...usual, showText: true } } });
    await contradict('language');
    await world.until(() => expect(arrived()[0]?.body).toBe('By Claude, in notes\n“German” → “a secret wish”'));
  });

  test('join what arrives together', async () => {
    const { world, arrived, contradict } = await watched();
    await contradict('language', 'drink');
    await world.until(() => expect(arrived()).toHaveLength(1));
    expect(arrived()).toMatchObject([
      { title: '2 decisions wait for you', body: 'In notes', target: { kind: 'decision', item: null } },
    ]);
  });

  test('leave out what was there at a start, and what was told before; both are counted', async () => {
    const { world, contradict, arrived } = await watched();
    await contradict('language');
    await world.until(() => expect(arrived()).toHaveLength(1));
    await world.restart();
    const { call, of } = await openIn(world);
    await call('notifications.watch', { on: true, shows: true });
    expect(await call('notifications.waiting', {})).toMatchObject({ count: 1 });
    await contradict('drink');
    await world.until(() => expect(of('notifications.arrived')).toHaveLength(1));
    await world.until(async () => expect(await call('notifications.waiting', {})).toMatchObject({ count: 2 }));
    expect(of('notifications.arrived')).toMatchObject([{ title: 'A decision waits for you' }]);
  });

  test('are silent about a memory in front, and about kinds that are off or paused', async () => {
    const { world, workspace, call, contradict, titles, untilCounted } = await watched();
    await call('workspaces.attend', { workspace, visible: true, focused: true });
    await contradict('language');
    await untilCounted(1);
    await call('workspaces.attend', { workspace, visible: true, focused: false });
    const pausedUntil = world.ports.clock.now() + 3_600_000;
    await call('preferences.write', { values: { notifications: { ...usual, pausedUntil } } });
    await contradict('drink');
    await untilCounted(2);
    await call('preferences.write', { values: { notifications: { ...usual, off: ['decision'] } } });
    await untilCounted(0);
    // Another program overwrites both.
    world.outside.write(world.contextPath, corrected.replace('German', 'Dutch').replace(': tea', ': milk'));
    await world.until(() => expect(titles()).toEqual(['Something you corrected was overwritten']));
  });

  test('are shown once a window in front is gone, even if it said so last', async () => {
    const { world, workspace, contradict, arrived } = await watched();
    const page = await openIn(world, { caller: 'page' });
    const said = page.call('workspaces.attend', { workspace, visible: false, focused: true });
    world.engine().leave('page');
    await said;
    await contradict('language');
    await world.until(() => expect(arrived()).toHaveLength(1));
  });

  test('tell of a secret, and of an erased text that came back, once between two hosts', async () => {
    const { world, workspace, call, of, titles, contradict, untilCounted } = await watched();
    const other = await openIn(world.another(), { caller: 'another host' });
    await other.call('scan.list', { workspace, wait: true });
    await other.call('notifications.watch', { on: true, shows: true });
    const text = `${corrected}- token: ghp_${'a1B2c3D4e5F6'.repeat(3)}\n- city: Lisbon\n`;
    world.outside.write(world.contextPath, text);
    const allTitles = () => [...titles(), ...other.of('notifications.arrived').map(({ title }) => title)];
    await world.until(() => expect(allTitles()).toEqual(['A secret was found']));

    await call('erase.carryOut', { workspace, target: { text: 'Lisbon' }, word: 'erase' });
    world.outside.write(world.contextPath, text);
    await world.until(() => expect(allTitles()).toContain('An erased text came back'));
    await contradict('language');
    await world.until(() => expect(allTitles()).toContain('A decision waits for you'));
    await untilCounted(3);
    expect(allTitles().sort()).toEqual(['A decision waits for you', 'A secret was found', 'An erased text came back']);
    expect(JSON.stringify([of('notifications.arrived'), other.of('notifications.arrived')])).not.toMatch(/ghp_|Lisbon/);
  });

  test('count a change to a memory that isn’t open, and read nothing of it', async () => {
    const { world, call } = await watched();
    const other = `${world.root}-2/notes.md`;
    world.outside.write(other, '## Facts\n- a: b\n');
    await call('workspaces.open', { path: other, startEmpty: false });
    await world.restart();
    const again = await openIn(world);
    await again.call('notifications.watch', { on: true, shows: true });
    expect(await again.call('notifications.waiting', {})).toEqual({ count: 0, memories: [] });
    world.files.setFault(null);
    world.outside.write(other, '## Facts\n- a: something else\n');
    await world.until(async () =>
      expect(await again.call('notifications.waiting', {})).toMatchObject({
        count: 1,
        memories: [{ name: 'notes.md', count: 0, changed: true }],
      }),
    );
    expect(world.files.calls.filter((made) => made.endsWith(other) && made.startsWith('read'))).toEqual([]);
  });

  test('stop with the last host that watches', async () => {
    const { call, contradict, untilCounted, titles } = await watched();
    await contradict('language');
    await untilCounted(1);
    await call('notifications.watch', { on: false });
    await untilCounted(0);
    await contradict('drink');
    await call('notifications.watch', { on: true, shows: true });
    await untilCounted(2);
    expect(titles()).toEqual(['A decision waits for you']);
  });
});
