import { join } from 'node:path';
import { sha256 } from './hash.ts';
import { type Leftover, noHash, parseLeftover, processToken } from './leftover-names.ts';
import { processState } from './process-state.ts';
import { readAside, type SupersededVersions } from './superseded-versions.ts';
import type { SystemCalls } from './system-calls.ts';
import { ifThere } from './target.ts';

type SweepOptions = {
  readonly calls: SystemCalls;
  readonly superseded: SupersededVersions;
  /** Keeps a version that an interrupted write had superseded and may never have handed back; durable when it resolves. */
  readonly recover: (target: string, bytes: Uint8Array) => Promise<void>;
  readonly now: () => number;
};

/** Age after which a file's process id may belong to another process. A write takes milliseconds, its second look two seconds. */
const longAgoMs = 60 * 60 * 1000;

/**
 * Removes what interrupted writes left in a folder, and returns the names of what it removed. Call it under the
 * workspace's lock: then no write is under way. Files whose writer still lives are left alone.
 * - `new` files were never in place: deleted.
 * - `aside` files that hold the new text of their write, or what the target holds now: deleted.
 * - any other `aside` file is a person's version: given to `recover` first, and left where it is if that fails.
 */
export async function sweepFolder(folder: string, options: SweepOptions): Promise<string[]> {
  const { calls } = options;
  const entries = await calls.readdir(folder).catch(() => []);
  const removed: string[] = [];
  for (const { name } of entries) {
    const leftover = parseLeftover(name);
    const path = join(folder, name);
    if (leftover === null || options.superseded.has(path)) {
      continue;
    }
    if (!options.superseded.isLost(name) && (await inUse(path, leftover, options))) {
      continue;
    }
    if (await clear(folder, path, leftover, options)) {
      removed.push(name);
    }
  }
  return removed;
}

async function clear(folder: string, path: string, leftover: Leftover, options: SweepOptions): Promise<boolean> {
  const { calls } = options;
  try {
    if (leftover.kind === 'aside') {
      await keepContent(folder, path, leftover, options);
    }
    await calls.unlink(path);
    return true;
  } catch {
    // The file can't be read, recovered or removed now. It harms nobody, and the next start tries again.
    return false;
  }
}

async function keepContent(folder: string, path: string, leftover: Leftover, options: SweepOptions): Promise<void> {
  const { calls } = options;
  const bytes = await readAside(calls, path);
  const own = sha256(bytes);
  const neverInPlace = leftover.hash !== noHash && own.startsWith(leftover.hash);
  if (neverInPlace) {
    return;
  }
  const target = join(folder, leftover.target);
  const current = await readAside(calls, target).catch(() => null);
  if (current === null || sha256(current) !== own) {
    await options.recover(target, bytes);
  }
}

/** True if the process that made a hidden file may still be working on it. */
export async function inUse(
  path: string,
  leftover: Leftover,
  { calls, now }: Pick<SweepOptions, 'calls' | 'now'>,
): Promise<boolean> {
  if (leftover.pid === process.pid && leftover.token === processToken) {
    // The file is of this process, and these ports don't wait to look at it: a write is under way, or other ports wait.
    return true;
  }
  if (!isAlive(leftover.pid)) {
    return false;
  }
  const stats = await ifThere(() => calls.lstat(path)).catch(() => null);
  return stats !== null && now() - Number(stats.ctimeNs) / 1e6 < longAgoMs;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A killed process can be signalled until its parent has asked how it ended, which may take a while.
    return !/^[ZX]/.test(processState(pid) ?? '');
  } catch (error) {
    // A process that we may not signal exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
