import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type WorkerProcess = {
  readonly child: ChildProcess;
  /** Resolves when the process has printed this line. */
  said(line: string): Promise<void>;
  /** Gives the process a line to read. */
  tell(line: string): void;
  /** The lines it has printed; all of them once it has ended. */
  lines(): string[];
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
};

/**
 * Bundles a TypeScript file once per test file, because Node 20 runs none, and returns the way to start it as a
 * process of its own. Processes still running when a test ends are killed.
 */
export function prepareWorker(source: string): (...args: string[]) => WorkerProcess {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'contexture-worker-'));
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      ssr: { noExternal: true },
      build: {
        ssr: source,
        outDir: folder,
        emptyOutDir: false,
        rollupOptions: { output: { entryFileNames: 'worker.mjs' } },
      },
    });
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  return (...args) => {
    const child = spawn(process.execPath, [join(folder, 'worker.mjs'), ...args], {
      // The native extension is loaded by `require`, which from the bundle's folder finds it only this way.
      env: { ...process.env, NODE_PATH: join(root, 'node_modules') },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    // A process that has ended reads nothing more.
    child.stdin.on('error', () => {});
    let output = '';
    child.stdout.on('data', (data) => {
      output += String(data);
    });
    const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null);
    return {
      child,
      ended,
      tell: (line) => void child.stdin.write(`${line}\n`),
      lines: () => output.split('\n').filter((line) => line !== ''),
      said: async (line) => {
        while (!output.split('\n').includes(line)) {
          const more = await Promise.race([once(child.stdout, 'data').then(() => true), ended.then(() => false)]);
          if (!more && !output.split('\n').includes(line)) {
            throw new Error(`The process ended without saying "${line}"; it said: ${output}`);
          }
        }
      },
    };
  };
}
