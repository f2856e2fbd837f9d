import { spawn } from 'node:child_process';

/** Exit codes of `flock`. */
const [took, isHeld] = [0, 1];

/**
 * Takes the lock of `flock(2)` on an open file without waiting: Node has no call for it, and our kernel lock is of another
 * kind, which Linux keeps apart from it. The program of that name takes it on the open file it inherits, which keeps the lock
 * after the program has ended, for as long as we have the file open.
 * @returns false if another open file has it, null if there is no such program, or the file system has no such lock
 */
export function tryFlock(fd: number): Promise<boolean | null> {
  if (process.platform === 'win32') {
    // On Windows, no program of that name takes a lock that others see.
    return Promise.resolve(null);
  }
  return new Promise((resolve) => {
    const child = spawn('flock', ['-n', '-x', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] });
    child.on('error', () => resolve(null));
    child.on('exit', (code) => resolve(code === took ? true : code === isHeld ? false : null));
  });
}
