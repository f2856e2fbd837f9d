import { dirname } from 'node:path';
import type { FileInfo } from '#engine/ports.ts';
import { readAside } from './displaced-versions.ts';
import { fileError } from './file-errors.ts';
import { requireFile, requireWritable } from './file-facts.ts';
import { sha256 } from './hash.ts';
import { leftoverPath, noHash } from './leftover-names.ts';
import { nameExclusively } from './name-exclusively.ts';
import { dropFile } from './staging.ts';
import { errnoOf, type SystemCalls } from './system-calls.ts';
import { locate } from './target.ts';
import type { Outcome, WritePathContext } from './write-attempt.ts';

/** The facts about no file. */
const nothing: FileInfo = { size: 0, modifiedAt: 0, changedAt: 0, identity: '' };

/**
 * One try at taking the file at `path` away: it moves to a hidden name in one step, so that what is read there is
 * exactly what was removed. A link to the file stays, and leads to nothing until the file is made again.
 */
export async function removeOnce({ calls, displaced }: WritePathContext, path: string): Promise<Outcome> {
  const target = await locate(calls, path);
  if (target.stats === null) {
    return { version: null, late: Promise.resolve(null), info: nothing, inPlace: null };
  }
  requireWritable(target.stats, target.path);
  const aside = leftoverPath('aside', target.path, noHash);
  try {
    await calls.rename(target.path, aside);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') {
      return 'again';
    }
    throw error;
  }
  try {
    requireFile(await calls.lstat(aside), target.path);
    const before = await readAside(calls, aside);
    await calls.syncFolder(dirname(target.path));
    const version = { bytes: before, hash: sha256(before) };
    return { version, late: displaced.keep(aside, version.hash), info: nothing, inPlace: null };
  } catch (error) {
    await undo(calls, aside, target.path, error);
    throw error;
  }
}

/** Gives the file its name back, unless someone has made another meanwhile: then ours stays aside for the sweep. */
async function undo(calls: SystemCalls, aside: string, target: string, cause: unknown): Promise<void> {
  try {
    await nameExclusively(calls, aside, target);
  } catch {
    throw fileError(cause, { doing: 'finish removing', path: target, outcome: `What it held is whole in ${aside}.` });
  }
  await dropFile(calls, aside);
}
