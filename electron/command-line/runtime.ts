import type { Readable, Writable } from 'node:stream';
import type { EngineOptions } from '#engine/engine.ts';
import type { Service } from '#shared/contract/wire/service.ts';
import type { ExitCode } from './exit-codes.ts';

/** What a host is started with: a path, the sample, or nothing. */
export type StartRequest = { readonly path: string } | { readonly sample: true } | null;

/** An engine with its own life: opened at the start, and closed once what it is writing has been written. */
export type RunningEngine = Service & {
  openAtStart(request: StartRequest): Promise<void>;
  close(): Promise<void>;
};

export type Log = (level: 'info' | 'warn' | 'error', message: string) => void;

/** What the commands need of the process they run in; `cli.ts` gives the real one, tests their own. */
export type Runtime = {
  readonly version: string;
  /** Folder of the built interface. */
  readonly rendererFolder: string;
  readonly startEngine: (options?: EngineOptions) => { readonly engine: RunningEngine; readonly log: Log };
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly readInput: () => Promise<string>;
  /** Standard input and output as they are, for a command that speaks a protocol over them. */
  readonly pipe: () => { readonly input: Readable; readonly output: Writable };
  /** True if a browser is starting with the address. Never rejects. */
  readonly openBrowser: (address: string) => Promise<boolean>;
  /** Resolves once the person, or the system, asks the process to end. */
  readonly asksToStop: () => Promise<void>;
  /** Token of the run where another program hands one over; null for a new one. */
  readonly token: string | null;
};

/** What a command is registered with. */
export type CommandHost = {
  readonly runtime: Runtime;
  /** Sets the code to exit with where nothing failed. */
  readonly exitWith: (code: ExitCode) => void;
};
