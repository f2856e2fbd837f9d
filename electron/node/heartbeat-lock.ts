import { hostname } from 'node:os';
import type { Timing } from './clock.ts';
import { readAside } from './displaced-versions.ts';
import { leftoverPath, noHash } from './leftover-names.ts';
import { closeQuietly, dropFile, orNothing, writeAll } from './staging.ts';
import { isAlive } from './sweep.ts';
import { createFlags, errnoOf, type SystemCalls } from './system-calls.ts';
import { ifThere } from './target.ts';

const beatMs = 1000;
const staleMs = 10_000;

/**
 * The lock for systems where we have no kernel lock: a file made exclusively and touched every second. A holder that died, or has not
 * touched it for ten seconds, counts as gone. Two processes that find the same dead holder at the same instant may both
 * believe they hold it; the check of who was removed narrows that to microseconds.
 *
 * @param onTakeOver called where a holder was taken to be gone
 * @returns null if someone else has it
 */
export async function takeHeartbeatLock(calls: SystemCalls, timing: Timing, path: string, onTakeOver: () => void) {
  const me = JSON.stringify({ pid: process.pid, host: hostname(), id: leftoverPath('new', path, noHash) });
  try {
    const file = await calls.open(path, createFlags, 0o600);
    // A file that does not say who holds the lock would keep everyone waiting.
    await orNothing(calls, file, path, () => writeAll(file, new TextEncoder().encode(me), 0));
    const beat = setInterval(() => {
      file.touch().catch(() => {});
    }, beatMs);
    beat.unref();
    return async () => {
      clearInterval(beat);
      await closeQuietly(file);
      if ((await holderAt(calls, path)) === me) {
        await dropFile(calls, path);
      }
    };
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') {
      throw error;
    }
  }
  await removeIfDead(calls, timing, path, onTakeOver);
  return null;
}

async function holderAt(calls: SystemCalls, path: string): Promise<string | null> {
  try {
    return new TextDecoder().decode(await readAside(calls, path));
  } catch {
    return null;
  }
}

async function removeIfDead(calls: SystemCalls, timing: Timing, path: string, onTakeOver: () => void): Promise<void> {
  const holder = await holderAt(calls, path);
  const stats = await ifThere(() => calls.stat(path));
  if (holder === null || stats === null || !(isGone(holder) || timing.now() - Number(stats.mtimeNs) / 1e6 > staleMs)) {
    return;
  }
  const aside = leftoverPath('new', path, noHash);
  try {
    await calls.rename(path, aside);
    if ((await holderAt(calls, aside)) !== holder) {
      // Someone else was quicker and holds it now: give it back its name.
      await calls.link(aside, path);
    } else {
      onTakeOver();
    }
  } catch {
    // Someone else removed it; the next try will see who has it.
  }
  await dropFile(calls, aside);
}

/** Whether the holder was a process on this machine that is no more. */
function isGone(holder: string): boolean {
  try {
    const { pid, host } = JSON.parse(holder) as { pid?: unknown; host?: unknown };
    return typeof pid === 'number' && host === hostname() && !isAlive(pid);
  } catch {
    // Half written: its age decides.
    return false;
  }
}
