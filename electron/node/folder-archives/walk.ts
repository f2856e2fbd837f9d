import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { ContextureError } from '#shared/contract/errors.ts';
import { isLeftoverName } from '../leftover-names.ts';
import { closeQuietly } from '../staging.ts';
import { readOwnFlags, type SystemCalls } from '../system-calls.ts';

/** A file or folder by its path below a folder, with `/` between names; the folder itself has the path ''. */
export type Item = {
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly size: number;
  /** Permissions, without the bits for its kind. */
  readonly mode: number;
  /** Nanoseconds since 1970. */
  readonly modifiedAt: bigint;
};

const isWindows = process.platform === 'win32';

/** True if a file can have this name here and the name leads nowhere else. A name that isn’t UTF-8 can’t be read back. */
export const isPackable = (name: string): boolean =>
  !/[\0\ufffd]/.test(name) &&
  !(isWindows && /[\\:]/.test(name)) &&
  name.split('\\').every((each) => each !== '.' && each !== '..') &&
  name !== '';

/** An item with facts that show if it changed, which an archive doesn't keep. */
type WalkedItem = Item & {
  readonly mark: string;
  /** True for a file that has other names (hard links). */
  readonly hasOtherNames: boolean;
};

/**
 * Lists a folder with all its contents: each folder before its contents, and its files before its folders.
 * @param hidden says if hidden files of our writes are refused or left out
 * @throws `not_a_file` if something is neither file nor folder, `busy` if a write is under way there
 */
export async function walk(
  calls: SystemCalls,
  root: string,
  path = '',
  hidden: 'refused' | 'left out' = 'refused',
): Promise<WalkedItem[]> {
  const full = join(root, path);
  if (path !== '' && !isPackable(basename(path))) {
    const message = `${full} has a name that an archive can’t hold. Nothing was changed. Give it another name, and try again.`;
    throw new ContextureError('value_invalid', message, { path: full });
  }
  const stats = await calls.lstat(full);
  if (!stats.isFile() && !stats.isDirectory()) {
    const message = `${full} is neither file nor folder, so it can’t be packed. Nothing was changed. Put the file itself there, or take it away.`;
    throw new ContextureError('not_a_file', message, { path: full });
  }
  const item: WalkedItem = {
    path,
    kind: stats.isFile() ? 'file' : 'folder',
    size: stats.isFile() ? Number(stats.size) : 0,
    mode: Number(stats.mode & 0o7777n),
    modifiedAt: stats.mtimeNs,
    hasOtherNames: stats.isFile() && stats.nlink > 1n,
    mark: `${stats.dev}:${stats.ino}:${stats.isFile() ? stats.ctimeNs : ''}`,
  };
  if (item.kind === 'file') {
    return [item];
  }
  const all = await calls.readdir(full);
  const entries = all.filter(({ name }) => !isLeftoverName(name));
  if (hidden === 'refused' && entries.length < all.length) {
    const message = `Something in ${full} is being written. Nothing was changed. Try again in a moment.`;
    throw new ContextureError('busy', message, { path: full }, { retry: true });
  }
  // The file that lists show comes first in an archive, so that it is found soonest.
  const rank = (entry: (typeof entries)[number]): string =>
    `${entry.name === 'context.json' ? 0 : entry.isDirectory() ? 2 : 1} ${entry.name}`;
  const items = [item];
  for (const { name } of entries.sort((one, other) => (rank(one) < rank(other) ? -1 : 1))) {
    items.push(...(await walk(calls, root, path === '' ? name : `${path}/${name}`, hidden)));
  }
  return items;
}

/** Makes a stamp that differs if any item may have changed. */
export function stampOf(items: readonly WalkedItem[]): string {
  const facts = items.map(({ path, size, mode, modifiedAt, mark }) => [path, size, mode, String(modifiedAt), mark]);
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

const readAtOnce = 256 * 1024;

/** Reads a file from beginning to end, in parts that each have their own memory. */
export async function* partsOf(calls: SystemCalls, path: string): AsyncGenerator<Uint8Array> {
  const file = await calls.open(path, readOwnFlags);
  try {
    for (let at = 0; ; ) {
      const buffer = new Uint8Array(readAtOnce);
      const got = await file.read(buffer, at);
      if (got === 0) {
        return;
      }
      at += got;
      yield buffer.subarray(0, got);
    }
  } finally {
    await closeQuietly(file);
  }
}

/** Hashes of files by path; '' for a folder. */
export type Contents = ReadonlyMap<string, string>;

export async function contentsOf(calls: SystemCalls, root: string): Promise<Contents> {
  const contents = new Map<string, string>();
  for (const { path, kind } of await walk(calls, root, '', 'left out')) {
    contents.set(path, kind === 'folder' ? '' : await hashOfParts(partsOf(calls, join(root, path))));
  }
  return contents;
}

export async function hashOfParts(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of parts) {
    hash.update(part);
  }
  return hash.digest('hex');
}

/** True if the other has all contents of the first, unchanged. */
export const hasAllContents = (one: Contents, other: Contents): boolean =>
  [...one].every(([path, content]) => other.get(path) === content);
