import type { Timing } from './clock.ts';
import type { SystemCalls } from './system-calls.ts';
import { ifThere } from './target.ts';

const quietMs = 100;
const patienceMs = 1000;

/**
 * Waits until a file has not changed for 100 ms, at most a second: a program that writes in several steps is then
 * most likely done. Looks at the file again after each wait, because its time alone may be coarse or from a machine
 * whose clock is ahead.
 */
export async function settleFile(calls: SystemCalls, timing: Timing, path: string): Promise<void> {
  const deadline = timing.elapsed() + patienceMs;
  let before = await ifThere(() => calls.stat(path));
  if (before === null) {
    return;
  }
  const age = timing.now() - Number(before.mtimeNs) / 1e6;
  if (age >= quietMs) {
    return;
  }
  let wait = Math.ceil(quietMs - Math.max(0, age));
  while (timing.elapsed() + wait <= deadline) {
    await timing.wait(wait);
    const after = await ifThere(() => calls.stat(path));
    if (
      after === null ||
      (after.ino === before.ino && after.size === before.size && after.mtimeNs === before.mtimeNs)
    ) {
      return;
    }
    before = after;
    wait = quietMs;
  }
}
