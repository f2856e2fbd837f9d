import type { Readable, Writable } from 'node:stream';
import type { Engine, EngineOptions } from '#engine/engine.ts';
import type { PersonAsked, Ports, ReleaseSource } from '#engine/ports.ts';
import type { Service } from '#shared/contract/wire/service.ts';
import type { ExitCode } from './exit-codes.ts';

export type StartRequest = Parameters<Engine['openAtStart']>[0];

/** The process as commands see it; `cli.ts` passes the real one, tests their own. */
export type Runtime = {
  readonly version: string;
  readonly rendererFolder: string;
  readonly startEngine: (options: {
    readonly engine?: EngineOptions;
    readonly person?: PersonAsked | undefined;
    readonly releases?: ReleaseSource | null;
  }) => {
    readonly engine: Service & Pick<Engine, 'close'> & { openAtStart(request: StartRequest): Promise<unknown> };
    readonly log: Ports['log'];
  };
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Writes a text byte for byte, for a file or a program. */
  readonly writeExact: (text: string) => void;
  readonly readInput: () => Promise<string>;
  /** Returns raw standard input and output, for a command that speaks a protocol over them. */
  readonly pipe: () => { readonly input: Readable; readonly output: Writable };
  /** True if a browser is starting with the address. Never rejects. */
  readonly openBrowser: (address: string) => Promise<boolean>;
  /** Resolves once the person, or the system, asks the process to end. */
  readonly asksToStop: () => Promise<void>;
  /** Newer versions of this copy; null if it doesn't know where they are. */
  readonly releases: ReleaseSource | null;
  /** Secret for the keys of a web host, set by another program; null for a new one. */
  readonly secret: string | null;
  /** Hears each line typed in the terminal until the returned function is called; null if nobody can type there. */
  readonly hearTyped: (listener: (line: string) => void) => (() => void) | null;
};

export type CommandHost = {
  readonly runtime: Runtime;
  /** Sets the exit code for a command that didn't fail. */
  readonly exitWith: (code: ExitCode) => void;
};
