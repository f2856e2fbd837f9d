import { readdir, readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { cutTo } from '#shared/text/cut-to.ts';
import { processState } from './process-state.ts';

export type LockHolder = { readonly pid: number; readonly name: string | null; readonly isSuspended: boolean };

/**
 * Finds the other process that has a lock, as far as the system tells.
 * @param path path of the lock; a lock by heartbeat has a file beside it that names its holder
 */
export async function findLockHolder(path: string): Promise<LockHolder | null> {
  const pid = pidOf(await readFile(`${path}.held`, 'utf8').catch(() => 'null')) ?? (await pidOnLinux(path));
  return pid === null || pid === process.pid
    ? null
    : { pid, name: await nameOf(pid), isSuspended: /^[Tt]/.test(processState(pid) ?? '') };
}

function pidOf(heartbeat: string): number | null {
  try {
    const { pid, host } = JSON.parse(heartbeat) ?? {};
    return Number.isInteger(pid) && host === hostname() ? pid : null;
  } catch {
    return null;
  }
}

/** Finds the holder on Linux, which lists each lock with the open file it was taken on. */
async function pidOnLinux(path: string): Promise<number | null> {
  const file = process.platform === 'linux' ? await stat(path).catch(() => null) : null;
  if (file === null) {
    return null;
  }
  const lock = new RegExp(`^lock:.*\\bWRITE\\b.*:${file.ino} `, 'm');
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of processes) {
    for (const open of await readdir(`/proc/${pid}/fdinfo`).catch(() => [])) {
      if (lock.test(await readFile(`/proc/${pid}/fdinfo/${open}`, 'latin1').catch(() => ''))) {
        return Number(pid);
      }
    }
  }
  return null;
}

/** The command that started a process, without folders: `node cli.js mcp`. */
async function nameOf(pid: number): Promise<string | null> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const [program, ...words] = line.split('\0').filter((word) => word !== '');
  // Leave out further arguments, which may be private.
  const plain = words.slice(0, 2).filter((word) => /^[\w./\\:-]+$/.test(word) && !word.startsWith('-'));
  return program === undefined ? null : cutTo([program, ...plain].map((word) => basename(word)).join(' '), 60);
}
