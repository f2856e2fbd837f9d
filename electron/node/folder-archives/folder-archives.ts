import { dirname } from 'node:path';
import type { FolderArchives } from '#engine/ports.ts';
import { saying } from '../file-errors.ts';
import { inUse } from '../sweep.ts';
import type { SystemCalls } from '../system-calls.ts';
import { ifThere } from '../target.ts';
import { findAside, leftoversIn, place, removeTree, setFolderAside } from './folders.ts';
import { contentsIn, pack, read, rewrite, unpack } from './packing.ts';
import { contentsOf, hasAllContents, hashOfParts, partsOf, stampOf, walk } from './walk.ts';

export function createFolderArchives(calls: SystemCalls): FolderArchives {
  return {
    pack: (folder, archive) => saying({ doing: 'pack', path: folder }, () => pack(calls, folder, archive)),
    stampOf: (folder) => saying({ doing: 'look at', path: folder }, async () => stampOf(await walk(calls, folder))),
    unpack: (archive, folder) => saying({ doing: 'unpack', path: archive }, () => unpack(calls, archive, folder)),
    place: (staged, target) => saying({ doing: 'write', path: target }, () => place(calls, staged, target)),
    setAside: (folder) => saying({ doing: 'move', path: folder }, () => setFolderAside(calls, folder)),
    asideOf: (folder) => saying({ doing: 'look at', path: folder }, () => findAside(calls, folder)),
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
        return { isInArchive: hasAllContents(ofFolder, ofArchive), isInFolder: hasAllContents(ofArchive, ofFolder) };
      }),
    hashOf: (archive) =>
      saying({ doing: 'read', path: archive }, () => ifThere(() => hashOfParts(partsOf(calls, archive)))),
    read: (archive, wanted) => read(calls, archive, wanted),
    rewrite: (archive, files) => saying({ doing: 'rewrite', path: archive }, () => rewrite(calls, archive, files)),
    sweep: (folder) => saying({ doing: 'tidy', path: folder }, () => sweep(calls, folder)),
  };
}

async function sweep(calls: SystemCalls, folder: string): Promise<void> {
  for (const { leftover, isFolder, path } of await leftoversIn(calls, folder)) {
    if (leftover.kind === 'new' && !(await inUse(path, leftover, { calls, now: () => Date.now() }))) {
      await (isFolder ? removeTree(calls, path) : ifThere(() => calls.unlink(path)));
    }
  }
}
