import type { OpenFile, SystemCalls } from '#node/system-calls.ts';

export type SystemFault =
  /** The k-th call, from 1, fails with this error before it takes effect. */
  | { readonly call: number; readonly errno: 'EIO' | 'ENOSPC' | 'EACCES' | 'EBUSY' | 'EPERM' | 'EXDEV' }
  /** The k-th call, if it writes, takes only half; `told` if it reports that. */
  | { readonly call: number; readonly short: 'told' | 'untold' }
  /** From the k-th call on nothing happens any more: the disk is as a killed process leaves it. */
  | { readonly call: number; readonly killed: true };

export type FaultySystemCalls = SystemCalls & {
  /** Sets the fault and starts counting at 1; null sets none. */
  setFault(fault: SystemFault | null): void;
  /** Names of the calls since the last `setFault`. */
  readonly made: readonly string[];
};

export function systemError(errno: string, call: string): Error {
  return Object.assign(new Error(`${errno}: injected into ${call}`), { code: errno });
}

/** Passes every system call on, including those on open files, and fails exactly the chosen one. */
export function createFaultySystemCalls(calls: SystemCalls): FaultySystemCalls {
  const made: string[] = [];
  let fault: SystemFault | null = null;

  function due(name: string): SystemFault | null {
    made.push(name);
    if (fault !== null && 'killed' in fault && made.length >= fault.call) {
      throw systemError('EIO', `${name} of a killed process`);
    }
    return fault !== null && fault.call === made.length ? fault : null;
  }

  async function pass<T>(name: string, call: () => Promise<T>): Promise<T> {
    const now = due(name);
    if (now !== null && 'errno' in now) {
      throw systemError(now.errno, name);
    }
    return await call();
  }

  function wrapFile(file: OpenFile): OpenFile {
    return {
      fd: file.fd,
      stat: () => pass('fstat', () => file.stat()),
      read: (into, position) => pass('read', () => file.read(into, position)),
      write: async (bytes, position) => {
        const now = due('write');
        if (now === null) {
          return await file.write(bytes, position);
        }
        if ('errno' in now) {
          throw systemError(now.errno, 'write');
        }
        const half = await file.write(bytes.subarray(0, Math.floor(bytes.length / 2)), position);
        return 'short' in now && now.short === 'told' ? half : bytes.length;
      },
      truncate: (size) => pass('truncate', () => file.truncate(size)),
      sync: () => pass('sync', () => file.sync()),
      chmod: (mode) => pass('fchmod', () => file.chmod(mode)),
      chown: (uid, gid) => pass('fchown', () => file.chown(uid, gid)),
      touch: () => pass('futimes', () => file.touch()),
      setModifiedAt: (at) => pass('futimes', () => file.setModifiedAt(at)),
      copyAttributesFrom: (other) => pass('copyAttributes', () => file.copyAttributesFrom(other)),
      tryLock: () => file.tryLock(),
      // A close that reports an error has closed the file all the same.
      tryFlock: () => pass('flock', () => file.tryFlock()),
      close: async () => {
        await file.close();
        await pass('close', async () => {});
      },
    };
  }

  return {
    open: async (path, flags, mode) => wrapFile(await pass('open', () => calls.open(path, flags, mode))),
    stat: (path) => pass('stat', () => calls.stat(path)),
    lstat: (path) => pass('lstat', () => calls.lstat(path)),
    readlink: (path) => pass('readlink', () => calls.readlink(path)),
    realpath: (path) => pass('realpath', () => calls.realpath(path)),
    readdir: (path) => pass('readdir', () => calls.readdir(path)),
    mkdir: (path, mode) => pass('mkdir', () => calls.mkdir(path, mode)),
    rename: (from, to) => pass('rename', () => calls.rename(from, to)),
    link: (existing, name) => pass('link', () => calls.link(existing, name)),
    unlink: (path) => pass('unlink', () => calls.unlink(path)),
    rmdir: (path) => pass('rmdir', () => calls.rmdir(path)),
    setFolderFacts: (path, facts) => pass('setFolderFacts', () => calls.setFolderFacts(path, facts)),
    swap: (from, to) => pass('swap', () => calls.swap(from, to)),
    linkAndRename: (from, target, keep) => pass('linkAndRename', () => calls.linkAndRename(from, target, keep)),
    copyAndRename: (from, target, keep) => pass('copyAndRename', () => calls.copyAndRename(from, target, keep)),
    renameIfAbsent: (from, to) => pass('renameIfAbsent', () => calls.renameIfAbsent(from, to)),
    syncFolder: (path) => pass('syncFolder', () => calls.syncFolder(path)),
    setFault: (next) => {
      fault = next;
      made.length = 0;
    },
    made,
  };
}
