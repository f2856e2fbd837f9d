import type { ProgramLock } from '#engine/ports.ts';
import { systemTiming, type TimerSettings } from './clock.ts';
import { isStillNamed } from './lock.ts';
import { closeQuietly, openInFolder } from './staging.ts';
import { type OpenFile, programLockFlags, type SystemCalls, systemCalls } from './system-calls.ts';

const patienceMs = 2000;
const pausesMs = { first: 10, longest: 100 } as const;

/** The lock of `flock(2)`, which the system gives back when its holder dies. */
export function createProgramLock(options: { calls?: SystemCalls; timing?: TimerSettings } = {}): ProgramLock {
  const calls = options.calls ?? systemCalls;
  const timing = options.timing ?? systemTiming;

  /** Takes the lock; null if it isn't available at all, false if another program has it. */
  async function tryTake(path: string): Promise<OpenFile | false | null> {
    // Open it as that program does, so that it is made the same; never follow a link.
    const file = await openInFolder(calls, path, programLockFlags, 0o666, 0o777).catch(() => null);
    if (file === null) {
      return null;
    }
    let result: OpenFile | false | null = null;
    try {
      const isTaken = await file.tryFlock();
      result = isTaken ? (await isStillNamed(calls, file, path)) && file : isTaken;
      return result;
    } finally {
      if (result !== file) {
        await closeQuietly(file);
      }
    }
  }

  return {
    async take(path) {
      const deadline = timing.elapsed() + patienceMs;
      for (let pause: number = pausesMs.first; ; pause = Math.min(pause * 2, pausesMs.longest)) {
        const file = await tryTake(path);
        if (file === null) {
          return 'unavailable';
        }
        if (file) {
          return { release: () => closeQuietly(file) };
        }
        if (timing.elapsed() + pause > deadline) {
          return 'busy';
        }
        await timing.wait(pause);
      }
    },
  };
}
