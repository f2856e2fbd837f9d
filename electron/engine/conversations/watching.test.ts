import { expect, onTestFinished, test } from 'vitest';
import { createMemoryPorts } from '#testing/memory-ports.ts';
import { createEngine } from '../engine.ts';

const path = '/home/person/.claude/projects/p/1.jsonl';

test('reports to viewers of the list when a conversation comes, grows or goes, until they leave', async () => {
  const ports = createMemoryPorts();
  const engine = createEngine(ports);
  onTestFinished(() => engine.close());
  const as = { progress: () => undefined, cancelled: () => false };
  const page = { ...as, caller: 'page' };
  const watch = (caller: string, on: boolean) => engine.call('conversations.watch', { on }, { ...as, caller });
  await engine.call('conversations.approve', { place: 'claude', approved: true }, page);
  let told = 0;
  engine.subscribe(({ event }) => {
    told += event === 'conversations.changed' ? 1 : 0;
  });
  const afterA = async (change: () => void): Promise<number> => {
    const before = told;
    change();
    await ports.clock.advance(5000);
    // A second viewer in the same way, from before.
    await engine.call('conversations.list', { offset: 0, limit: 1, revision: undefined, parent: undefined }, page);
    return told - before;
  };
  const add = (): void => ports.outside.write(path, '{}\n'.repeat(told + 1));
  expect(await afterA(add)).toBe(0);
  await watch('page', true);
  await watch('other', true);
  expect(await afterA(() => undefined)).toBe(0);
  expect(await afterA(() => ports.outside.write(path.replace('1', '2'), '{}\n'))).toBe(1);
  expect(await afterA(() => ports.outside.write(path, '{}\n{}\n{}\n'))).toBe(1);
  expect(await afterA(() => ports.outside.remove(path))).toBe(1);
  await watch('page', false);
  expect(await afterA(add)).toBe(1);
  await watch('other', false);
  expect(await afterA(add)).toBe(0);
});
