import { expect, test, vi } from 'vitest';
import { patiently } from '#shared/testing/patiently.ts';
import { createMemoryPorts } from '#testing/memory-ports.ts';
import { createEngine } from './engine.ts';

test('an idle engine has no timers, and a watched one only the timer of its next check', async () => {
  const ports = createMemoryPorts();
  ports.outside.write('/home/person/notes/logs/context/global.md', '## Facts (certain)\n- tea: at four\n');
  const engine = createEngine(ports);
  const context = { caller: 'page', progress: () => undefined, cancelled: () => false };
  const { id: workspace } = await engine.call(
    'workspaces.open',
    { path: '/home/person/notes', startEmpty: false },
    context,
  );
  await engine.call('context.read', { workspace, limit: 10 }, context);
  await ports.clock.advance(10_000);
  expect(ports.clock.pending()).toBe(0);

  await engine.call('workspaces.attend', { workspace, visible: true, focused: true }, context);
  await ports.clock.advance(10_000);
  await vi.waitFor(() => expect(ports.clock.pending()).toBe(1), patiently);
  await engine.call('workspaces.attend', { workspace, visible: false, focused: false }, context);
  expect(ports.clock.pending()).toBe(0);
  await engine.close();
});
