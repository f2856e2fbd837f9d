import type { ChildProcess } from 'node:child_process';

/** Kills the process when the test run itself ends early. */
export function endWithRun<T extends ChildProcess>(child: T): T {
  const kill = (): unknown => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}
