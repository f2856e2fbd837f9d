import { ContextureError } from '#shared/contract/errors.ts';
import type { FileInfo, Files, Ports } from '../ports.ts';

/** What belongs to a database: the file itself, what was written since, and what undoes a change that was cut off. */
const parts = ['', '-wal', '-journal'];
/** Beside a database that is open. */
const beside = [...parts, '-shm'];
/** Larger databases are not copied. */
const maxBytes = 1024 * 1024 * 1024;
/** A program that writes all the time is tried so often. */
const attempts = 5;

/** Differs where a file is another one, or may say something else. */
export const stateOf = (info: FileInfo | null): string =>
  info === null ? '' : `${info.identity} ${info.size} ${info.modifiedAt} ${info.changedAt}`;

/** The same of all parts of a database. */
export const statesOf = async (files: Pick<Files, 'info'>, path: string): Promise<string> =>
  (await Promise.all(parts.map((part) => files.info(path + part)))).map(stateOf).join('\n');

/**
 * What is read from a database of another program. Opening it would write beside it, even only to read: it is copied with all that
 * belongs to it into the app's data, as it was at one moment, and the copy is read and removed.
 * @throws `busy` where it does not stop changing, and as `read`
 */
export async function readCopy<T>(ports: Ports, path: string, read: (copy: string) => Promise<T>): Promise<T> {
  const { files, paths } = ports;
  const folder = folderOfCopies(ports);
  const copy = paths.join(folder, ports.newId());
  await discardLeftovers(ports, folder);
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      // Two changes at nearly the same time may leave the same time behind.
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
    throw new ContextureError(
      'busy',
      `${path} is being written all the time. Try again later.`,
      { path },
      { retry: true },
    );
  } finally {
    for (const part of beside) {
      await files.discard(copy + part);
    }
  }
}

const folderOfCopies = ({ paths, dataFolder }: Ports): string => paths.join(dataFolder, 'conversations', 'reading');

/** Copies that are there only until they are read. What a crash left of them is removed. */
export async function copiesBeingRead(ports: Ports): Promise<string[]> {
  const folder = folderOfCopies(ports);
  await discardLeftovers(ports, folder);
  return (await ports.files.list(folder)).map(({ name }) => ports.paths.join(folder, name));
}

/** No copy is read for as long. */
const leftAfterMs = 10 * 60 * 1000;

/** Removes the copies of a process that ended while it read them. */
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
