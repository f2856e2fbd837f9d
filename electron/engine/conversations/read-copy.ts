import { ContextureError } from '#shared/contract/errors.ts';
import type { FileInfo, Files, Ports } from '../ports.ts';

/** Endings of a database's files: the database, later writes, and the rollback of a change that was cut off. */
const parts = ['', '-wal', '-journal'];
const allParts = [...parts, '-shm'];
const maxBytes = 1024 * 1024 * 1024;
const attempts = 5;

/** Text that differs if a file is another one, or may have changed. */
export const copyState = (info: FileInfo | null): string =>
  info === null ? '' : `${info.identity} ${info.size} ${info.modifiedAt} ${info.changedAt}`;

export const statesOf = async (files: Pick<Files, 'info'>, path: string): Promise<string> =>
  (await Promise.all(parts.map((part) => files.info(path + part)))).map(copyState).join('\n');

/** Reads another program's database from a copy, as opening it would write beside it. @throws `busy` if it keeps changing */
export async function readCopy<T>(ports: Ports, path: string, read: (copy: string) => Promise<T>): Promise<T> {
  const { files, paths } = ports;
  const folder = folderOfCopies(ports);
  const copy = paths.join(folder, ports.newId());
  await discardLeftovers(ports, folder);
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      // Two changes at nearly the same time may get the same timestamp.
      await Promise.all(parts.map((part) => files.settle(path + part)));
      const before = await statesOf(files, path);
      if (((await files.info(path))?.size ?? 0) > maxBytes) {
        throw new ContextureError('too_large', `${path} is more than ${maxBytes / 1024 / 1024} MB.`, { path });
      }
      for (const part of parts) {
        await files.discard(copy + part);
        await files.storeCopy(path + part, copy + part);
      }
      if (before === (await statesOf(files, path))) {
        return await read(copy);
      }
    }
    const message = `${path} is being written all the time. Try again later.`;
    throw new ContextureError('busy', message, { path }, { retry: true });
  } finally {
    for (const part of allParts) {
      await files.discard(copy + part);
    }
  }
}

const folderOfCopies = ({ paths, dataFolder }: Ports): string => paths.join(dataFolder, 'conversations', 'reading');

/** Copies that exist only until they are read. Removes leftovers of a crash. */
export async function copiesBeingRead(ports: Ports): Promise<string[]> {
  const folder = folderOfCopies(ports);
  await discardLeftovers(ports, folder);
  return (await ports.files.list(folder)).map(({ name }) => ports.paths.join(folder, name));
}

/** Milliseconds; no copy is read for that long. */
const leftAfterMs = 10 * 60 * 1000;

async function discardLeftovers({ files, paths, clock }: Ports, folder: string): Promise<void> {
  await files.sweep(folder);
  for (const { name } of await files.list(folder)) {
    const path = paths.join(folder, name);
    const info = await files.info(path);
    if (info !== null && clock.now() - info.changedAt > leftAfterMs) {
      await files.discard(path);
    }
  }
}
