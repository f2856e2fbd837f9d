import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import type { SupersededFile } from '#engine/ports.ts';
import { exchangeInto, nameExclusively } from './exchange.ts';
import { fileError, saying } from './file-errors.ts';
import { infoOf, readWholeFile, requireFile, requireWritable } from './file-facts.ts';
import { sha256 } from './hash.ts';
import { writeInPlace } from './in-place.ts';
import { type Access, closeQuietly, dropFile, type Model, type StagedFile, stage, stageNew } from './staging.ts';
import { readAside, type SupersededVersions } from './superseded-versions.ts';
import { errnoOf, readOwnFlags, type SystemCalls } from './system-calls.ts';
import { resolveTarget } from './target.ts';

/** Result of one try: done, or to be repeated because the target's kind changed meanwhile. */
export type ReplaceOutcome = SupersededFile | 'again';

export type WritePathContext = {
  readonly calls: SystemCalls;
  readonly superseded: SupersededVersions;
  /** Access of each file when it was read last, so that a file that is gone by now is put back with the same. */
  readonly accessBefore: ReadonlyMap<string, Access>;
};

/** Tries once to put `bytes` in the place of the file at `path`, or to make it with the mode of the file `like`. */
export async function replaceOnce(
  context: WritePathContext,
  path: string,
  bytes: Uint8Array,
  like: string | null,
): Promise<ReplaceOutcome> {
  const target = await resolveTarget(context.calls, path);
  if (target.stats === null) {
    const model = like === null ? null : await resolveTarget(context.calls, like);
    const before = like === null ? undefined : context.accessBefore.get(like);
    return await create(context.calls, target.path, bytes, model?.stats ?? before ?? null);
  }
  const reason = keepsItsFile(target.stats);
  return reason === null
    ? await exchange(context, target.path, bytes)
    : await inPlace(context.calls, target.path, bytes, reason);
}

async function create(
  calls: SystemCalls,
  target: string,
  bytes: Uint8Array,
  like: Access | null,
): Promise<ReplaceOutcome> {
  const staged = await stageNew(calls, target, bytes, sha256(bytes), like);
  try {
    await nameExclusively(calls, staged.path, target);
  } catch (error) {
    await dropFile(calls, staged.path);
    if (errnoOf(error) === 'EEXIST') {
      return 'again';
    }
    throw error;
  }
  await dropFile(calls, staged.path);
  // Don't undo this if it fails: removing the name might remove someone else's file.
  await saying(
    { doing: 'make sure of', path: target, outcome: 'The new text is in place, but may not survive a power cut.' },
    () => calls.syncFolder(dirname(target)),
  );
  return { version: null, late: Promise.resolve(null), info: infoOf(staged.stats), inPlace: null };
}

async function exchange(context: WritePathContext, target: string, bytes: Uint8Array): Promise<ReplaceOutcome> {
  const { calls } = context;
  const file = await calls.open(target, readOwnFlags).catch((error) => {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ELOOP') {
      return null;
    }
    throw error;
  });
  if (file === null) {
    return 'again';
  }
  try {
    const stats = await file.stat();
    requireFile(stats, target);
    requireWritable(stats, target);
    return await exchangeWith(context, target, bytes, { file, stats });
  } finally {
    await closeQuietly(file);
  }
}

async function exchangeWith(
  context: WritePathContext,
  target: string,
  bytes: Uint8Array,
  model: Model,
): Promise<ReplaceOutcome> {
  const { calls } = context;
  const hash = sha256(bytes);
  const staged = await stage(calls, target, bytes, hash, model);
  if (staged === null) {
    return await inPlace(calls, target, bytes, 'its group can only be kept by writing into it');
  }
  if (process.platform === 'win32') {
    // Windows can't rename over an open file.
    await closeQuietly(model.file);
  }
  let aside: string;
  try {
    const taken = await exchangeInto(calls, staged.path, target, hash);
    if (taken.state !== 'done') {
      await dropIfOurs(calls, staged.path, bytes);
      return taken.state === 'gone' ? 'again' : await inPlace(calls, target, bytes, 'it is mounted on its own');
    }
    aside = taken.aside;
  } catch (error) {
    await dropIfOurs(calls, staged.path, bytes);
    throw error;
  }
  return await returnSuperseded(context, aside, target, bytes, staged, model);
}

/** Reads the superseded file. If it can't be handed back, or is no file at all, everything goes back to its place. */
async function returnSuperseded(
  { calls, superseded }: WritePathContext,
  aside: string,
  target: string,
  bytes: Uint8Array,
  staged: StagedFile,
  model: Model,
): Promise<ReplaceOutcome> {
  try {
    const stats = await calls.lstat(aside);
    if (stats.isSymbolicLink()) {
      await undo(calls, aside, target, bytes, null);
      return 'again';
    }
    requireFile(stats, target);
    // Mostly it is the file that is already open; otherwise someone replaced it since.
    const isModel = process.platform !== 'win32' && stats.ino === model.stats.ino && stats.dev === model.stats.dev;
    const before = isModel
      ? (await readWholeFile(model.file, target, Number.MAX_SAFE_INTEGER)).bytes
      : await readAside(calls, aside);
    await calls.syncFolder(dirname(target));
    const version = { bytes: before, hash: sha256(before) };
    return { version, late: superseded.keep(aside, version.hash), info: infoOf(staged.stats), inPlace: null };
  } catch (error) {
    await undo(calls, aside, target, bytes, error);
    throw error;
  }
}

/**
 * Puts the superseded file back. If that supersedes something that is not our new text, a program wrote in between: then
 * the hidden file is its version, and stays for the next sweep to save.
 */
async function undo(calls: SystemCalls, aside: string, target: string, bytes: Uint8Array, cause: unknown) {
  try {
    const undone = await exchangeInto(calls, aside, target, sha256(bytes));
    if (undone.state !== 'done') {
      throw new Error(`There is no exchange with a target that is ${undone.state}`);
    }
    await dropIfOurs(calls, undone.aside, bytes);
  } catch (error) {
    throw fileError(cause ?? error, {
      doing: 'finish saving',
      path: target,
      outcome: `The new text may be in place; the version before it is whole in ${aside}.`,
    });
  }
}

/**
 * Removes a hidden file that can only hold our own new text. Reads it nevertheless: a network file system may report a
 * failure after having done the exchange, and then this is the person's version. If in doubt, it stays for the sweep.
 */
async function dropIfOurs(calls: SystemCalls, path: string, bytes: Uint8Array): Promise<void> {
  const own = sha256(bytes);
  const found = await readAside(calls, path)
    .catch(() => readAside(calls, path))
    .catch(() => null);
  if (found !== null && sha256(found) === own) {
    await dropFile(calls, path);
  }
}

async function inPlace(calls: SystemCalls, target: string, bytes: Uint8Array, reason: string): Promise<SupersededFile> {
  const written = await writeInPlace(calls, target, bytes);
  return {
    version: { bytes: written.superseded, hash: sha256(written.superseded) },
    late: Promise.resolve(null),
    info: infoOf(written.stats),
    inPlace: `${target} was written in place, because ${reason}.`,
  };
}

/** Reason why this very file must keep its name, as the end of a sentence; null if another may take its place. */
function keepsItsFile(stats: BigIntStats): string | null {
  if (stats.nlink > 1n) {
    return 'it has several names (hard links) that must keep leading to the same file';
  }
  const self = process.geteuid?.();
  return self !== undefined && stats.uid !== BigInt(self) ? 'it belongs to another account' : null;
}
