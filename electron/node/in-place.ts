import type { BigIntStats } from 'node:fs';
import { ContextureError } from '#shared/contract/errors.ts';
import { readWholeFile } from './file-facts.ts';
import { leftoverPath, noHash } from './leftover-names.ts';
import { closeQuietly, dropFile, orNothing, requireWhole, writeAll } from './staging.ts';
import { createFlags, errnoOf, type OpenFile, rewriteFlags, type SystemCalls } from './system-calls.ts';

type WrittenInPlace = { readonly superseded: Uint8Array; readonly stats: BigIntStats };

/**
 * Rewrites the target itself, whose name must keep leading to this very file. A copy of the old text is beside it
 * meanwhile, so that a power cut loses nothing. For a few milliseconds a reader may see the file half written, and a
 * program that writes just then is overwritten unseen.
 */
export async function writeInPlace(calls: SystemCalls, target: string, bytes: Uint8Array): Promise<WrittenInPlace> {
  const file = await calls.open(target, rewriteFlags);
  try {
    const before = await readWholeFile(file, target, Number.MAX_SAFE_INTEGER);
    const copy = await keepCopy(calls, target, before.bytes);
    try {
      const stats = await rewrite(file, bytes, target);
      await dropCopy(calls, copy);
      return { superseded: before.bytes, stats };
    } catch (error) {
      await restoreBytes(file, before.bytes, target, copy, error);
      await dropCopy(calls, copy);
      throw error;
    }
  } finally {
    await closeQuietly(file);
  }
}

async function rewrite(file: OpenFile, bytes: Uint8Array, target: string): Promise<BigIntStats> {
  await writeAll(file, bytes, 0);
  await file.truncate(bytes.length);
  await file.sync();
  // Compare bytes, not sizes: the old text may have been as long, and truncating also lengthens.
  const written = await readWholeFile(file, target, Number.MAX_SAFE_INTEGER);
  if (Buffer.compare(written.bytes, bytes) !== 0) {
    throw Object.assign(new Error('The disk did not keep what was written'), { code: 'ENOSPC' });
  }
  return written.stats;
}

async function restoreBytes(file: OpenFile, bytes: Uint8Array, target: string, copy: string | null, cause: unknown) {
  try {
    await rewrite(file, bytes, target);
  } catch {
    const where =
      copy === null ? 'The previous version is in the history.' : `The previous version is complete in ${copy}.`;
    const message = `Could not save ${target}: the disk failed half way, and the file may be incomplete. ${where} Check the disk, then restore it.`;
    throw new ContextureError('io_failed', message, { path: target, copy }, { cause });
  }
}

/** Keeps a copy beside the target; null if the folder takes no new files, and the caller's snapshot is the only copy. */
async function keepCopy(calls: SystemCalls, target: string, bytes: Uint8Array): Promise<string | null> {
  const path = leftoverPath('aside', target, noHash);
  let copy: OpenFile;
  try {
    copy = await calls.open(path, createFlags, 0o600);
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errnoOf(error) ?? '')) {
      return null;
    }
    throw error;
  }
  await orNothing(calls, copy, path, async () => {
    await writeAll(copy, bytes, 0);
    await copy.sync();
    requireWhole(await copy.stat(), bytes.length, target);
    await copy.close();
  });
  return path;
}

async function dropCopy(calls: SystemCalls, copy: string | null): Promise<void> {
  if (copy !== null) {
    await dropFile(calls, copy);
  }
}
