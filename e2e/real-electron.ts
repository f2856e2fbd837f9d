import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { _electron, type Page } from 'playwright/test';
import { electronRuntime } from '../scripts/electron-runtime.mjs';
import type { DesktopApp } from './desktop-app.ts';
import { dropFile } from './drop-file.ts';

export { electronRuntime };

type RealOptions = {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly onPage: (page: Page) => Promise<void>;
};

const root = join(import.meta.dirname, '..');

/** Runs the built app in Electron itself. */
export async function launchElectron({ args, env, onPage }: RealOptions): Promise<DesktopApp> {
  const executablePath = electronRuntime() ?? '';
  // Build machines have no GPU and don't let Chromium use its sandbox.
  const switches = process.env['CI'] ? ['--no-sandbox', '--disable-gpu'] : [];
  const inherited = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const environment = { ...Object.fromEntries(inherited), CONTEXTURE_TEST: '1', ...env };
  const app = await _electron.launch({ executablePath, args: [...switches, root, ...args], env: environment });
  let output = '';
  const child = app.process();
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await ended;
      clearTimeout(timer);
    }
    return child.exitCode;
  };
  const watched = new WeakSet<Page>();

  return {
    evaluate: (run, value) => app.evaluate(run as never, value) as never,
    async shownPage() {
      const page = await app.firstWindow();
      if (!watched.has(page)) {
        watched.add(page);
        await onPage(page);
      }
      return page;
    },
    async startAgain(again) {
      const second = spawn(executablePath, [...switches, root, ...again], { env: environment, stdio: 'ignore' });
      const [code] = await once(second, 'exit');
      return code as number | null;
    },
    drop: dropFile,
    output: () => output,
    ended,
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
  };
}
