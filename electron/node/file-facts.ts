import type { BigIntStats } from 'node:fs';
import type { FileInfo, FolderItem } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { notAFileError } from './file-errors.ts';
import type { OpenFile } from './system-calls.ts';

/** Facts of a file. Its identity includes the time of birth, because the next file gets a deleted file's inode number at once. */
export function infoOf(stats: BigIntStats): FileInfo {
  return {
    size: Number(stats.size),
    modifiedAt: Number(stats.mtimeNs) / 1e6,
    changedAt: Number(stats.ctimeNs) / 1e6,
    identity: `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`,
  };
}

export function fileKind(stats: BigIntStats): FolderItem['kind'] {
  return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
}

/** @throws `not_a_file` unless it is a regular file, and says what it is instead. */
export function requireFile(stats: BigIntStats, path: string): void {
  if (stats.isFile()) {
    return;
  }
  const kind = stats.isDirectory()
    ? 'a folder'
    : stats.isFIFO()
      ? 'a pipe'
      : stats.isSocket()
        ? 'a socket'
        : stats.isSymbolicLink()
          ? 'a link'
          : 'a device';
  throw notAFileError(path, kind);
}

/** Refuses read-only files. They could be replaced or removed, but whoever set them so would not expect that. */
export function requireWritable(stats: BigIntStats, path: string): void {
  if ((stats.mode & 0o200n) === 0n) {
    const message = `${path} is set read-only. The file is unchanged. Allow writing in its permissions, then try again.`;
    throw new ContextureError('no_permission', message, { path });
  }
}

const maxRounds = 5;

/** Reads a whole file, bytes and facts of one moment if it ever rests. @throws `not_a_file`, `too_large` */
export async function readWholeFile(file: OpenFile, path: string, maxBytes: number) {
  let before = await file.stat();
  requireFile(before, path);
  for (let round = 1; ; round++) {
    requireSize(Number(before.size), path, maxBytes);
    const bytes = await readOnce(file, Number(before.size));
    const after = await file.stat();
    const still = after.size === before.size && after.mtimeNs === before.mtimeNs && bytes.length === Number(after.size);
    if (still || round === maxRounds) {
      requireSize(bytes.length, path, maxBytes);
      return { bytes, stats: after };
    }
    before = after;
  }
}

/** Reads a part of a file, fewer bytes if it ends before. @throws `not_a_file` */
export async function readPart(file: OpenFile, path: string, from: number, length: number) {
  const stats = await file.stat();
  requireFile(stats, path);
  const rest = Math.max(0, Math.min(length, Number(stats.size) - from));
  return { bytes: await readOnce(file, rest, from), stats };
}

async function readOnce(file: OpenFile, expected: number, from = 0): Promise<Uint8Array> {
  // The caller compares the file's facts, and so notices if it grew meanwhile.
  const buffer = new Uint8Array(expected);
  let length = 0;
  while (length < buffer.length) {
    const got = await file.read(buffer.subarray(length), from + length);
    if (got === 0) {
      break;
    }
    length += got;
  }
  return buffer.subarray(0, length);
}

/** @throws `too_large` */
export function requireSize(size: number, path: string, maxBytes: number): void {
  if (size > maxBytes) {
    const message = `${path} has ${megabytes(size)} MB; Contexture opens files up to ${megabytes(maxBytes)} MB. Make it smaller or choose another file.`;
    throw new ContextureError('too_large', message, { path, size });
  }
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
