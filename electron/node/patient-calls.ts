import type { TimerSettings } from './clock.ts';
import { errnoOf, type SystemCalls } from './system-calls.ts';

const passing = new Set(['EPERM', 'EACCES', 'EBUSY']);
const patienceMs = 1000;

/** Retries calls for a second on Windows, where a virus scanner makes calls fail that succeed a moment later. */
export function createPatientCalls(calls: SystemCalls, timing: TimerSettings): SystemCalls {
  async function patiently<T>(call: () => Promise<T>): Promise<T> {
    const deadline = timing.elapsed() + patienceMs;
    for (let pause = 10; ; pause *= 2) {
      try {
        return await call();
      } catch (error) {
        if (!passing.has(errnoOf(error) ?? '') || timing.elapsed() + pause > deadline) {
          throw error;
        }
        await timing.wait(pause);
      }
    }
  }

  return {
    ...calls,
    open: (path, flags, mode) => patiently(() => calls.open(path, flags, mode)),
    rename: (from, to) => patiently(() => calls.rename(from, to)),
    link: (existing, name) => patiently(() => calls.link(existing, name)),
    unlink: (path) => patiently(() => calls.unlink(path)),
    linkAndRename: (from, target, keep) => patiently(() => calls.linkAndRename(from, target, keep)),
    copyAndRename: (from, target, keep) => patiently(() => calls.copyAndRename(from, target, keep)),
    renameIfAbsent: (from, to) => patiently(() => calls.renameIfAbsent(from, to)),
  };
}
