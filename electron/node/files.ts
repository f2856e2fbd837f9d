import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import type { Clock, FileRead, Files, FolderItem } from '#engine/ports.ts';
import { createAppend } from './append.ts';
import { systemClock, systemTiming, type TimerSettings } from './clock.ts';
import { saying } from './file-errors.ts';
import { fileKind, infoOf, readPart, readWholeFile } from './file-facts.ts';
import { moveFolder, settleFolderMove } from './folder-archives/moving.ts';
import { sha256 } from './hash.ts';
import { isLeftoverName } from './leftover-names.ts';
import { createOwnData } from './own-data.ts';
import { createPatientCalls } from './patient-calls.ts';
import { type Access, closeQuietly, makeFolderDurably } from './staging.ts';
import { createSupersededVersions } from './superseded-versions.ts';
import { sweepFolder } from './sweep.ts';
import { errnoOf, readFlags, type SystemCalls, systemCalls } from './system-calls.ts';
import { destinationOf, ifThere } from './target.ts';
import { createWritePath } from './write-path.ts';

export type NodeFiles = ReturnType<typeof createFiles>;

export type FilesOptions = {
  readonly calls?: SystemCalls;
  /** Decides when superseded files get their second look. */
  readonly clock?: Clock;
  /** Paces waiting for a file to settle and for Windows to let go of one. */
  readonly timing?: TimerSettings;
  /** Saves a version that a sweep finds and that may never have been handed over; without it, it stays in place. */
  readonly recover?: (target: string, bytes: Uint8Array) => Promise<void>;
};

export function createFiles(options: FilesOptions = {}) {
  const timing = options.timing ?? systemTiming;
  const plain = options.calls ?? systemCalls;
  const calls = process.platform === 'win32' ? createPatientCalls(plain, timing) : plain;
  const superseded = createSupersededVersions(calls, options.clock ?? systemClock);
  const recover = options.recover ?? (() => Promise.reject(new Error('There is no place to keep it')));

  const accessBefore = new Map<string, Access>();

  async function read(path: string, maxBytes: number): Promise<FileRead> {
    const file = await ifThere(() => calls.open(path, readFlags));
    if (file === null) {
      return { state: 'absent' };
    }
    try {
      const { bytes, stats } = await readWholeFile(file, path, maxBytes);
      accessBefore.set(path, { mode: stats.mode, uid: stats.uid, gid: stats.gid });
      return { state: 'present', bytes, hash: sha256(bytes), info: { ...infoOf(stats), size: bytes.length } };
    } finally {
      await closeQuietly(file);
    }
  }

  async function partOf(path: string, from: number, length: number) {
    const file = await ifThere(() => calls.open(path, readFlags));
    if (file === null) {
      return null;
    }
    try {
      const { bytes, stats } = await readPart(file, path, from, length);
      return { bytes, info: infoOf(stats) };
    } finally {
      await closeQuietly(file);
    }
  }

  async function item(folder: string, entry: Dirent): Promise<FolderItem | null> {
    const { name } = entry;
    // The folder tells the kinds, which saves a call for each of perhaps ten thousand files.
    if (entry.isFile() || entry.isDirectory()) {
      return { name, kind: entry.isFile() ? 'file' : 'folder', mayBeLink: false };
    }
    const path = join(folder, name);
    const stats = (await ifThere(() => calls.stat(path)).catch(() => null)) ?? (await ifThere(() => calls.lstat(path)));
    // Null if it was removed since the folder was read.
    return stats && { name, kind: fileKind(stats), mayBeLink: true };
  }

  async function entriesOf(folder: string): Promise<Dirent[]> {
    try {
      return await calls.readdir(folder);
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') {
        return [];
      }
      throw error;
    }
  }

  async function list(folder: string): Promise<FolderItem[]> {
    const entries = (await entriesOf(folder)).filter(({ name }) => !isLeftoverName(name));
    const items = await Promise.all(entries.map((entry) => item(folder, entry)));
    return items.filter((each) => each !== null);
  }

  async function removeEmptyFolders(folder: string): Promise<void> {
    for (const entry of await entriesOf(folder).catch(() => [])) {
      if (entry.isDirectory()) {
        await removeEmptyFolders(join(folder, entry.name));
      }
    }
    // This call doesn't remove a folder that isn't empty, even if it got a file just now.
    await calls.rmdir(folder).catch(() => {});
  }

  async function leftovers(folder: string): Promise<string[]> {
    const entries = await entriesOf(folder);
    return entries.filter(({ name }) => isLeftoverName(name)).map(({ name }) => join(folder, name));
  }

  const files: Files = {
    ...createOwnData(calls),
    ...createWritePath({ calls, superseded, accessBefore }),
    ...createAppend(calls),
    read: (path, { maxBytes }) => saying({ doing: 'read', path }, () => read(path, maxBytes)),
    readPart: (path, from, length) => saying({ doing: 'read', path }, () => partOf(path, from, length)),
    info: (path) =>
      saying({ doing: 'look at', path }, async () => {
        const stats = await ifThere(() => calls.stat(path));
        return stats && { ...infoOf(stats), kind: fileKind(stats) };
      }),
    list: (folder) => saying({ doing: 'list', path: folder }, () => list(folder)),
    leftovers: (folder) => saying({ doing: 'list', path: folder }, () => leftovers(folder)),
    realPath: (path) => saying({ doing: 'look at', path }, () => ifThere(() => calls.realpath(path))),
    destination: (path) => saying({ doing: 'look at', path }, () => destinationOf(calls, path)),
    makeFolder: (folder) =>
      saying({ doing: 'make the folder', path: folder }, () => makeFolderDurably(calls, folder, 0o777)),
    removeEmptyFolders,
    moveFolder: (from, to) => saying({ doing: 'move', path: from }, () => moveFolder({ calls, superseded }, from, to)),
    settleFolderMove: (from, to) => saying({ doing: 'move', path: from }, () => settleFolderMove(calls, from, to)),
    settle: (path) => saying({ doing: 'look at', path }, () => settleFile(calls, timing, path)),
    sweep: (folder, onRecovered) =>
      sweepFolder(folder, {
        calls,
        superseded,
        now: () => Date.now(),
        recover: async (target, bytes) => {
          await recover(target, bytes);
          await onRecovered?.(target, bytes);
        },
      }),
  };
  /** Takes the second look at superseded files now and removes them. Await it before the process ends. */
  return { ...files, close: superseded.close };
}

const quietMs = 100;
const patienceMs = 1000;

/**
 * Waits until a file has not changed for 100 ms, at most a second. Looks again after each wait, because the file's time
 * may be coarse, or from a machine whose clock is ahead.
 */
async function settleFile(calls: SystemCalls, timing: TimerSettings, path: string): Promise<void> {
  const deadline = timing.elapsed() + patienceMs;
  let before = await ifThere(() => calls.stat(path));
  if (before === null) {
    return;
  }
  const age = timing.now() - Number(before.mtimeNs) / 1e6;
  if (age >= quietMs) {
    return;
  }
  let wait = Math.ceil(quietMs - Math.max(0, age));
  while (timing.elapsed() + wait <= deadline) {
    await timing.wait(wait);
    const after = await ifThere(() => calls.stat(path));
    if (
      after === null ||
      (after.ino === before.ino && after.size === before.size && after.mtimeNs === before.mtimeNs)
    ) {
      return;
    }
    before = after;
    wait = quietMs;
  }
}
