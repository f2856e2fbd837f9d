import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '#engine/engine.ts';
import { createMemoryPorts } from '../../testing/memory-ports.ts';
import { openIn } from '../../testing/open-workspace.ts';

const lockPath = '/home/person/.hermes/memories/MEMORY.md.lock';

async function hermes() {
  const ports = createMemoryPorts({ day: '2026-11-21' });
  const path = '/home/person/.hermes/memories/MEMORY.md';
  ports.outside.write(path, 'Name: Maren');
  const seen: boolean[] = [];
  const { replace } = ports.files;
  const files: typeof ports.files = {
    ...ports.files,
    replace: (...args) => {
      if (args[0] === path) {
        seen.push(ports.programLock.held.has(lockPath));
      }
      return replace(...args);
    },
  };
  const engine = createEngine({ ...ports, files });
  onTestFinished(() => engine.close());
  const opened = await openIn({ root: path, engine: () => engine });
  const add = (value: string) =>
    opened.call('context.change', {
      workspace: opened.workspace,
      operations: [{ op: 'add', category: null, key: null, value }],
    });
  return { ...opened, ports, add, seen, text: () => ports.outside.text(path) };
}

test('holds the program’s lock while a memory is written, and not while it is only read', async () => {
  const { call, workspace, ports, add, seen } = await hermes();
  const { take } = ports.programLock;
  let taken = 0;
  ports.programLock.take = (path) => {
    taken += 1;
    return take.call(ports.programLock, path);
  };
  await call('history.list', { workspace });
  await call('assistant.read', { workspace });
  expect(taken).toBe(0);
  await add('likes tea');
  await call('context.undo', { workspace });
  expect(seen).toEqual([true, true]);
  expect(ports.programLock.held.size).toBe(0);
});

test('refuses a change while the program writes, and releases the lock after any other refusal', async () => {
  const { add, ports, text } = await hermes();
  ports.programLock.answers = 'busy';
  await expect(add('likes tea')).rejects.toMatchObject({ code: 'busy', retry: true });
  ports.programLock.answers = null;
  await expect(add('Name: Maren')).rejects.toMatchObject({ code: 'value_invalid' });
  expect(ports.programLock.held.size).toBe(0);
  expect(text()).toBe('Name: Maren');
});

test('reports an unavailable lock once, and makes the change', async () => {
  const { add, ports, text } = await hermes();
  ports.programLock.answers = 'unavailable';
  expect((await add('likes tea')).notes).toEqual([
    'Hermes can’t be made to wait on this computer while Contexture saves. If it writes at the same moment, its version is kept and taken in.',
  ]);
  expect((await add('likes boats')).notes).toEqual([]);
  expect(text()).toBe('Name: Maren\n§\nlikes tea\n§\nlikes boats');
});
