import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  copyFileSync,
  type Dirent,
  fchmodSync,
  fstat,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  read,
  renameSync,
  stat as statWithCallback,
  unlinkSync,
} from 'node:fs';
import {
  chmod,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rmdir,
  unlink,
  utimes,
} from 'node:fs/promises';
import { promisify } from 'node:util';
import { tryFlock } from './flock.ts';
import { missingCall, nativeCalls } from './native-calls.ts';

export type OpenFile = ReturnType<typeof openFile>;
export type SystemCalls = typeof systemCalls;

const statsOf = promisify(statWithCallback);
const statsOfOpen = promisify(fstat);
const readInto = promisify(read);

/** Flags for reading a path that might be a pipe or terminal: don't wait for its other end, don't adopt it. */
export const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
export const noFollow = constants.O_NOFOLLOW ?? 0;
export const readOwnFlags = readFlags | noFollow;
export const createFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow;
export const rewriteFlags = constants.O_RDWR | (constants.O_NONBLOCK ?? 0) | noFollow;
export const appendFlags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND;
export const programLockFlags = rewriteFlags | constants.O_CREAT;
export const lockFlags = constants.O_RDWR | constants.O_CREAT;

export function errnoOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

/** Wraps a handle. Every call rejects with the system's error, an errno name in `code`. */
function openFile(handle: FileHandle) {
  return {
    fd: handle.fd,
    stat: (): Promise<BigIntStats> => statsOfOpen(handle.fd, { bigint: true }),
    /** @returns how many bytes it got, 0 at the end */
    read: async (into: Uint8Array, position: number): Promise<number> =>
      (await readInto(handle.fd, into, 0, into.length, position)).bytesRead,
    /** Writes at `position`, or at the file's position (the end, when opened for appending); may write less than asked. */
    write: async (bytes: Uint8Array, position: number | null): Promise<number> =>
      (await handle.write(bytes, 0, bytes.length, position)).bytesWritten,
    truncate: (size: number): Promise<void> => handle.truncate(size),
    sync: (): Promise<void> => handle.sync(),
    chmod: (mode: number): Promise<void> => handle.chmod(mode),
    chown: (uid: number, gid: number): Promise<void> => handle.chown(uid, gid),
    /** Sets the time of last change to now. */
    touch: (): Promise<void> => handle.utimes(new Date(), new Date()),
    /** @param at seconds since 1970 */
    setModifiedAt: (at: number): Promise<void> => handle.utimes(new Date(), asTime(at)),
    /** Gives this file the other's extended attributes (labels, access lists), as far as the system lets us. */
    copyAttributesFrom: (other: { readonly fd: number }): Promise<void> => copyAttributes(other.fd, handle.fd),
    /** Takes the kernel's exclusive lock without waiting; false if another open file has it. */
    tryLock: (): boolean => {
      const native = nativeCalls();
      if (native === null) {
        throw missingCall('lock a file');
      }
      return native.tryLock(handle.fd);
    },
    /** Takes the lock that other programs take by `flock(2)`, like `tryLock`; null if it isn't available. */
    tryFlock: (): Promise<boolean | null> => tryFlock(handle.fd),
    close: (): Promise<void> => handle.close(),
  };
}

/** Makes the time a text, because Node replaces a number before 1970 with the current time. */
const asTime = (seconds: number): string => String(seconds);

async function copyAttributes(from: number, to: number): Promise<void> {
  const native = nativeCalls();
  // Skip Windows, where attributes are alternate streams, which the fallback has no need to carry over.
  if (native === null || process.platform === 'win32') {
    return;
  }
  try {
    for (const name of await native.listAttrs(from)) {
      const value = await native.getAttr(from, name);
      // Attributes that the system reserves can't be set; the file's content matters more than its labels.
      await (value === null ? null : native.setAttr(to, name, value).catch(() => {}));
    }
  } catch {
    // The file system has no attributes.
  }
}

/** Runs calls of one tick behind a promise, so that tests can inject a fault like in any other call. */
async function inOneTick(work: () => void): Promise<void> {
  work();
}

function renameOrForget(from: string, target: string, keep: string): void {
  try {
    renameSync(from, target);
  } catch (error) {
    unlinkSync(keep);
    throw error;
  }
}

const foldersWithoutSync = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EBADF', 'EISDIR']);

/**
 * System calls of the write path, injected so that tests can make each one fail. No other file writes to a file
 * system: these calls are all that Contexture ever does to a person's disk.
 */
export const systemCalls = {
  open: async (path: string, flags: number, mode?: number): Promise<OpenFile> =>
    openFile(await open(path, flags, mode)),
  // The callback form costs a quarter of the promise form, which counts where a folder has ten thousand files.
  stat: (path: string): Promise<BigIntStats> => statsOf(path, { bigint: true }),
  lstat: (path: string): Promise<BigIntStats> => lstat(path, { bigint: true }),
  readlink: (path: string): Promise<string> => readlink(path),
  realpath: (path: string): Promise<string> => realpath(path),
  readdir: (path: string): Promise<Dirent[]> => readdir(path, { withFileTypes: true }),
  /** Makes the folder and missing folders above it; returns the topmost folder it made, if any. */
  mkdir: (path: string, mode: number): Promise<string | undefined> => mkdir(path, { recursive: true, mode }),
  rename: (from: string, to: string): Promise<void> => rename(from, to),
  link: (existing: string, name: string): Promise<void> => link(existing, name),
  unlink: (path: string): Promise<void> => unlink(path),
  /** Removes a folder; fails if it isn't empty. */
  rmdir: (path: string): Promise<void> => rmdir(path),
  /** Gives a folder its mode and the time of its last change, in seconds since 1970. */
  setFolderFacts: async (path: string, { mode, modifiedAt }: { mode: number; modifiedAt: number }): Promise<void> => {
    // Set the mode last: without write permission, its times could not be set.
    await utimes(path, new Date(), asTime(modifiedAt));
    await chmod(path, mode);
  },
  /** Gives two paths each other's file in one atomic step. ENOSYS if the system has no such call. */
  swap: async (from: string, to: string): Promise<void> => {
    const native = nativeCalls();
    // On Windows the extension's swap is three renames, between which the target does not exist at all.
    if (native === null || process.platform === 'win32') {
      throw missingCall('exchange two files');
    }
    await native.swap(from, to);
  },
  /**
   * Replaces the exchange if there is none: gives the target's file the second name `keep`, then renames `from` over the
   * target, both in one tick of the event loop. A program that replaces the target in the microseconds between the two
   * loses that version; the exchange has no such window.
   */
  linkAndRename: (from: string, target: string, keep: string): Promise<void> =>
    inOneTick(() => {
      linkSync(target, keep);
      renameOrForget(from, target, keep);
    }),
  /** Does the same on file systems without hard links: `keep` becomes a copy, so a late writer's growth is not seen. */
  copyAndRename: (from: string, target: string, keep: string): Promise<void> =>
    inOneTick(() => {
      copyFileSync(target, keep, constants.COPYFILE_EXCL);
      renameOrForget(from, target, keep);
    }),
  /** Renames if nothing has the name, EEXIST otherwise, for file systems without links. Looks and renames in one tick. */
  renameIfAbsent: (from: string, to: string): Promise<void> =>
    inOneTick(() => {
      if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) {
        throw Object.assign(new Error(`EEXIST: ${to} exists`), { code: 'EEXIST' });
      }
      renameSync(from, to);
    }),
  /** Makes a folder's names durable. Does nothing if the system can't. */
  syncFolder: async (path: string): Promise<void> => {
    if (process.platform === 'win32') {
      return;
    }
    const folder = await open(path, constants.O_RDONLY);
    try {
      await folder.sync();
    } catch (error) {
      if (!foldersWithoutSync.has(errnoOf(error) ?? '')) {
        throw error;
      }
    } finally {
      await folder.close();
    }
  },
};

/** Makes a folder that only this person can read. Synchronous, because hosts need it before anything else. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') {
    return;
  }
  const folder = openSync(path, constants.O_RDONLY);
  try {
    fchmodSync(folder, 0o700);
    fsyncSync(folder);
  } catch {
    // The person chose someone else's folder, who sets its permissions.
  } finally {
    closeSync(folder);
  }
}

/** True if files can be made in a folder of ours, which is made if it is missing. */
export function canWriteIn(folder: string): boolean {
  try {
    makePrivateFolder(folder);
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
