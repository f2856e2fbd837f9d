import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Context } from './context.ts';
import { memoryDriver, type StorageDriver } from './driver.ts';
import { StateStorage } from './state-storage.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const key = 'state_support_ann';

function agent(...drivers: StorageDriver[]) {
  const context = new Context({ identity: { agent: 'support', user: 'ann' }, drivers, hash });
  return { context, state: context.make(StateStorage) };
}

/** Two drivers with a clock that a test moves and failures it can switch on. */
function two() {
  let time = 1;
  const failing = new Set<string>();
  const make = (name: string): StorageDriver => {
    const plain = memoryDriver(() => time++);
    const orFail = <T>(work: () => T): T => {
      if (failing.has(name)) {
        throw new Error(`${name} is not there.`);
      }
      return work();
    };
    return {
      name,
      readNow: (of) => orFail(() => plain.readNow(of)),
      write: async (of, text, over) => orFail(() => plain.write(of, text, over)),
      remove: async (of) => orFail(() => plain.remove(of)),
    };
  };
  return { one: make('one'), other: make('other'), failing };
}

const textIn = (driver: StorageDriver): string | undefined => driver.readNow(key, agent(driver).state)?.text;

test('reports a driver that can’t be written; reads the latest; and makes both equal with the next save', async () => {
  const { one, other, failing } = two();
  const { context, state } = agent(one, other);
  state.set('theme', 'dark');
  await context.save();
  failing.add('one');
  state.set('theme', 'light');
  expect((await context.save()).failures).toEqual([
    { prefix: 'state', driver: 'one', problem: expect.stringContaining('one is not there') },
  ]);
  failing.delete('one');

  const again = agent(one, other);
  expect(again.state.get('theme')).toBe('light');
  expect(again.state.notice).toContain('did not have the same');
  again.state.set('size', 3);
  expect((await again.context.save()).failures).toEqual([]);
  expect(textIn(one)).toBe(textIn(other));
});

test('reports an unreadable driver if another has the key; if none has, the key may exist', async () => {
  const { one, other, failing } = two();
  const first = agent(one, other);
  first.state.set('theme', 'dark');
  await first.context.save();
  failing.add('one');
  const { state } = agent(other, one);
  expect(state.get('theme')).toBe('dark');
  expect(state.failures).toEqual([{ driver: 'one', problem: expect.stringContaining('one is not there') }]);
  await other.remove(key);
  expect(() => agent(other, one).state.get('theme')).toThrow(/one is not there/);
});

test('reports another program’s save in any driver as a conflict before it writes', async () => {
  const { one, other } = two();
  const mine = agent(one, other);
  mine.state.set('theme', 'dark');
  await mine.context.save();
  const theirs = agent(other);
  theirs.state.set('theme', 'light');
  await theirs.context.save();
  mine.state.set('theme', 'blue');
  await expect(mine.context.save()).rejects.toMatchObject({ code: 'text_conflict' });
  expect([textIn(one), textIn(other)]).toEqual([expect.stringContaining('dark'), expect.stringContaining('light')]);
  expect(await mine.context.read()).toMatchObject({ discarded: { state: expect.stringContaining('blue') } });
  expect(mine.state.get('theme')).toBe('light');
});

test('neither writes to nor removes from a read-only driver', async () => {
  const { one, other } = two();
  const theirs = agent(other);
  theirs.state.set('theme', 'dark');
  await theirs.context.save();
  const before = textIn(other);
  const adopted: StorageDriver = { ...other, isReadOnly: true };
  const { context, state } = agent(one, adopted);
  expect(state.get('theme')).toBe('dark');
  state.set('size', 3);
  expect(await context.save()).toMatchObject({ written: ['state', 'context'], failures: [] });
  expect([textIn(one), textIn(other)]).toEqual([expect.stringContaining('dark'), before]);
  await context.remove();
  expect([textIn(one), textIn(other)]).toEqual([undefined, before]);
  const alone = agent(adopted);
  alone.state.set('size', 4);
  await expect(alone.context.save()).rejects.toMatchObject({ code: 'read_only' });
});
