import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const noSync = new URL('./no-sync.mjs', import.meta.url).href;

export type WorkerProcess = {
  readonly child: ChildProcess;
  /** Resolves when the process has printed this line. */
  said(line: string): Promise<void>;
  /** Gives the process a line to read. */
  tell(line: string): void;
  /** The lines printed so far; all of them once it has ended. */
  lines(): string[];
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
};

/**
 * Bundles a TypeScript file once per test file, because Node 20 runs none. The bundle is in this folder, in which
 * packages loaded by `require` are found.
 * @returns the path of the bundle, for the tests
 */
export function prepareBundle(source: string): () => string {
  let folder = '';
  beforeAll(async () => {
    await mkdir(join(root, '.cache'), { recursive: true });
    folder = await mkdtemp(join(root, '.cache', 'worker-'));
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      ssr: { noExternal: true },
      // By its name, as programs that use the library import it.
      resolve: { alias: { contexture: join(root, 'electron/library/index.ts') } },
      build: {
        ssr: source,
        outDir: folder,
        emptyOutDir: false,
        rollupOptions: { output: { entryFileNames: 'worker.mjs', banner: `import ${JSON.stringify(noSync)};` } },
      },
    });
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => join(folder, 'worker.mjs');
}

/**
 * Returns a function that starts a bundled file as a separate process. Processes still running when a test ends are
 * killed.
 */
export function prepareWorker(source: string): (...args: string[]) => WorkerProcess {
  const bundle = prepareBundle(source);
  return (...args) => {
    const child = spawn(process.execPath, [bundle(), ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
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
