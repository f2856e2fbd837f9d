import { describe, expect, test } from 'vitest';
import { contextFormat } from '#shared/formats/context/format.ts';
import type { ArchiveFormat } from '#shared/formats/format.ts';
import { createMemoryPorts } from '#testing/memory-ports.ts';
import { createAccess } from '../workspace/access.ts';
import { ArchiveIndex } from './archive-index.ts';

const folder = '/home/person/notes/archive';
const archive = (line: string): string => `# Archived Context\n\n## Archived Insights\n- ${line}\n`;
const dayOf = (index: number): string => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10);
const nameOf = (index: number): string => `global-${dayOf(index)}.md`;

/** An archive of many files, each of which takes 5 ms to read, and all of them 80 ms to list. */
async function worldOf(count: number) {
  const ports = createMemoryPorts({ day: '2026-01-16' });
  let time = ports.clock.now();
  const read: string[] = [];
  const looked: string[] = [];
  const told: string[][] = [];
  let lists = 0;
  for (let index = 0; index < count; index++) {
    ports.outside.write(`${folder}/${nameOf(index)}`, archive(`note ${index}`));
  }
  time += 60_000;
  const bare = new ArchiveIndex(
    {
      ...ports,
      clock: { ...ports.clock, now: () => time },
      files: {
        ...ports.files,
        list: (path) => {
          time += 80;
          lists += 1;
          return ports.files.list(path);
        },
        info: (path) => {
          looked.push(ports.paths.basename(path));
          return ports.files.info(path);
        },
        read: (path, options) => {
          time += 5;
          read.push(ports.paths.basename(path));
          return ports.files.read(path, options);
        },
      },
    },
    { folder, format: contextFormat.archive as ArchiveFormat },
    (files, names) => told.push(files.map(({ name }) => name).concat(`of ${names.size}`)),
  );
  const turn = await createAccess(ports, '/home/person/notes/.contexture/lock').inTurn(async (each) => each);
  const index = {
    soFar: () => bare.soFar(),
    refresh: (...args: Tail<Parameters<typeof bare.refresh>>) => bare.refresh(turn, ...args),
    ready: (...args: Tail<Parameters<typeof bare.ready>>) => bare.ready(turn, ...args),
    readFor: (...args: Tail<Parameters<typeof bare.readFor>>) => bare.readFor(turn, ...args),
  };
  const pass = (ms: number): void => {
    time += ms;
  };
  return { index, ports, read, looked, told, pass, lists: () => lists };
}
type Tail<A extends readonly unknown[]> = A extends readonly [unknown, ...infer R] ? R : never;
const quiet = { progress: () => undefined, cancelled: () => false };

describe('an archive of many files', () => {
  test('loads in parts, newest first, and reads each file once', async () => {
    const { index, read, looked, told } = await worldOf(300);
    const first = await index.readFor(120);
    expect(looked).toEqual([]);
    expect(first.reading).toEqual({ done: first.files.length, total: 300 });
    expect(first.files.length).toBeGreaterThanOrEqual(64);
    expect(first.files.length).toBeLessThan(150);
    expect(first.files.map(({ name }) => name)).toEqual(
      Array.from({ length: first.files.length }, (_, place) => nameOf(299 - place)),
    );
    expect(told).toEqual([]);

    let reads = 1;
    for (let next = first; next.reading !== null; reads++) {
      next = await index.readFor(400);
    }
    expect(reads).toBeGreaterThan(2);
    expect((await index.ready()).map(({ name }) => name)).toEqual(read);
    expect(read).toHaveLength(300);
    // Once complete, it is saved at once.
    expect(told).toHaveLength(1);
    expect(told[0]).toHaveLength(301);
  });

  test('loads completely for a caller that needs all of it', async () => {
    const { index, read } = await worldOf(300);
    await index.readFor(120);
    expect(await index.ready()).toHaveLength(300);
    expect(read).toHaveLength(300);
    expect(index.soFar().reading).toBeNull();
  });

  test('is not loaded further by a check, which updates only the part already read', async () => {
    const { index, ports, read, looked, told } = await worldOf(300);
    const { files } = await index.readFor(120);
    ports.outside.write(`${folder}/${nameOf(299)}`, archive('another note'));
    ports.outside.remove(`${folder}/${nameOf(298)}`);
    expect(await index.refresh()).toBe(true);
    expect(looked.every((name) => read.includes(name))).toBe(true);
    expect(read).toHaveLength(files.length + 1);
    const now = index.soFar();
    expect(now.files[0]?.document?.entries[0]?.value).toBe('another note');
    expect(now.files[1]?.name).toBe(nameOf(297));
    expect(now.reading).toEqual({ done: files.length - 1, total: 299 });
    // The reader has had time to read on and has left: what it read is reported.
    expect(told).toEqual([]);
    await index.refresh();
    expect(told).toEqual([[...read, 'of 299']]);
  });

  test('saves what was read before it was stopped', async () => {
    const { index, read } = await worldOf(300);
    await expect(index.ready({ ...quiet, cancelled: () => read.length >= 100 })).rejects.toMatchObject({
      code: 'cancelled',
    });
    const stopped = read.length;
    expect(index.soFar().files).toHaveLength(stopped);
    await index.ready();
    expect(read).toHaveLength(300);
  });

  test('reports its progress', async () => {
    const { index } = await worldOf(300);
    const said: { readonly done: number; readonly total: number }[] = [];
    await index.ready({ ...quiet, progress: (progress) => said.push(progress) });
    expect(said.map(({ done }) => done)).toEqual([64, 128, 192, 256]);
    expect(new Set(said.map(({ total }) => total))).toEqual(new Set([300]));
  });

  test('is listed only now and then while nothing reports a change, not every two seconds', async () => {
    const { index, ports, lists, pass } = await worldOf(3);
    await index.ready();
    ports.outside.remove(`${folder}/${nameOf(1)}`);
    pass(2000);
    expect(await index.refresh('if it is time')).toBe(false);
    expect(lists()).toBe(1);
    pass(2000);
    expect(await index.refresh('if it is time')).toBe(true);
    expect(await index.refresh('if it is time')).toBe(false);
    expect(lists()).toBe(2);
    ports.outside.remove(`${folder}/${nameOf(2)}`);
    expect(await index.refresh()).toBe(true);
  });

  test('reports a file that was deleted while it was read', async () => {
    const { index, ports, told } = await worldOf(3);
    await index.ready();
    ports.outside.remove(`${folder}/${nameOf(1)}`);
    expect(await index.refresh()).toBe(true);
    expect(told.at(-1)).toEqual(['of 2']);
    expect(await index.refresh()).toBe(false);
    expect(told).toHaveLength(2);
  });
});
