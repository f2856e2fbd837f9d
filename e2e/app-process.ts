import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endWithRun } from './end-with-run.ts';

export type AppProcess = {
  /** Address to open, with the token of this run. */
  readonly address: string;
  /** What it has printed so far. */
  readonly output: () => string;
  /** Asks it to end as Ctrl+C does, and waits; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Ends it without warning, as a crash would. */
  kill(): Promise<void>;
};

const builtApp = join(import.meta.dirname, '..', 'out', 'cli', 'contexture.js');
const patienceMs = 15_000;

/**
 * Starts the built app as a person would and waits until it has printed its address.
 * @param args what follows `contexture serve`
 * @param dataFolder the per-user data of this run; no test may touch a person's
 */
export async function startApp(
  args: readonly string[],
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<AppProcess> {
  const child = spawn(process.execPath, [builtApp, 'serve', '--no-open', '--port', '0', ...args], {
    env: { ...process.env, CONTEXTURE_DATA_DIR: dataFolder, CONTEXTURE_TEST: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithRun(child);
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return {
    address: await printedAddress(child, () => output),
    output: () => output,
    stop: () => end(child, 'SIGTERM'),
    kill: async () => {
      await end(child, 'SIGKILL');
    },
  };
}

function printedAddress(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(`It printed no address within ${patienceMs} ms`), patienceMs);
    const look = (): void => {
      const address = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+(?=\s)/.exec(output())?.[0];
      if (address !== undefined) {
        clearTimeout(timer);
        child.stdout?.off('data', look);
        resolve(address);
      }
    };
    const fail = (what: string): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`The app did not start. ${what}. It said:\n${output()}`));
    };
    child.stdout?.on('data', look);
    child.once('exit', (code) => fail(`It ended with code ${code}`));
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    await ended;
    clearTimeout(timer);
  }
  return child.exitCode;
}
