import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const killer = pathToFileURL(fileURLToPath(new URL('./killed-at-call.mjs', import.meta.url))).href;

/**
 * Runs a program until it ends, or is killed before one of its calls that change something on the disk.
 * @param killAt the number of that call, from 1 on
 * @returns if it said `done`, and how many calls it made; null if it was killed
 */
export function runKilledAt(program: string, args: readonly string[], killAt: number) {
  const env = { ...process.env, KILL_AT: String(killAt) };
  return new Promise<{ done: boolean; calls: number | null }>((resolve, reject) => {
    execFile(process.execPath, ['--import', killer, program, ...args], { env }, (error, stdout, stderr) => {
      const calls = /^calls (\d+)$/m.exec(stdout)?.[1];
      if (error && error.signal !== 'SIGKILL') {
        reject(new Error(stderr));
      } else {
        resolve({ done: stdout.includes('done'), calls: calls ? Number(calls) : null });
      }
    });
  });
}
