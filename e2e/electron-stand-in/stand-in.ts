import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright/test';
import type { DesktopApp } from '../desktop-app.ts';
import { dropFile } from '../drop-file.ts';
import { endWithRun } from '../end-with-run.ts';
import { builtStandIn } from './build.ts';
import { fromMain } from './page-side.ts';
import { openWindowPage, type WindowPage } from './window-page.ts';
import { createWire, toAppAddress, toBrowserAddress } from './wire.ts';

type StandInOptions = {
  readonly context: BrowserContext;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Called with each window's page before it loads anything. */
  readonly onPage?: (page: Page) => Promise<void>;
  /** Folder of the built app; the checkout if left out. */
  readonly app?: string | undefined;
};

const root = join(import.meta.dirname, '..', '..');
const patienceMs = 20_000;

/** Permissions a page may ask for, by Electron's names and by the browser's. */
const permissions: Readonly<Record<string, readonly string[]>> = {
  geolocation: ['geolocation'],
  notifications: ['notifications'],
  media: ['camera', 'microphone'],
  midi: ['midi'],
  'clipboard-read': ['clipboard-read'],
  'clipboard-sanitized-write': ['clipboard-write'],
};

/** Runs the built app, unmodified, with the stand-in in Electron's place and its windows in a real browser. */
export async function launchStandIn(options: StandInOptions): Promise<DesktopApp> {
  const { context, app = root } = options;
  const windows = new Map<number, WindowPage>();
  /** Path of the preload script of each window. */
  const preloads = new Map<number, string | null>();
  const storages = new Map<number, Map<string, string>>();
  let shown: Page | null = null;
  let output = '';

  const start = (args: readonly string[]): ChildProcess => {
    const child = fork(builtStandIn, [join(app, 'out', 'main', 'main.js'), ...args], {
      cwd: app,
      env: { ...process.env, CONTEXTURE_TEST: '1', ...options.env },
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    endWithRun(child);
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    return child;
  };

  async function openPage(window: number): Promise<void> {
    const preload = preloads.get(window) ?? null;
    const storage = storages.get(window) ?? new Map();
    storages.set(window, storage);
    const onPage = options.onPage ?? (async () => {});
    windows.set(window, await openWindowPage(context, wire, window, preload, onPage, storage));
  }

  /** Opens another page in place of one whose process ended. Returns the address of that one; null if it runs. */
  async function replaceCrashed(window: number): Promise<string | null> {
    const page = windows.get(window);
    if (!page?.isCrashed()) {
      return null;
    }
    await openPage(window);
    shown = windows.get(window)?.page ?? null;
    return toAppAddress(page.page.url());
  }

  // Only the app's windows get answers to their requests.
  await context.route('**/*', (route) => route.abort());
  const child = start(options.args);
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const send = (message: object): void => {
    if (child.connected) {
      // A process that ends meanwhile misses the message, which is no failure.
      child.send(message, () => undefined);
    }
  };
  const wire = createWire(
    { send, on: (event, listener) => child.on(event, listener) },
    {
      'second-instance': () => {},
      'make window': async (window: number, preload: string | null) => {
        preloads.set(window, preload);
        await openPage(window);
      },
      load: async (window: number, address: string) => {
        await replaceCrashed(window);
        const names = await wire.call('granted permissions', Object.keys(permissions), address);
        const granted = (names as string[]).flatMap((name) => permissions[name] ?? []);
        await context.grantPermissions(granted, { origin: new URL(toBrowserAddress(address)).origin });
        await windows.get(window)?.load(address);
      },
      show: (window: number) => {
        shown = windows.get(window)?.page ?? null;
      },
      reload: async (window: number) => {
        const address = await replaceCrashed(window);
        await (address === null ? windows.get(window)?.page.reload() : windows.get(window)?.load(address));
      },
      crash: async (window: number) => {
        const page = windows.get(window)?.page;
        const session = page && (await context.newCDPSession(page));
        session?.send('Page.crash').catch(() => undefined);
      },
      'to page': (window: number, channel: string, values: unknown[]) => windows.get(window)?.send(channel, values),
      unload: (window: number) => windows.get(window)?.unload() ?? true,
      'close window': (window: number) => {
        const closed = windows.get(window)?.page;
        windows.delete(window);
        shown = shown === closed ? ([...windows.values()].at(-1)?.page ?? null) : shown;
        void closed?.close();
      },
      theme: async (theme: 'system' | 'light' | 'dark') => {
        for (const { page } of windows.values()) {
          await page.emulateMedia({ colorScheme: theme === 'system' ? null : theme }).catch(() => undefined);
        }
      },
    },
  );

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      await ended;
      clearTimeout(timer);
    }
    return child.exitCode;
  }

  return {
    evaluate: async (run, value) => (await wire.call('evaluate', String(run), value)) as never,
    async shownPage() {
      const look = async (): Promise<void> => {
        while (shown === null && child.exitCode === null) {
          await wait(20);
        }
      };
      await Promise.race([look(), wait(patienceMs)]);
      if (shown === null) {
        throw new Error(`No window was shown. The app said:\n${output}`);
      }
      return shown;
    },
    async startAgain(args) {
      const second = start(args);
      createWire(
        { send: (message) => second.send(message), on: (event, listener) => second.on(event, listener) },
        {
          'second-instance': (argv: string[], folder: string, data: unknown) =>
            wire.tell('other instance started', argv, folder, data),
        },
      );
      const [code] = await once(second, 'exit');
      return code as number | null;
    },
    async drop(page, path) {
      const known = [fromMain, basename(path), path] as const;
      await page.evaluate(([name, file, at]) => {
        (window as unknown as Record<string, { knowPath(file: string, at: string): void }>)[name]?.knowPath(file, at);
      }, known);
      await dropFile(page, path);
    },
    output: () => output,
    ended,
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
  };
}
