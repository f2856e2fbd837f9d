import { execFileSync } from 'node:child_process';
import { Console } from 'node:console';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { isatty } from 'node:tty';
import { terminal } from '../terminal.ts';
import { exitCodes } from './exit-codes.ts';

/** Runs a command and ends the process with its code, once what it wrote has been taken. */
export async function endWith(run: () => Promise<number>): Promise<void> {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (problem: unknown) => endUnexpectedly(problem));
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (process.stdout.listenerCount('error') > 1) {
      return; // a command that looks after its output itself ends once what it is writing is written
    }
    // Whoever read the answer has seen enough of it, as `head` does.
    process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed);
  });
  // What a command waits for may be a timer of the engine, and none of those keeps a process alive.
  const alive = setInterval(() => {}, 60_000);
  const code = await run();
  clearInterval(alive);
  await Promise.all([taken(process.stdout), taken(process.stderr)]);
  process.exit(code);
}

/** Resolves at the first request to end; at one more, a second or longer after it, the process ends at once. */
export function asksToStop(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | null = null;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        // One Ctrl+C may arrive several times: from the terminal and from the programs in between.
        if (askedAt !== null && Date.now() - askedAt > 1000) {
          process.exit(exitCodes.failed);
        }
        askedAt ??= Date.now();
        resolve();
      });
    }
  });
}

/** Standard input and output for a protocol alone: what some library says on the console goes to standard error. */
export function protocolPipe(): { readonly input: Readable; readonly output: Writable } {
  globalThis.console = new Console(process.stderr, process.stderr);
  return { input: process.stdin, output: process.stdout };
}

/** Lets a program that starts Contexture choose what keys are made from; anything that could be guessed is not taken. */
export function secretFromEnvironment(env: Readonly<Record<string, string | undefined>>): string | null {
  const secret = env['CONTEXTURE_SECRET'] ?? '';
  return /^[\w-]{32,}$/.test(secret) ? secret : null;
}

/** Hears what is typed in the terminal, line by line; null where there is none, as in a service or behind a pipe. */
export function hearTyped(listener: (line: string) => void): (() => void) | null {
  if (!process.stdin.isTTY || !process.stdout.isTTY || !isInForeground()) {
    return null;
  }
  const lines = createInterface({ input: process.stdin });
  lines.on('line', listener);
  return () => lines.close();
}

/** Whether the terminal is ours to read from: whoever does so in the background is stopped by the system. */
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

function taken(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
