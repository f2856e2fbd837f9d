import { expect, test } from 'vitest';
import { createMemoryPorts } from '#testing/memory-ports.ts';
import { createAccess } from './access.ts';

const path = '/notes/.contexture/lock';

test('the lock can be taken again by its holder, and is released once', async () => {
  const ports = createMemoryPorts({ day: '2026-11-21' });
  const access = createAccess(ports, path);
  const other = createAccess(ports, path);
  const order: string[] = [];
  await access.inTurn((turn) =>
    access.locked(turn, async (locked) => {
      await access.locked(locked, async () => order.push('inner'));
      void other.inTurn((otherTurn) => other.locked(otherTurn, async () => order.push('other')));
      order.push('outer');
    }),
  );
  const last = createAccess(ports, path);
  await last.inTurn((turn) => last.locked(turn, async () => order.push('last')));
  expect(order).toEqual(['inner', 'outer', 'other', 'last']);
});

test('the lock is released when its holder fails', async () => {
  const ports = createMemoryPorts({ day: '2026-11-21' });
  const access = createAccess(ports, path);
  const failing = access.inTurn((turn) =>
    access.locked(turn, async () => {
      throw new Error('no');
    }),
  );
  await expect(failing).rejects.toThrow('no');
  const next = createAccess(ports, path);
  await expect(next.inTurn((turn) => next.locked(turn, async () => 'free'))).resolves.toBe('free');
});
