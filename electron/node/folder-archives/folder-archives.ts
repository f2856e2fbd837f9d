import { dirname, join } from 'node:path';
import type { FolderArchives } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { nameExclusively } from '../exchange.ts';
import { saying } from '../file-errors.ts';
import { leftoverPath, leftoverTarget, noHash, parseLeftover } from '../leftover-names.ts';
import { inUse } from '../sweep.ts';
import { errnoOf, type SystemCalls } from '../system-calls.ts';
import { ifThere } from '../target.ts';
import { removeTree } from './folders.ts';
import { contentsIn, pack, read, rewrite, unpack } from './packing.ts';
import { contentsOf, hashOfParts, isWithin, partsOf, stampOf, walk } from './walk.ts';

export function createFolderArchives(calls: SystemCalls): FolderArchives {
  return {
    pack: (folder, archive) => saying({ doing: 'pack', path: folder }, () => pack(calls, folder, archive)),
    stampOf: (folder) => saying({ doing: 'look at', path: folder }, async () => stampOf(await walk(calls, folder))),
    unpack: (archive, folder) => saying({ doing: 'unpack', path: archive }, () => unpack(calls, archive, folder)),
    place: (staged, target) => saying({ doing: 'write', path: target }, () => place(calls, staged, target)),
    setAside: (folder) =>
      saying({ doing: 'move', path: folder }, async () => {
        const aside = leftoverPath('aside', folder, noHash);
        await calls.rename(folder, aside);
        await calls.syncFolder(dirname(folder));
        return aside;
      }),
    asideOf: (folder) => saying({ doing: 'look at', path: folder }, () => asideOf(calls, folder)),
    remove: (path) =>
      saying({ doing: 'remove', path }, async () => {
        const stats = await ifThere(() => calls.lstat(path));
        if (stats !== null) {
          await (stats.isDirectory() ? removeTree(calls, path) : calls.unlink(path));
          await calls.syncFolder(dirname(path));
        }
      }),
    compare: (folder, archive) =>
      saying({ doing: 'compare', path: folder }, async () => {
        const [ofFolder, ofArchive] = [await contentsOf(calls, folder), await contentsIn(calls, archive)];
        return { isInArchive: isWithin(ofFolder, ofArchive), isInFolder: isWithin(ofArchive, ofFolder) };
      }),
    hashOf: (archive) =>
      saying({ doing: 'read', path: archive }, () => ifThere(() => hashOfParts(partsOf(calls, archive)))),
    read: (archive, wanted) => read(calls, archive, wanted),
    rewrite: (archive, files) => saying({ doing: 'rewrite', path: archive }, () => rewrite(calls, archive, files)),
    sweep: (folder) => saying({ doing: 'tidy', path: folder }, () => sweep(calls, folder)),
  };
}

async function place(calls: SystemCalls, staged: string, target: string): Promise<void> {
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

async function leftoversIn(calls: SystemCalls, folder: string) {
  const entries = (await ifThere(() => calls.readdir(folder))) ?? [];
  return entries.flatMap((entry) => {
    const leftover = parseLeftover(entry.name);
    return leftover === null ? [] : [{ leftover, isFolder: entry.isDirectory(), path: join(folder, entry.name) }];
  });
}

async function asideOf(calls: SystemCalls, folder: string): Promise<string | null> {
  const found = (await leftoversIn(calls, dirname(folder))).find(
    ({ leftover: { kind, target }, isFolder }) => kind === 'aside' && isFolder && target === leftoverTarget(folder),
  );
  return found?.path ?? null;
}

async function sweep(calls: SystemCalls, folder: string): Promise<void> {
  for (const { leftover, isFolder, path } of await leftoversIn(calls, folder)) {
    if (leftover.kind === 'new' && !(await inUse(path, leftover, { calls, now: () => Date.now() }))) {
      await (isFolder ? removeTree(calls, path) : ifThere(() => calls.unlink(path)));
    }
  }
}
