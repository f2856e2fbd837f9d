import { dirname, join } from 'node:path';
import { ContextureError } from '#shared/contract/errors.ts';
import { nameExclusively } from '../exchange.ts';
import { leftoverPath, leftoverTarget, noHash, parseLeftover } from '../leftover-names.ts';
import { closeQuietly, writeAll } from '../staging.ts';
import { createFlags, errnoOf, type SystemCalls } from '../system-calls.ts';
import { ifThere } from '../target.ts';
import type { Entry } from './tar.ts';
import { type Contents, hashOfParts } from './walk.ts';

/** Writes what is in an archive into a new folder. @returns what is to stand there */
export async function unpackInto(calls: SystemCalls, root: string, entries: AsyncIterable<Entry>): Promise<Contents> {
  const expected = new Map<string, string>([['', '']]);
  const folders: Omit<Entry, 'parts'>[] = [];
  await calls.mkdir(root, 0o700);
  for await (const entry of entries) {
    const path = join(root, entry.path);
    // An archive of another program may leave folders out.
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
  // Last, because each file that is made changes the time of its folder, and none can be made in one that is read-only.
  for (const { path, mode, modifiedAt } of folders.sort((one, other) => other.path.length - one.path.length)) {
    await calls.syncFolder(join(root, path));
    await calls.setFolderFacts(join(root, path), { mode, modifiedAt: secondsOf(modifiedAt) });
  }
  await calls.syncFolder(root);
  return expected;
}

/** Half a microsecond more than it is, from 1970 on or back: the system cuts off what is less than a microsecond. */
const secondsOf = (nanoseconds: bigint): number =>
  (Number(nanoseconds / 1000n) + (nanoseconds < 0n ? -0.5 : 0.5)) / 1e6;

async function writeFile(calls: SystemCalls, path: string, { parts, mode, modifiedAt }: Entry): Promise<string> {
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

/** Removes a folder of ours with all in it. */
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
      // It may be read-only, as it was when it was archived.
      await calls.setFolderFacts(folder, { mode: 0o700, modifiedAt: Date.now() / 1000 });
      await remove();
    }
  }
  await calls.rmdir(folder);
}

/** Gives a file or folder its place. @throws `key_exists` where something is there */
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

/** What has a hidden name of ours in a folder. */
export async function leftoversIn(calls: SystemCalls, folder: string) {
  const entries = (await ifThere(() => calls.readdir(folder))) ?? [];
  return entries.flatMap((entry) => {
    const leftover = parseLeftover(entry.name);
    return leftover === null ? [] : [{ leftover, isFolder: entry.isDirectory(), path: join(folder, entry.name) }];
  });
}

/** Gives a folder a hidden name in one step. */
export async function setAside(calls: SystemCalls, folder: string): Promise<string> {
  const aside = leftoverPath('aside', folder, noHash);
  await calls.rename(folder, aside);
  await calls.syncFolder(dirname(folder));
  return aside;
}

/** Where a folder is that was set aside, by anyone; null if there is none. */
export async function asideOf(calls: SystemCalls, folder: string): Promise<string | null> {
  const found = (await leftoversIn(calls, dirname(folder))).find(
    ({ leftover: { kind, target }, isFolder }) => kind === 'aside' && isFolder && target === leftoverTarget(folder),
  );
  return found?.path ?? null;
}
