import type { Readable, Writable } from 'node:stream';
import type { Engine, EngineOptions } from '#engine/engine.ts';
import type { PersonAsked, Ports } from '#engine/ports.ts';
import type { ExitCode } from './exit-codes.ts';

export type StartRequest = Parameters<Engine['openAtStart']>[0];

/** What the commands need of the process they run in; `cli.ts` gives the real one, tests their own. */
export type Runtime = {
  readonly version: string;
  readonly rendererFolder: string;
  readonly startEngine: (options: { readonly engine?: EngineOptions; readonly person?: PersonAsked | undefined }) => {
    readonly engine: Engine;
    readonly log: Ports['log'];
  };
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Writes a text that a file or a program is to get to the byte. */
  readonly writeExact: (text: string) => void;
  readonly readInput: () => Promise<string>;
  /** Standard input and output as they are, for a command that speaks a protocol over them. */
  readonly pipe: () => { readonly input: Readable; readonly output: Writable };
  /** True if a browser is starting with the address. Never rejects. */
  readonly openBrowser: (address: string) => Promise<boolean>;
  /** Resolves once the person, or the system, asks the process to end. */
  readonly asksToStop: () => Promise<void>;
  /** What the keys of a web host are made from, where another program hands it over; null for a new one. */
  readonly secret: string | null;
  /**
   * Hears each line that is typed where the program was started, until the returned function is called; null where nobody
   * can type there.
   */
  readonly hearTyped: (listener: (line: string) => void) => (() => void) | null;
};

export type CommandHost = {
  readonly runtime: Runtime;
  /** Sets the code to exit with where nothing failed. */
  readonly exitWith: (code: ExitCode) => void;
};
