import { dirname } from 'node:path';
import type { FileInfo, Files, SupersededFile } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { nameExclusively } from './exchange.ts';
import { fileError, saying } from './file-errors.ts';
import { requireFile, requireWritable } from './file-facts.ts';
import { sha256 } from './hash.ts';
import { leftoverPath, noHash } from './leftover-names.ts';
import { type ReplaceOutcome, replaceOnce, type WritePathContext } from './replace-file.ts';
import { dropFile } from './staging.ts';
import { readAside } from './superseded-versions.ts';
import { errnoOf, type SystemCalls } from './system-calls.ts';
import { resolveTarget } from './target.ts';

const maxAttempts = 8;
const unchanged = 'The file is unchanged.';

/**
 * Creates the only calls that write a person's file. The caller holds the lock; these steps protect against programs that
 * take none, and against everything that can fail: after each step the target is whole, old or new.
 */
export function createWritePath(context: WritePathContext): Pick<Files, 'replace' | 'remove'> {
  return {
    replace: (path, bytes, like) => untilDone('save', path, () => replaceOnce(context, path, bytes, like ?? null)),
    remove: (path) => untilDone('remove', path, () => removeOnce(context, path)),
  };
}

async function untilDone(doing: string, path: string, once: () => Promise<ReplaceOutcome>): Promise<SupersededFile> {
  return await saying({ doing, path, outcome: unchanged }, async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const outcome = await once();
      if (outcome !== 'again') {
        return outcome;
      }
    }
    const message = `Could not ${doing} ${path}: another app keeps replacing it. ${unchanged} Wait a moment, then try again.`;
    throw new ContextureError('busy', message, { path }, { retry: true });
  });
}

const nothing: FileInfo = { size: 0, modifiedAt: 0, changedAt: 0, identity: '' };

/** Moves the file to a hidden name in one step, so that exactly the removed file is read there. A link stays. */
async function removeOnce({ calls, superseded }: WritePathContext, path: string): Promise<ReplaceOutcome> {
  const target = await resolveTarget(calls, path);
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
    return { version, late: superseded.keep(aside, version.hash), info: nothing, inPlace: null };
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
