import { hostname } from 'node:os';
import type { TimerSettings } from './clock.ts';
import { leftoverPath, noHash } from './leftover-names.ts';
import { closeQuietly, dropFile, orNothing, writeAll } from './staging.ts';
import { readAside } from './superseded-versions.ts';
import { isAlive } from './sweep.ts';
import { createFlags, errnoOf, type SystemCalls } from './system-calls.ts';
import { ifThere } from './target.ts';

const beatMs = 1000;
const staleMs = 10_000;

/**
 * Takes the lock for systems without a kernel lock: a file made exclusively and touched every second. A holder that died, or has
 * not touched it for ten seconds, counts as gone. Two processes that find the same dead holder at the same instant may both
 * believe they hold it; checking who was removed narrows that to microseconds.
 *
 * @param onTakeOver called if a holder was taken to be gone
 * @returns null if someone else has it
 */
export async function takeHeartbeatLock(
  calls: SystemCalls,
  timing: TimerSettings,
  path: string,
  onTakeOver: () => void,
) {
  const me = JSON.stringify({ pid: process.pid, host: hostname(), id: leftoverPath('new', path, noHash) });
  try {
    const file = await calls.open(path, createFlags, 0o600);
    // A file that doesn't name its holder would keep everyone waiting.
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

async function removeIfDead(
  calls: SystemCalls,
  timing: TimerSettings,
  path: string,
  onTakeOver: () => void,
): Promise<void> {
  const holder = await holderAt(calls, path);
  const stats = await ifThere(() => calls.stat(path));
  if (
    holder === null ||
    stats === null ||
    !(hasEnded(holder) || timing.now() - Number(stats.mtimeNs) / 1e6 > staleMs)
  ) {
    return;
  }
  const aside = leftoverPath('new', path, noHash);
  try {
    await calls.rename(path, aside);
    if ((await holderAt(calls, aside)) !== holder) {
      // Someone else was quicker and holds the lock now: give their file its name back.
      await calls.link(aside, path);
    } else {
      onTakeOver();
    }
  } catch {
    // Someone else removed the file; the next try will see who has the lock.
  }
  await dropFile(calls, aside);
}

/** True if the holder was a process on this machine that has ended. */
function hasEnded(holder: string): boolean {
  try {
    const { pid, host } = JSON.parse(holder) as { pid?: unknown; host?: unknown };
    return typeof pid === 'number' && host === hostname() && !isAlive(pid);
  } catch {
    // The file is half written, so its age decides.
    return false;
  }
}
