import { expect, test } from 'vitest';
import { createMemoryPorts } from '#testing/memory-ports.ts';
import type { Ports } from '../ports.ts';
import { readCopy } from './read-copy.ts';

const path = '/home/person/.hermes/state.db';

/** A text in place of a database, and a program that writes to it a number of times while it is copied. */
function copying(writes: number) {
  const memory = createMemoryPorts();
  memory.outside.write(path, 'state 0');
  memory.outside.write(`${path}-wal`, 'wal 0');
  let left = writes;
  let count = 0;
  const textOf = async (file: string) => {
    const read = await memory.files.read(file, { maxBytes: 1000 });
    return read.state === 'present' ? memory.decodeText(read.bytes) : null;
  };
  const ports: Ports = {
    ...memory,
    files: {
      ...memory.files,
      async storeCopy(from, to) {
        const copied = await memory.files.storeCopy(from, to);
        if (left > 0 && from === path) {
          left -= 1;
          count += 1;
          await memory.clock.advance(200);
          // A checkpoint moves the text from one file to the other.
          memory.outside.write(path, `state ${count}`);
          memory.outside.write(`${path}-wal`, `wal ${count}`);
        }
        return copied;
      },
    },
  };
  const read = async (copy: string) => ({ main: await textOf(copy), wal: await textOf(`${copy}-wal`) });
  const folder = '/home/person/.local/share/contexture/conversations/reading';
  const copies = async () => (await memory.files.list(folder)).map(({ name }) => name);
  return { memory, folder, read: () => readCopy(ports, path, read), copies };
}

test('copies a database again that is written meanwhile, so that the copy is of one moment', async () => {
  for (const writes of [0, 1, 3]) {
    const { read, copies } = copying(writes);
    expect(await read()).toEqual({ main: `state ${writes}`, wal: `wal ${writes}` });
    expect(await copies()).toEqual([]);
  }
});

test('reports a database that is written all the time, and leaves no copy', async () => {
  const { read, copies } = copying(100);
  await expect(read()).rejects.toMatchObject({ code: 'busy', retry: true });
  expect(await copies()).toEqual([]);
});

test('removes copies left by a process that ended while reading them', async () => {
  const { memory, folder, read, copies } = copying(0);
  memory.outside.write(`${folder}/old-wal`, 'what somebody said');
  await memory.clock.advance(11 * 60 * 1000);
  memory.outside.write(`${folder}/of-another-process`, 'what somebody said');
  await read();
  expect(await copies()).toEqual(['of-another-process']);
});
