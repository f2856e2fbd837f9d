import { expect, test } from 'vitest';
import { createMemoryPorts } from '#testing/memory-ports.ts';
import { createWorkspaceLock } from './lock.ts';

const path = '/notes/.contexture/lock';

test('work that holds the lock may ask for it again, and gives it back once', async () => {
  const ports = createMemoryPorts({ day: '2026-11-21' });
  const lock = createWorkspaceLock(ports, path);
  const order: string[] = [];
  await lock.hold(async () => {
    await lock.hold(async () => order.push('inner'));
    const other = createWorkspaceLock(ports, path).hold(async () => order.push('other'));
    order.push('outer');
    void other;
  });
  await createWorkspaceLock(ports, path).hold(async () => order.push('last'));
  expect(order).toEqual(['inner', 'outer', 'other', 'last']);
});

test('is given back by work that fails', async () => {
  const ports = createMemoryPorts({ day: '2026-11-21' });
  const lock = createWorkspaceLock(ports, path);
  const failing = lock.hold(async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await expect(createWorkspaceLock(ports, path).hold(async () => 'free')).resolves.toBe('free');
});

test('a memory that is only looked at has none', async () => {
  const lock = createWorkspaceLock(createMemoryPorts({ day: '2026-11-21' }), null);
  await expect(lock.hold(async () => undefined)).rejects.toMatchObject({ code: 'read_only' });
  let done = false;
  await lock.holdIfMade(async () => {
    done = true;
  });
  expect(done).toBe(false);
});
