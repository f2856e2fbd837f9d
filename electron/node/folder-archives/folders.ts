import { dirname, join } from 'node:path';
import { ContextureError } from '#shared/contract/errors.ts';
import { nameExclusively } from '../exchange.ts';
import { leftoverPath, leftoverTarget, noHash, parseLeftover } from '../leftover-names.ts';
import { closeQuietly, writeAll } from '../staging.ts';
import { createFlags, errnoOf, type SystemCalls } from '../system-calls.ts';
import { ifThere } from '../target.ts';
import type { TarEntry } from './tar.ts';
import { type Contents, hashOfParts } from './walk.ts';

/** Writes an archive's contents into a new folder. @returns the contents that the folder must have */
export async function unpackInto(
  calls: SystemCalls,
  root: string,
  entries: AsyncIterable<TarEntry>,
): Promise<Contents> {
  const expected = new Map<string, string>([['', '']]);
  const folders: Omit<TarEntry, 'parts'>[] = [];
  await calls.mkdir(root, 0o700);
  for await (const entry of entries) {
    const path = join(root, entry.path);
    // Another program's archive may leave folders out.
    for (let above = dirname(entry.path); above !== '.' && !expected.has(above); above = dirname(above)) {
      expected.set(above, '');
    }
    await calls.mkdir(entry.kind === 'folder' ? path : dirname(path), 0o700);
    if (entry.kind === 'folder') {
      folders.push(entry);
      expected.set(entry.path, '');
    } else {
      expected.set(entry.path, await writeFile(calls, path, entry));
    }
  }
  // Set these last: each new file changes its folder's time, and none can be made in a read-only folder.
  for (const { path, mode, modifiedAt } of folders.sort((one, other) => other.path.length - one.path.length)) {
    await calls.syncFolder(join(root, path));
    await calls.setFolderFacts(join(root, path), { mode, modifiedAt: secondsOf(modifiedAt) });
  }
  await calls.syncFolder(root);
  return expected;
}

/** Converts to seconds, plus half a microsecond away from 1970, because the system cuts off fractions of a microsecond. */
const secondsOf = (nanoseconds: bigint): number =>
  (Number(nanoseconds / 1000n) + (nanoseconds < 0n ? -0.5 : 0.5)) / 1e6;

async function writeFile(calls: SystemCalls, path: string, { parts, mode, modifiedAt }: TarEntry): Promise<string> {
  const file = await calls.open(path, createFlags, 0o600);
  try {
    let at = 0;
    const writing = async function* (): AsyncGenerator<Uint8Array> {
      for await (const part of parts) {
        await writeAll(file, part, at);
        at += part.length;
        yield part;
      }
    };
    const hash = await hashOfParts(writing());
    await file.chmod(mode);
    await file.setModifiedAt(secondsOf(modifiedAt));
    await file.sync();
    return hash;
  } finally {
    await closeQuietly(file);
  }
}

/** Removes a folder of ours with all its contents. */
export async function removeTree(calls: SystemCalls, folder: string): Promise<void> {
  for (const entry of await calls.readdir(folder)) {
    const path = join(folder, entry.name);
    const remove = () => (entry.isDirectory() ? removeTree(calls, path) : calls.unlink(path));
    try {
      await remove();
    } catch (error) {
      if (errnoOf(error) !== 'EACCES') {
        throw error;
      }
      // The folder may be read-only, as it was when it was archived.
      await calls.setFolderFacts(folder, { mode: 0o700, modifiedAt: Date.now() / 1000 });
      await remove();
    }
  }
  await calls.rmdir(folder);
}

/** Moves a file or folder to its place. @throws `key_exists` if something is there */
export async function place(calls: SystemCalls, staged: string, target: string): Promise<void> {
  const stats = await calls.lstat(staged);
  try {
    if (stats.isDirectory()) {
      await calls.renameIfAbsent(staged, target);
    } else {
      await nameExclusively(calls, staged, target);
      await ifThere(() => calls.unlink(staged));
    }
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') {
      const message = `${target} is there already, and nothing is written over it. Nothing was changed.`;
      throw new ContextureError('key_exists', message, { path: target });
    }
    throw error;
  }
  await calls.syncFolder(dirname(target));
}

/** Lists files and folders with a hidden name of ours in a folder. */
export async function leftoversIn(calls: SystemCalls, folder: string) {
  const entries = (await ifThere(() => calls.readdir(folder))) ?? [];
  return entries.flatMap((entry) => {
    const leftover = parseLeftover(entry.name);
    return leftover === null ? [] : [{ leftover, isFolder: entry.isDirectory(), path: join(folder, entry.name) }];
  });
}

/** Gives a folder a hidden name in one step. */
export async function setFolderAside(calls: SystemCalls, folder: string): Promise<string> {
  const aside = leftoverPath('aside', folder, noHash);
  await calls.rename(folder, aside);
  await calls.syncFolder(dirname(folder));
  return aside;
}

/** Finds a folder that any process set aside; null if there is none. */
export async function findAside(calls: SystemCalls, folder: string): Promise<string | null> {
  const aside = (await leftoversIn(calls, dirname(folder))).find(
    ({ leftover: { kind, target }, isFolder }) => kind === 'aside' && isFolder && target === leftoverTarget(folder),
  );
  return aside?.path ?? null;
}
