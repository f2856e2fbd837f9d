import { expect, test, vi } from 'vitest';
import type { AnyEvent } from '#shared/contract/contract.ts';
import { patiently } from '#shared/testing/patiently.ts';
import { engineInMemory } from '#testing/engine-in-memory.ts';

const path = '/home/person/.claude/projects/-home-person-code-app/6f1c.jsonl';
const said = { type: 'user', uuid: 'u1', message: { role: 'user', content: 'Remember my secret wish.' } };
const hourMs = 3_600_000;

test('a conversation that its program deletes within a day is told once, at a start too', async () => {
  const { ports, engine, call } = engineInMemory();
  const events: AnyEvent[] = [];
  engine.subscribe((event) => events.push(event));
  const arrived = () => events.flatMap(({ event, data }) => (event === 'notifications.arrived' ? [data] : []));
  ports.clock.setDay('2026-11-01');
  ports.outside.write(path, `${JSON.stringify(said)}\n`);
  await call('conversations.approve', { place: 'claude', approved: true });
  ports.clock.setDay('2026-11-29');
  await call('notifications.watch', { on: true, shows: true });
  await ports.clock.advance(20_000);
  ports.clock.setDay('2026-11-30');
  await vi.waitFor(async () => {
    await ports.clock.advance(hourMs);
    expect(arrived()).toHaveLength(1);
  }, patiently);
  expect(arrived()).toMatchObject([
    {
      title: 'A conversation will be deleted within a day',
      body: 'By Claude Code',
      target: { path: null, kind: 'deletion', item: `claude:${path}` },
    },
  ]);
  await ports.clock.advance(3 * hourMs);
  expect(arrived()).toHaveLength(1);
});

test('without a host that watches, nothing is watched or told', async () => {
  const { ports, engine, call } = engineInMemory({
    '/home/person/notes/logs/context/global.md': '## Facts (certain)\n- tea: at four\n',
  });
  const names: string[] = [];
  engine.subscribe(({ event }) => names.push(event));
  await call('workspaces.open', { path: '/home/person/notes', startEmpty: false });
  await ports.clock.advance(24 * hourMs);
  expect(await call('notifications.waiting', {})).toEqual({ count: 0, memories: [] });
  expect(names.filter((name) => name.startsWith('notifications.'))).toEqual([]);
  expect(ports.clock.pending()).toBe(0);
});
