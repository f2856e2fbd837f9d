import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { _electron, chromium, type Page } from 'playwright/test';
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

/** Build machines have no GPU and don't let Chromium use its sandbox. */
const switches = process.env['CI'] ? ['--no-sandbox', '--disable-gpu'] : [];

/** Longest wait for the end of an app, in milliseconds. */
const patienceMs = 20_000;

/** Runs the built app in Electron itself. */
export async function launchElectron({ args, env, onPage }: RealOptions): Promise<DesktopApp> {
  const executablePath = electronRuntime() ?? '';
  const environment = environmentWith(env);
  const app = await _electron.launch({ executablePath, args: [...switches, root, ...args], env: environment });
  return {
    ...followed(app.process(), () => app.firstWindow(), onPage),
    evaluate: (run, value) => app.evaluate(run as never, value) as never,
    startAgain: (again) => exitCodeOf(executablePath, [...switches, root, ...again], environment),
  };
}

/**
 * Runs a packed app. Its fuses keep tests out of the main process, so they reach its page alone. Terminals of other
 * Electron apps set `ELECTRON_RUN_AS_NODE`; another fuse makes the app ignore it.
 * @param program its path
 */
export async function launchPacked({ args, env, onPage }: RealOptions, program: string): Promise<DesktopApp> {
  const environment = { ...environmentWith(env), ELECTRON_RUN_AS_NODE: '1' };
  const child = spawn(program, [...switches, '--remote-debugging-port=0', ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const listening = new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address !== undefined) {
        resolve(address);
      }
    });
    child.once('exit', () => reject(new Error(`The packed app ended at once. It said:\n${said}`)));
  });
  const browser = listening.then((address) => chromium.connectOverCDP(address));
  const window = async (): Promise<Page> => {
    const [context] = (await browser).contexts();
    const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
    if (page === undefined) {
      throw new Error('The packed app has no window.');
    }
    return page;
  };
  // Windows has no signals; a program's windows can be asked to close.
  const askToEnd = () =>
    process.platform === 'win32' ? spawn('taskkill', ['/pid', String(child.pid)]) : child.kill('SIGTERM');
  return {
    ...followed(child, window, onPage, askToEnd),
    evaluate: () => Promise.reject(new Error('The main process of a packed app can’t be reached.')),
    startAgain: (again) => exitCodeOf(program, [...switches, ...again], environment),
  };
}

function environmentWith(env: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return { ...Object.fromEntries(inherited), CONTEXTURE_TEST: '1', ...env };
}

async function exitCodeOf(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number | null> {
  const [code] = await once(spawn(program, args, { env, stdio: 'ignore' }), 'exit');
  return code as number | null;
}

/**
 * What a test does with any app in Electron.
 * @param window gives the page of its first window
 * @param askToEnd asks its process to end in order
 */
function followed(
  child: ChildProcess,
  window: () => Promise<Page>,
  onPage: RealOptions['onPage'],
  askToEnd: () => unknown = () => child.kill('SIGTERM'),
) {
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const end = async (ask: () => unknown): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      ask();
      const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      await ended;
      clearTimeout(timer);
    }
    return child.exitCode;
  };
  const watched = new WeakSet<Page>();
  return {
    async shownPage() {
      const page = await window();
      if (!watched.has(page)) {
        watched.add(page);
        await onPage(page);
      }
      return page;
    },
    drop: dropFile,
    output: () => output,
    ended,
    stop: () => end(askToEnd),
    kill: async () => {
      await end(() => child.kill('SIGKILL'));
    },
  };
}
