import type { ChildProcess } from 'node:child_process';

/** Where the test run itself breaks off, what it started does not go on. */
export function endWithRun<T extends ChildProcess>(child: T): T {
  const kill = (): unknown => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}
