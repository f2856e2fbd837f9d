import { dirname, join } from 'node:path';
import { ContextureError } from '#shared/contract/errors.ts';
import { leftoverPath, noHash } from '../leftover-names.ts';
import { makeFolderDurably } from '../staging.ts';
import type { SupersededVersions } from '../superseded-versions.ts';
import { errnoOf, type SystemCalls } from '../system-calls.ts';
import { ifThere } from '../target.ts';
import { findAside, place, removeTree, setFolderAside, unpackInto } from './folders.ts';
import type { TarEntry } from './tar.ts';
import { contentsOf, hasAllContents, type Item, partsOf, stampOf, walk } from './walk.ts';

type Needs = { readonly calls: SystemCalls; readonly superseded: Pick<SupersededVersions, 'moved' | 'settled'> };

export async function moveFolder({ calls, superseded }: Needs, from: string, to: string): Promise<void> {
  await makeFolderDurably(calls, dirname(to), 0o777);
  try {
    await place(calls, from, to);
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') {
      throw error;
    }
    await superseded.settled(from);
    await copyOver(calls, from, to);
  }
  superseded.moved(from, to);
  await calls.syncFolder(dirname(from));
}

/** Copies a folder that can’t be renamed to its place. Removes it after reading the copy back, and only if nothing in it changed meanwhile. */
async function copyOver(calls: SystemCalls, from: string, to: string): Promise<void> {
  const items = await walk(calls, from);
  const stamp = stampOf(items);
  const staged = leftoverPath('new', to, noHash);
  try {
    const expected = await unpackInto(calls, staged, entriesIn(calls, from, items));
    const readBack = await contentsOf(calls, staged);
    if (!hasAllContents(readBack, expected) || !hasAllContents(expected, readBack)) {
      const message = `What was written to ${to} does not read back as it should. Nothing was changed. Check the disk, then try again.`;
      throw new ContextureError('io_failed', message, { path: to }, { retry: true });
    }
    await checkStill(calls, from, stamp);
    await place(calls, staged, to);
  } catch (error) {
    await removeTree(calls, staged).catch(() => {});
    throw error;
  }
  const aside = await setFolderAside(calls, from);
  try {
    await checkStill(calls, aside, stamp);
  } catch (error) {
    await place(calls, aside, from);
    await removeTree(calls, to);
    throw error;
  }
  await removeTree(calls, aside);
}

async function* entriesIn(calls: SystemCalls, folder: string, items: readonly Item[]): AsyncGenerator<TarEntry> {
  for (const item of items) {
    yield { ...item, parts: partsOf(calls, join(folder, item.path)) };
  }
}

async function checkStill(calls: SystemCalls, folder: string, stamp: string): Promise<void> {
  if (stampOf(await walk(calls, folder)) !== stamp) {
    const message = `${folder} was changed while it was moved. Nothing was changed. Try again in a moment.`;
    throw new ContextureError('busy', message, { path: folder }, { retry: true });
  }
}

/** Finishes a move that was cut off, or undoes it, so that the folder is in one place. New files in the other place stay. */
export async function settleFolderMove(calls: SystemCalls, from: string, to: string): Promise<boolean> {
  const aside = await findAside(calls, from);
  const isThere = await exists(calls, to);
  if (aside !== null && isThere && hasAllContents(await contentsOf(calls, aside), await contentsOf(calls, to))) {
    await removeTree(calls, aside);
    return true;
  }
  if (aside !== null) {
    await place(calls, aside, from);
  }
  if (!isThere || !(await exists(calls, from))) {
    return isThere;
  }
  const isCopy = hasAllContents(await contentsOf(calls, to), await contentsOf(calls, from));
  if (isCopy) {
    await removeTree(calls, to);
    await calls.syncFolder(dirname(to));
  }
  return !isCopy;
}

const exists = async (calls: SystemCalls, path: string): Promise<boolean> =>
  (await ifThere(() => calls.lstat(path))) !== null;
