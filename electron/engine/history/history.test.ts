import { expect, test } from 'vitest';
import { createFaultyFiles } from '#testing/faulty-files.ts';
import { createMemoryPorts } from '#testing/memory-ports.ts';
import { createHistory } from './history.ts';

/** The histories of two processes that follow the same workspace. */
function twoProcesses() {
  const real = createMemoryPorts({ day: '2026-01-16' });
  const files = createFaultyFiles(real.files);
  const ports = { ...real, files };
  const history = () => createHistory(ports, () => '/data/history', { read: () => null, onChange: () => undefined });
  const version = (text: string) => {
    const bytes = ports.encodeText(text);
    return {
      at: ports.clock.now(),
      file: 'global.md',
      who: 'outside',
      action: 'read',
      hash: ports.hash(bytes),
      bytes,
    } as const;
  };
  const [one, other] = [history(), history()];
  const texts = async (): Promise<string[]> => {
    const kept = (await one.lines()).flatMap((line) => ('hash' in line ? [line.hash] : []));
    const recalled = await Promise.all(kept.map((hash) => one.recall(hash)));
    return recalled.map((bytes) => (bytes && ports.decodeText(bytes)) ?? 'gone');
  };
  return { one, other, version, texts, files };
}

test('does not note as returned what another process noted while it was being read', async () => {
  const { one, other, version, texts } = twoProcesses();
  await one.keep(version('a'));
  const readAfter = one.lastKnown();
  await other.keep(version('b'));
  await other.keep({ ...version('c'), who: 'assistant', action: 'Learned c' });
  await one.keep({ ...version('b'), readAfter });
  expect(await texts()).toEqual(['a', 'b', 'c']);
  await one.keep({ ...version('c'), readAfter: one.lastKnown() });
  expect(await texts()).toEqual(['a', 'b', 'c']);
});

test('notes again what was noted before it was read and has returned since', async () => {
  const { one, other, version, texts } = twoProcesses();
  await one.keep(version('a'));
  await other.keep(version('b'));
  await one.lines();
  await one.keep({ ...version('a'), readAfter: one.lastKnown() });
  expect(await texts()).toEqual(['a', 'b', 'a']);
});

test('stores a text before its version is noted, and continues past one that can’t be stored yet', async () => {
  const { one, version, texts, files } = twoProcesses();
  await one.prepare(version('a'));
  expect(await one.stored()).toEqual([version('a').hash]);
  expect(await texts()).toEqual([]);
  files.forbid('/data', 'disk_full');
  await one.prepare(version('b'));
  files.forbid(null);
  await one.keep(version('b'));
  expect(await texts()).toEqual(['b']);
});
