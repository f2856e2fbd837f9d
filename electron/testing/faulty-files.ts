import type { Files } from '#engine/ports.ts';
import type { ErrorCode } from '#shared/contract/error-codes.ts';
import { ContextureError } from '#shared/contract/errors.ts';

type FilesMethod = keyof Files;

type Fault = {
  /** The failing call: the k-th from now, from 1, of `method` or of any. */
  readonly call: number;
  readonly method?: FilesMethod;
  readonly error: ContextureError;
  /** True if the call takes effect before it fails. */
  readonly when: 'before' | 'after';
  /** True if from then on nothing can be written, though things can still be removed, as on a full disk. */
  readonly stays?: boolean;
};

export type FaultyFiles = Files & {
  /** Sets the next fault and starts counting at 1; null sets none. */
  setFault(fault: Fault | null): void;
  /** Forbids our writes in a folder and below, for one reason; null allows them. */
  forbid(folder: string | null, code?: 'no_permission' | 'disk_full'): void;
  /** The calls since the last `setFault`, as "method path". */
  readonly calls: readonly string[];
};

const needRoom: readonly FilesMethod[] = [
  'replace',
  'append',
  'store',
  'storeCopy',
  'storeParts',
  'appendLine',
  'makeFolder',
];
const ownWrites: readonly FilesMethod[] = ['store', 'storeCopy', 'storeParts', 'discard', 'appendLine', 'renameFolder'];

/** Passes every call on, and fails exactly the chosen one, and forbidden ones. */
export function createFaultyFiles(files: Files): FaultyFiles {
  const calls: string[] = [];
  let fault: Fault | null = null;
  let counted = 0;
  let forbidden: { readonly folder: string; readonly code: ErrorCode } | null = null;

  function isDue(method: FilesMethod): boolean {
    if (fault === null || (fault.method !== undefined && fault.method !== method)) {
      return false;
    }
    counted += 1;
    return counted === fault.call || (fault.stays === true && counted > fault.call && needRoom.includes(method));
  }

  async function pass<T>(method: FilesMethod, path: string, call: () => Promise<T>): Promise<T> {
    calls.push(`${method} ${path}`);
    if (forbidden !== null && path.startsWith(forbidden.folder) && ownWrites.includes(method)) {
      throw new ContextureError(forbidden.code, `Could not ${method} ${path}.`, { path });
    }
    if (fault === null || !isDue(method)) {
      return await call();
    }
    const { error, when } = fault;
    if (when === 'after') {
      await call();
    }
    throw error;
  }

  return {
    read: (path, options) => pass('read', path, () => files.read(path, options)),
    readPart: (path, from, length) => pass('readPart', path, () => files.readPart(path, from, length)),
    info: (path) => pass('info', path, () => files.info(path)),
    list: (folder) => pass('list', folder, () => files.list(folder)),
    leftovers: (folder) => pass('leftovers', folder, () => files.leftovers(folder)),
    realPath: (path) => pass('realPath', path, () => files.realPath(path)),
    destination: (path) => pass('destination', path, () => files.destination(path)),
    makeFolder: (folder) => pass('makeFolder', folder, () => files.makeFolder(folder)),
    removeEmptyFolders: (folder) => pass('removeEmptyFolders', folder, () => files.removeEmptyFolders(folder)),
    moveFolder: (from, to) => pass('moveFolder', from, () => files.moveFolder(from, to)),
    settleFolderMove: (from, to) => pass('settleFolderMove', from, () => files.settleFolderMove(from, to)),
    settle: (path) => pass('settle', path, () => files.settle(path)),
    replace: (path, bytes, like) => pass('replace', path, () => files.replace(path, bytes, like)),
    remove: (path) => pass('remove', path, () => files.remove(path)),
    append: (path, lines, options) => pass('append', path, () => files.append(path, lines, options)),
    store: (path, bytes) => pass('store', path, () => files.store(path, bytes)),
    storeCopy: (from, to) => pass('storeCopy', to, () => files.storeCopy(from, to)),
    storeParts: (path, parts) => pass('storeParts', path, () => files.storeParts(path, parts)),
    discard: (path) => pass('discard', path, () => files.discard(path)),
    appendLine: (path, line) => pass('appendLine', path, () => files.appendLine(path, line)),
    renameFolder: (from, to) => pass('renameFolder', from, () => files.renameFolder(from, to)),
    sweep: (folder, onRecovered) => pass('sweep', folder, () => files.sweep(folder, onRecovered)),
    setFault: (next) => {
      fault = next;
      counted = 0;
      calls.length = 0;
    },
    forbid: (folder, code = 'no_permission') => {
      forbidden = folder === null ? null : { folder, code };
    },
    calls,
  };
}
