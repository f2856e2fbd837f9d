import { execFileSync } from 'node:child_process';
import { Console } from 'node:console';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { isatty } from 'node:tty';
import { terminal } from '../terminal.ts';
import { exitCodes } from './exit-codes.ts';

/** Runs a command and ends the process with its code, once its output has been taken. */
export async function endWith(run: () => Promise<number>): Promise<void> {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (problem: unknown) => endUnexpectedly(problem));
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (process.stdout.listenerCount('error') > 1) {
      return; // a command that looks after its output itself ends once what it is writing is written
    }
    // The reader of the answer has seen enough, like `head`.
    process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed);
  });
  // A command may wait for a timer of the engine, none of which keeps a process alive.
  const alive = setInterval(() => {}, 60_000);
  const code = await run();
  clearInterval(alive);
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(code);
}

/** Resolves at the first request to end. Another one, more than a second later, ends the process at once. */
export function asksToStop(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | null = null;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        // A single Ctrl+C may arrive several times: from the terminal and from the programs in between.
        if (askedAt !== null && Date.now() - askedAt > 1000) {
          process.exit(exitCodes.failed);
        }
        askedAt ??= Date.now();
        resolve();
      });
    }
  });
}

/** Reserves standard input and output for a protocol: libraries' console output goes to standard error. */
export function protocolPipe(): { readonly input: Readable; readonly output: Writable } {
  globalThis.console = new Console(process.stderr, process.stderr);
  return { input: process.stdin, output: process.stdout };
}

/** Secret for keys that a program that starts Contexture may set; null if it could be guessed. */
export function secretFromEnvironment(env: Readonly<Record<string, string | undefined>>): string | null {
  const secret = env['CONTEXTURE_SECRET'] ?? '';
  return /^[\w-]{32,}$/.test(secret) ? secret : null;
}

/** Hears lines typed in the terminal; null if there is none, as in a service or behind a pipe. */
export function hearTyped(listener: (line: string) => void): (() => void) | null {
  if (!process.stdin.isTTY || !process.stdout.isTTY || !isInForeground()) {
    return null;
  }
  const lines = createInterface({ input: process.stdin });
  lines.on('line', listener);
  return () => lines.close();
}

/** True if we may read from the terminal: the system stops a process that does so in the background. */
function isInForeground(): boolean {
  if (process.platform === 'win32' || !isatty(0)) {
    return true;
  }
  try {
    const groups = execFileSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], { encoding: 'utf8' });
    const [own, foreground] = groups.trim().split(/\s+/);
    return own === foreground;
  } catch {
    return false;
  }
}

function endUnexpectedly(problem: unknown): never {
  const message = problem instanceof Error ? problem.message : String(problem);
  const trace = process.env['CONTEXTURE_DEBUG'] && problem instanceof Error ? `${problem.stack}\n` : '';
  terminal.writeError(
    `Contexture had to stop: ${message}. Your files are as they were last saved; start it again to go on.\n${trace}`,
  );
  process.exit(exitCodes.internal);
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}

/** Opens an address in the browser if there is a screen. False if that fails; the address is printed anyway. */
export async function openBrowser(
  address: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<boolean> {
  if (!hasScreen(process.platform, env)) {
    return false;
  }
  try {
    const { default: open } = await import('open');
    const child = await open(address);
    child.on('error', () => {});
    return true;
  } catch {
    return false;
  }
}

/** True if a window would appear before the person: not on build machines, over SSH, or in a container. */
export function hasScreen(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['CI'] || env['SSH_CONNECTION'] || env['SSH_TTY']) {
    return false;
  }
  if (platform === 'darwin' || platform === 'win32') {
    return true;
  }
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['WSL_DISTRO_NAME']);
}
