import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createKeys } from '#web/keys.ts';
import { endWithRun } from './end-with-run.ts';

export type AppProcess = {
  /** An address to open. Each one works once, so every read gives a new one. */
  readonly address: string;
  /** The address that the app printed. */
  readonly printed: string;
  /** Types a line into the terminal that started the app; without a terminal it has no effect. */
  type(line: string): void;
  /** Everything printed so far. */
  readonly output: () => string;
  /** Asks the app to end, as Ctrl+C does, and waits; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Ends the app without warning, as a crash would. */
  kill(): Promise<void>;
};

/**
 * @param args the arguments after `contexture serve`
 * @param app the built command line; this checkout's by default
 */
type Start = (
  args: readonly string[],
  dataFolder: string,
  env?: Readonly<Record<string, string>>,
  app?: string,
) => Promise<AppProcess>;

const builtApp = join(import.meta.dirname, '..', 'out', 'cli', 'contexture.js');
const serve = ['serve', '--no-open', '--port', '0'];
const patienceMs = 15_000;

/** The secret that addresses are made from, in all runs of the tests. */
const secret = randomBytes(32).toString('base64url');
const keys = createKeys(secret);

/** Addresses of a run that has printed its first one. */
const addressesOf = (printed: string) => ({
  printed,
  get address(): string {
    return printed.replace(/#.*/, `#${keys.newCode()}`);
  },
});

/** Hides the memories of assistants on the machine that runs the tests. */
export const noAssistants = { CLAUDE_CONFIG_DIR: '', HERMES_HOME: '', CODEX_HOME: '', MEMORY_DIR: '' };

const environment = (dataFolder: string, env: Readonly<Record<string, string>>): Record<string, string> => {
  const inherited = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return {
    ...Object.fromEntries(inherited),
    ...noAssistants,
    CONTEXTURE_DATA_DIR: dataFolder,
    CONTEXTURE_TEST: '1',
    CONTEXTURE_SECRET: secret,
    ...env,
  };
};

/** Starts the built app in a separate process, as a person would, and waits until it has printed its address. */
export const startApp: Start = async (args, dataFolder, env = {}, app = builtApp) => {
  const child = spawn(process.execPath, [app, ...serve, ...args], {
    env: environment(dataFolder, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithRun(child);
  const said = createOutput();
  child.stdout.on('data', said.add);
  child.stderr.on('data', said.add);
  return Object.assign(addressesOf(await printedAddress(child, said)), {
    type: () => undefined,
    output: said.text,
    stop: () => end(child, () => child.kill('SIGTERM'), never),
    kill: async () => {
      await end(child, () => child.kill('SIGKILL'), never);
    },
  });
};

/** A process that runs the app for many tests in turn. A new one replaces it after it was killed. */
export type AppHost = { readonly start: Start; end(): void };

export function createAppHost(): AppHost {
  let child: ChildProcess | null = null;
  let running = false;

  const start: Start = async (args, dataFolder, env = {}) => {
    if (running) {
      throw new Error('The app runs already; start another with startApp.');
    }
    if (child === null || hasEnded(child)) {
      child = endWithRun(fork(join(import.meta.dirname, 'app-host.mjs'), { stdio: 'inherit' }));
    }
    const host = child;
    const said = createOutput();
    const ended = new Promise<number | null>((resolve) => {
      const over = (code: number | null): void => {
        running = false;
        host.off('message', hear);
        host.off('exit', over);
        resolve(code);
      };
      const hear = (report: { kind: 'said'; text: string } | { kind: 'ended'; code: number }): void => {
        if (report.kind === 'said') {
          said.add(report.text);
        } else {
          over(report.code);
        }
      };
      host.on('message', hear);
      host.once('exit', over);
    });
    running = true;
    host.send({ kind: 'begin', app: builtApp, args: [...serve, ...args], env: environment(dataFolder, env) });
    return Object.assign(addressesOf(await printedAddress(host, said)), {
      type: (line: string) => void host.send({ kind: 'typed', line }),
      output: said.text,
      stop: () => end(host, () => host.send({ kind: 'stop' }), ended),
      kill: async () => {
        await end(host, () => host.kill('SIGKILL'), never);
      },
    });
  };
  return { start, end: () => void child?.kill('SIGKILL') };
}

type Output = { add(chunk: Buffer | string): void; text(): string; onMore(look: () => void): void };

function createOutput(): Output {
  let text = '';
  let look = (): void => {};
  return {
    add: (chunk) => {
      text += chunk.toString();
      look();
    },
    text: () => text,
    onMore: (next) => {
      look = next;
    },
  };
}

function printedAddress(child: ChildProcess, output: Output): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(`It printed no address within ${patienceMs} ms`), patienceMs);
    const exited = (code: number | null): void => fail(`It ended with code ${code}`);
    const over = (): void => {
      clearTimeout(timer);
      child.off('exit', exited);
      output.onMore(() => {});
    };
    const fail = (what: string): void => {
      over();
      child.kill('SIGKILL');
      reject(new Error(`The app did not start. ${what}. It said:\n${output.text()}`));
    };
    output.onMore(() => {
      const address = /http:\/\/127\.0\.0\.1:\d+\/#code\.[\w.-]+(?=\s)/.exec(output.text())?.[0];
      if (address !== undefined) {
        over();
        resolve(address);
      }
    });
    child.once('exit', exited);
  });
}

const never = new Promise<never>(() => {});

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Ends a process, or one run of the app in it, unless it has ended; resolves with the exit code. */
async function end(child: ChildProcess, ask: () => unknown, ended: Promise<number | null>): Promise<number | null> {
  const before = await Promise.race([ended, null]);
  if (before !== null || hasEnded(child)) {
    return before ?? child.exitCode;
  }
  const over = new AbortController();
  const exited = once(child, 'exit', { signal: over.signal }).then(([code]) => code as number | null);
  exited.catch(() => undefined);
  ask();
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  try {
    return await Promise.race([ended, exited]);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
