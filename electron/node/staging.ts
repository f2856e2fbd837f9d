import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { ContextureError } from '#shared/contract/errors.ts';
import { leftoverPath } from './leftover-names.ts';
import { createFlags, errnoOf, type OpenFile, type SystemCalls } from './system-calls.ts';

/** New text, whole and durable on disk under a hidden name beside its target. */
export type StagedFile = { readonly path: string; readonly stats: BigIntStats };

/** Permissions, owner and group of a file. */
export type Access = Pick<BigIntStats, 'mode' | 'uid' | 'gid'>;

/** The file about to be superseded, open, so that the new one can be made to look like it. */
export type Model = { readonly file: OpenFile; readonly stats: BigIntStats };

/**
 * Writes the bytes of a new file beside its target, verified and flushed to the disk. On failure nothing stays.
 * @param like file whose mode and group it takes; without one the system decides
 */
export async function stageNew(
  calls: SystemCalls,
  target: string,
  bytes: Uint8Array,
  hash: string,
  like: Access | null,
): Promise<StagedFile> {
  const path = leftoverPath('new', target, hash);
  const file = await openInFolder(calls, path, createFlags, like === null ? 0o666 : 0o600, 0o777);
  return await orNothing(calls, file, path, async () => {
    await writeAll(file, bytes, 0);
    if (like !== null) {
      await takeModeOf(file, like);
    }
    await file.sync();
    const stats = await file.stat();
    requireWhole(stats, bytes.length, target);
    await file.close();
    return { path, stats };
  });
}

/** Takes the mode of `like`, but stays writable for its owner, to be changed again. Only the group of `like` gets group access. */
async function takeModeOf(file: OpenFile, like: Access): Promise<void> {
  const mode = (modeOf(like) & 0o666) | 0o600;
  const isSameGroup = await keepGroup(file, await file.stat(), like, mode);
  await file.chmod(isSameGroup ? mode : mode & 0o606);
}

/**
 * Writes `bytes` beside the target, verified and flushed to the disk, with mode, group and attributes of `model`. On
 * failure nothing stays. Null if the group can't be kept, so that the target had better be written in place.
 */
export async function stage(
  calls: SystemCalls,
  target: string,
  bytes: Uint8Array,
  hash: string,
  model: Model,
): Promise<StagedFile | null> {
  const path = leftoverPath('new', target, hash);
  const file = await openInFolder(calls, path, createFlags, 0o600, 0o777);
  return await orNothing(calls, file, path, async () => {
    const kept = await write(file, bytes, model, target);
    await file.close();
    if (kept === null) {
      await dropFile(calls, path);
      return null;
    }
    // The name may hold the superseded version from here on, and has to say so if we are interrupted.
    const aside = leftoverPath('aside', target, hash);
    await calls.rename(path, aside);
    return { path: aside, stats: kept };
  });
}

/** Opens a file, and makes it and its folder if the flags say so. */
export async function openInFolder(calls: SystemCalls, path: string, flags: number, mode: number, folderMode: number) {
  try {
    return await calls.open(path, flags, mode);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') {
      throw error;
    }
    await makeFolderDurably(calls, dirname(path), folderMode);
    return await calls.open(path, flags, mode);
  }
}

/** Runs work on a new file, and removes the file if the work fails. */
export async function orNothing<T>(calls: SystemCalls, file: OpenFile, path: string, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    await closeQuietly(file);
    await dropFile(calls, path);
    throw error;
  }
}

/** Makes a folder and missing folders above it, names flushed to the disk. Does nothing if it exists. */
export async function makeFolderDurably(calls: SystemCalls, folder: string, mode: number): Promise<void> {
  const top = await calls.mkdir(folder, mode);
  if (top === undefined) {
    return;
  }
  const stop = dirname(top);
  for (let made = folder; made !== stop && made !== dirname(made); ) {
    made = dirname(made);
    await calls.syncFolder(made);
  }
}

async function write(file: OpenFile, bytes: Uint8Array, model: Model, target: string) {
  const mode = modeOf(model.stats);
  await writeAll(file, bytes, 0);
  await file.copyAttributesFrom(model.file);
  await file.chmod(mode);
  await file.sync();
  const stats = await file.stat();
  requireWhole(stats, bytes.length, target);
  return (await keepGroup(file, stats, model.stats, mode)) ? stats : null;
}

/** Gives a file the group of `model`, which a new file mostly has already. False if the group can't be kept. */
async function keepGroup(file: OpenFile, stats: BigIntStats, model: Access, mode: number): Promise<boolean> {
  if (process.platform === 'win32' || stats.gid === model.gid) {
    return true;
  }
  try {
    await file.chown(Number(model.uid), Number(model.gid));
  } catch (error) {
    if (errnoOf(error) === 'EPERM') {
      return false;
    }
    throw error;
  }
  // Set the mode again, because a change of group clears some of its bits.
  await file.chmod(mode);
  await file.sync();
  return true;
}

function modeOf(stats: Access): number {
  return Number(stats.mode & 0o7777n);
}

/** Writes all bytes, however few the system takes at a time. */
export async function writeAll(file: OpenFile, bytes: Uint8Array, position: number | null): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const written = await file.write(bytes.subarray(done), position === null ? null : position + done);
    if (written === 0) {
      throw Object.assign(new Error('The system took no more bytes'), { code: 'ENOSPC' });
    }
    done += written;
  }
}

/** Checks a file's size, because a write doesn't always report a full disk. @param length bytes that were written */
export function requireWhole(stats: BigIntStats, length: number, target: string): void {
  if (Number(stats.size) !== length) {
    const message = `Could not save ${target}: the disk took ${stats.size} of ${length} bytes. The file is unchanged. Free some space, then try again.`;
    throw new ContextureError('disk_full', message, { path: target }, { retry: true });
  }
}

export async function closeQuietly(file: OpenFile): Promise<void> {
  // The data has been flushed or read by now, or an error is already on its way.
  await file.close().catch(() => {});
}

/** Removes a hidden file of ours, in two tries. If both fail, a later sweep removes it. */
export async function dropFile(calls: SystemCalls, path: string): Promise<void> {
  try {
    await calls.unlink(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') {
      await calls.unlink(path).catch(() => {});
    }
  }
}
