import type * as Electron from 'electron';
import type { Page } from 'playwright/test';

/** What a test can run inside the main process: Electron's modules, whole or stood in for. */
type MainModules = typeof Electron;
type Evaluated<R, A> = (modules: MainModules, value: A) => R | Promise<R>;

/** The desktop app while it runs, in Electron or on the stand-in. */
export type DesktopApp = {
  /** Runs a function in the main process. It is sent as text: it sees its parameters only, and JSON comes back. */
  evaluate<R, A = undefined>(run: Evaluated<R, A>, value?: A): Promise<R>;
  /** The page of the window that was shown last, once there is one. */
  shownPage(): Promise<Page>;
  /** Starts the program once more, as a person does who forgot that it is open; resolves with its exit code. */
  startAgain(args: readonly string[]): Promise<number | null>;
  /** Drops a file of the system's on the page. */
  drop(page: Page, path: string): Promise<void>;
  /** What it has printed so far. */
  output(): string;
  /** Resolves with its exit code once it has ended. */
  readonly ended: Promise<number | null>;
  /** Asks it to end, as the system does at the end of a session, and waits. */
  stop(): Promise<number | null>;
  /** Ends it without warning, as a crash would. */
  kill(): Promise<void>;
};
