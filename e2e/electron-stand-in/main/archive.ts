import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Calls that Electron does not redirect into an archive (its `lib/node/asar-fs-wrapper.ts`): there it is a plain file. */
const plain =
  'appendFile chmod chown cp link lutimes mkdir mkdtemp opendir readlink rename rm rmdir statfs symlink truncate unlink utimes watch watchFile writeFile';
/** Calls that Electron answers from an archive, but never with big numbers. */
const small = 'lstat stat';

type Call = (path: unknown, ...others: unknown[]) => unknown;

/**
 * Makes the file system treat a folder as Electron treats an archive.
 * @param archive path of the folder, named like the archive it was unpacked from
 */
export function treatAsArchive(archive: string): void {
  const isInside = (path: unknown): boolean => {
    const text = path instanceof URL && path.protocol === 'file:' ? fileURLToPath(path) : path;
    return typeof text === 'string' && text.startsWith(archive + sep);
  };
  const promises = fs.promises as unknown as Record<string, unknown>;
  const refuse = (calls: Record<string, unknown>, name: string, refuses: (options: unknown) => boolean): void => {
    const call = calls[name];
    if (typeof call !== 'function') {
      return;
    }
    const guarded: Call = (path, ...others) => {
      if (isInside(path) && refuses(others[0])) {
        const error = new Error(`ENOTDIR: Electron does not do this in an archive: ${name} ${path}`);
        Object.assign(error, { code: 'ENOTDIR' });
        if (calls === promises) {
          return Promise.reject(error);
        }
        throw error;
      }
      return (call as Call)(path, ...others);
    };
    calls[name] = Object.assign(guarded, call);
  };
  const asksForBig = (options: unknown): boolean =>
    typeof options === 'object' && options !== null && 'bigint' in options && options.bigint === true;
  for (const calls of [promises, fs as unknown as Record<string, unknown>]) {
    for (const name of plain.split(' ').flatMap((each) => [each, `${each}Sync`])) {
      refuse(calls, name, () => true);
    }
    for (const name of small.split(' ').flatMap((each) => [each, `${each}Sync`])) {
      refuse(calls, name, asksForBig);
    }
  }
  syncBuiltinESMExports();
}
